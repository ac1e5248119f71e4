/**
 * Writes trainer/policy/pocket/words.ts from the warm start's programs. Weights that were trained with other words are
 * then worth nothing: make new ones (trainer/policy/pocket/warm-start/run.ts).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { frequentWords } from '../trainer/policy/pocket/warm-start/words.ts';

const LONGEST = 108;

const lines: string[] = [];
for (const word of frequentWords()) {
  const more = `${JSON.stringify(word)},`;
  const last = lines.at(-1);
  if (last === undefined || last.length + more.length + 1 > LONGEST) lines.push(`  ${more}`);
  else lines[lines.length - 1] = `${last} ${more}`;
}
writeFileSync(
  join(import.meta.dirname, '..', 'trainer/policy/pocket/words.ts'),
  `/** Made by scripts/pocket-words.ts. The order is the tokens'. */\n// biome-ignore-all format: filled lines\nexport const WORDS: readonly string[] = [\n${lines.join('\n')}\n];\n`,
);
