import { functionLines } from '../../../protocol/driver.ts';
import type { Check } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { parseReply } from '../../session.ts';

/** Fewer lines than this are a guard that no play had a reason to run into. */
const WORTH_SAYING = 3;

/** Lines of `step`, of a tool, or of a method that they use, which no play reached. */
export const unreachedCode: Check = {
  code: 'SP514',
  async run(lab: Lab) {
    const { lines } = await lab.traces();
    const functions = await functionsOf(lab);
    const unreached = [...functions].flatMap(([name, own]) => {
      const method = name.split('.').at(-1) ?? name;
      const blocks = blocksOf(own, lines).filter((block) => block.length >= WORTH_SAYING);
      const played = own.some((line) => lines.has(line));
      const judged = method === 'step' || method.startsWith('tool_') || (played && !NOT_PLAYED.has(method));
      return judged && blocks.length > 0 ? [{ method, blocks }] : [];
    });
    const first = unreached[0]?.blocks[0]?.[0];
    if (first === undefined) return [];
    const plays = (await lab.episodes()).length;
    const said = unreached
      .map(({ method, blocks }) => `${method} (${blocks.map(rangeOf).join(', ')})`)
      .join(', ');
    return [
      {
        message: `None of ${plays} plays, solution() and random ones among them, reached these lines: ${said}. They are dead, or a part of the game that agents will hardly find.`,
        line: first,
        evidence: { sample: { shown: 0, of: plays } },
      },
    ];
  },
};

/** Runs outside of an episode's turns. */
const NOT_PLAYED = new Set(['__init__', 'reset', 'solution', 'close', 'render', '__repr__', '__str__']);

/** Lines that could run, by method of the environment's class and those around it. */
async function functionsOf(lab: Lab): Promise<Map<string, readonly number[]>> {
  const batch = await lab.session.run([{ op: 'functions' }]);
  return new Map(Object.entries(parseReply(batch.replies[0], functionLines)));
}

/** Runs of lines that could run and did not, as they follow each other in the method. */
function blocksOf(own: readonly number[], reached: ReadonlySet<number>): number[][] {
  const blocks: number[][] = [];
  let open: number[] = [];
  for (const line of own) {
    if (!reached.has(line)) open.push(line);
    else if (open.length > 0) {
      blocks.push(open);
      open = [];
    }
  }
  return open.length > 0 ? [...blocks, open] : blocks;
}

const rangeOf = (block: readonly number[]): string =>
  block.length === 1 ? `line ${block[0]}` : `lines ${block[0]} to ${block.at(-1)}`;
