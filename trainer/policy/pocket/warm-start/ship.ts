/**
 * Lays out what comes with the program.
 *
 *     node --no-node-snapshot trainer/policy/pocket/warm-start/ship.ts FOLDER
 *
 * FOLDER is one that run.ts has finished. Documents and held-out environments are drawn from seeds far beyond those
 * that the warm start has learnt from.
 */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GAME_SKILLS } from '../../../../server/protocol/run-config.ts';
import { DIFFICULTIES } from '../../../curriculum/difficulty.ts';
import { SHIPPED } from '../shipped.ts';
import { FAMILIES } from './families/index.ts';
import { LEVELS, type Level } from './family.ts';
import { type Program, program } from './programs.ts';

/** Rounds of all families that the warm start does not come to. */
const UNSEEN = { corpus: 4_000_000, pool: 4_200_000, heldOut: 4_400_000 };
const DOCUMENTS = 240;
const GAMES: ReadonlySet<string> = new Set(GAME_SKILLS);

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Give the folder in which run.ts has finished.');
  process.exit(2);
}

rmSync(SHIPPED.weights, { recursive: true, force: true });
cpSync(join(folder, 'shipped'), SHIPPED.weights, { recursive: true });
writeCorpus();
writePool(SHIPPED.pool, UNSEEN.pool);
writePool(SHIPPED.heldOut, UNSEEN.heldOut);

function writeCorpus(): void {
  const lines = Array.from({ length: DOCUMENTS }, (_, i) => {
    const { document, family } = program(UNSEEN.corpus * FAMILIES.length + i);
    return JSON.stringify({ id: `document-${i + 1}`, domain: family.skill, text: document });
  });
  writeFileSync(SHIPPED.corpus, `${lines.join('\n')}\n`);
}

/** Of each family of games an easy one, a medium one and a hard one. */
function writePool(folder: string, round: number): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const environments = FAMILIES.flatMap(({ name, skill }, place) => {
    if (!GAMES.has(skill)) return [];
    return LEVELS.map((level) => {
      const { source, difficulty } = programAt(place, level, round);
      const path = `${name}_${difficulty}.py`;
      writeFileSync(join(folder, path), source);
      const sha256 = createHash('sha256').update(source).digest('hex');
      return { path, profile: 'games', skill, level, sha256 };
    });
  });
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify({ environments }, null, 1)}\n`);
}

/** The first program of that family and level from that round on. */
function programAt(place: number, level: Level, round: number): Program {
  for (let at = round; ; at += 1) {
    const one = program(at * FAMILIES.length + place);
    if (one.difficulty === DIFFICULTIES[level]) return one;
  }
}
