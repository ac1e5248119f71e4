/** What a policy writes when it is asked for environments, and whether playing finds fault with it. */

import { playtest } from '../../../../server/playtest/playtest.ts';
import { DEFAULT_SETTINGS } from '../../../../server/playtest/settings.ts';
import type { Report } from '../../../../server/protocol/finding.ts';
import type { SandboxPool } from '../../../../server/sandbox/pool.ts';
import type { Policy } from '../../policy.ts';
import { designPrompt } from '../prompts.ts';
import { decodeReply, END, encodePrompt } from '../tokens.ts';
import { program } from './programs.ts';

export interface Design {
  /** What the prompt's document was written for. */
  readonly family: string;
  readonly source: string;
  readonly report: Report;
}

/**
 * Samples one program for each seed's prompt and checks it by playing.
 * @param seeds as of `program`; beyond those of the training for prompts that it has not seen.
 */
export async function writtenDesigns(
  policy: Policy,
  pool: SandboxPool,
  seeds: readonly number[],
  temperature: number,
): Promise<Design[]> {
  const asked = seeds.map((seed) => ({ seed, ...program(seed) }));
  const samples = await policy.sample(
    asked.map(({ seed, family, difficulty, document }) => ({
      prompt: encodePrompt(designPrompt({ skill: family.skill, difficulty, document })),
      settings: { maxTokens: policy.capabilities.context, temperature, stop: [END] },
      seed,
    })),
  );
  return Promise.all(
    asked.map(async ({ family }, i) => {
      const source = decodeReply(samples[i]?.tokens ?? []);
      const report = await pool.use((interpreter) =>
        playtest(interpreter, source, { settings: DEFAULT_SETTINGS }),
      );
      return { family: family.name, source, report };
    }),
  );
}
