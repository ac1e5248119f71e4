import type { Output } from '../output.ts';
import type { Reporter } from './reporter.ts';
import { type RunFacts, Tally } from './tally.ts';
import type { Told } from './told.ts';

/** Writes a whole report and gives what it comes to. @param facts asked once all has been told. */
export async function tellAll(
  output: Output,
  reporter: Reporter,
  all: AsyncIterable<Told> | Iterable<Told>,
  facts: (tally: Tally) => RunFacts,
): Promise<Tally> {
  const tally = new Tally();
  await output.write(reporter.begin());
  for await (const told of all) {
    tally.add(told);
    await output.write(reporter.environment(told));
  }
  for (const part of reporter.end(tally, facts(tally))) await output.write(part);
  await output.finish();
  return tally;
}
