/** `spade eval`: how well a policy plays what it was not trained on, and answers questions. */
import { availableParallelism } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import type { Arguments } from '../../server/cli/arguments.ts';
import { Progress } from '../../server/cli/progress.ts';
import { type Terminal, write } from '../../server/cli/terminal.ts';
import { safeJson } from '../../server/cli/text/safe-json.ts';
import { count } from '../../server/contract/visible.ts';
import { createPool } from '../../server/sandbox/pool.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import { AnswerBook, askAll } from '../evaluation/answering.ts';
import { markAll } from '../evaluation/marking.ts';
import { readQuestions } from '../evaluation/questions.ts';
import { type QuestionScores, scoresOf } from '../evaluation/scores.ts';
import { EVALUATED, evaluatedOf, storeWith } from '../evaluation/stored.ts';
import type { Opened } from '../rollout/open-player.ts';
import type { PlayerSpec } from '../rollout/player-spec.ts';
import { estimateText } from '../rollout/summary-text.ts';
import type { Numbers } from '../selfplay/measures.ts';
import { openPolicy, seedIn, waysOf } from './policy-options.ts';
import { homeOf } from './reach.ts';
import { rollOutPaths } from './rollout-command.ts';
import { idOf, inFolder } from './run-source.ts';

const FORMATS = ['text', 'json'] as const;
const PLAYS = 8;
const ANSWERS = 4;
const TURNS = 25;

interface Evaluation {
  readonly args: Arguments;
  readonly terminal: Terminal;
  readonly opened: Opened;
  readonly run: Evaluated | undefined;
}

type Evaluated = ReturnType<typeof evaluatedOf> & { readonly folder: string };

export async function evalCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const [path, ...more] = args.words;
  if (path === undefined || more.length > 0)
    throw new UsageError(
      'spade eval takes one path: a pool of environments, or a file of questions (.jsonl).',
    );
  const run = await runOf(args, terminal);
  const opened = await openPolicy(args, terminal, run && policyOf(run, args));
  try {
    const evaluation = { args, terminal, opened, run };
    return /\.(jsonl|ndjson)$/.test(path) ? await askQuestions(path, evaluation) : await playPool(evaluation);
  } finally {
    await opened.close();
  }
}

/** The run that --run names, by its id or its folder. @throws UsageError, StoreError */
async function runOf(args: Arguments, terminal: Terminal): Promise<Evaluated | undefined> {
  const given = args.text('run');
  if (given === undefined) return undefined;
  const home = homeOf(args, terminal);
  const folder = /[/\\]/.test(given)
    ? resolve(terminal.cwd, given)
    : join(home.runs, await idOf(inFolder(home), given));
  return { folder, ...evaluatedOf(folder) };
}

/** What a run has come to, as a policy. @throws UsageError where it has come to nothing yet. */
function policyOf({ config, weights, folder }: Evaluated, args: Arguments): PlayerSpec | undefined {
  if (args.has('policy')) return undefined;
  const { engine } = config;
  if (engine.kind === 'openai') return engine;
  if (weights === null) throw new UsageError(`${folder} has no checkpoint with weights yet.`);
  if (engine.kind === 'tinker') return { ...engine, checkpoint: weights };
  return { kind: 'pocket', weights };
}

/** Held-out environments, from the seeds that runs measure them with, so that numbers can be compared. */
async function playPool({ args, terminal, opened, run }: Evaluation): Promise<number> {
  const own = run ? run.config.play : { ...opened.ways, maxTurns: TURNS, ownTurns: true };
  const settings = {
    ...waysOf(args, own),
    plays: args.integer('samples', 1, 100_000) ?? run?.config.evaluation?.plays ?? PLAYS,
    hinted: false,
    heldOut: true,
    seed: seedIn(args),
    maxTurns: args.integer('max-turns', 1, 10_000) ?? own.maxTurns,
    ownTurns: own.ownTurns,
  };
  const { code, summary } = await rollOutPaths(args, terminal, opened, settings);
  const of = (value: number | undefined, skill: string | null): Numbers[] =>
    value === undefined ? [] : [{ name: EVALUATED.winRate, skill, value }];
  await keep(
    { args, terminal, run },
    [
      ...of(summary.all.winRate?.value, null),
      ...summary.skills.flatMap(({ skill, winRate }) => of(winRate?.value, skill)),
    ],
    `${args.words[0]}: win rate ${estimateText(summary.all.winRate)}, ${count(summary.all.plays, 'play')}.`,
  );
  return code;
}

async function askQuestions(path: string, evaluation: Evaluation): Promise<number> {
  const { args, terminal, opened } = evaluation;
  const format = args.choice('format', FORMATS) ?? 'text';
  const { questions, hash } = readQuestions(path, resolve(terminal.cwd, path));
  const samples = args.integer('samples', 1, 100_000) ?? ANSWERS;
  const ks = ksOf(args, samples);
  const ways = waysOf(args, opened.ways);
  const seed = seedIn(args);
  const name = `${basename(path).replace(/\.\w+$/, '')}--${opened.engine.kind === 'pocket' ? 'pocket' : opened.engine.model}`;
  const folder = args.text('out') ?? join('evaluations', name.replace(/[^\w.-]+/g, '-').slice(0, 100));
  const engine = JSON.parse(JSON.stringify(opened.engine));
  const book = AnswerBook.open(resolve(terminal.cwd, folder), {
    questions: hash,
    engine,
    ways: { ...ways },
    seed,
  });
  const total = questions.length * samples;
  let done = book.answers.length;
  const before = done;
  const state = () => ({ done, cached: before, total, listing: false, doing: 'asking' });
  const progress = args.has('quiet') ? undefined : new Progress(terminal.stderr, state);
  const onAnswer = () => {
    done += 1;
  };
  const { player } = opened;
  let failure: unknown;
  try {
    await askAll(questions, samples, book, { player, ways, seed, signal: terminal.signal, onAnswer });
  } catch (error) {
    failure = error;
  } finally {
    progress?.stop();
  }
  if (failure !== undefined) {
    await write(
      terminal.stderr,
      `${count(done, 'answer')} of ${total} are kept. The same command goes on.\n`,
    );
    throw terminal.signal.aborted ? terminal.signal.reason : failure;
  }
  const pool = await createPool({ children: availableParallelism() });
  try {
    const answers = book.answers.filter(({ sample }) => sample < samples);
    const marked = await markAll(questions, answers, book.folder, pool, terminal.signal);
    const scores = scoresOf(marked, ks);
    await tellScores(scores, { ...evaluation, path, samples, folder: book.folder, format });
    await keep(evaluation, numbersOf(scores), `${path}: ${scoreLines(scores, samples).join(', ')}.`);
  } finally {
    await pool.close();
  }
  return 0;
}

/** @throws UsageError */
function ksOf(args: Arguments, samples: number): number[] {
  const given = args.list('pass');
  if (given.length === 0) return samples === 1 ? [1] : [1, samples];
  return given.map((text) => {
    const k = Number(text);
    if (!Number.isInteger(k) || k < 1 || k > samples)
      throw new UsageError(
        `--pass takes whole numbers from 1 to the number of answers, which is ${samples}; not "${text}".`,
      );
    return k;
  });
}

const scoreLines = ({ average, pass }: QuestionScores, samples: number): string[] => [
  `average@${samples} ${estimateText(average)}`,
  ...pass.map(({ k, estimate }) => `pass@${k} ${estimateText(estimate)}`),
];

/** The last of pass@k, which is that of the most answers. */
const numbersOf = ({ average, pass }: QuestionScores): Numbers[] => {
  const values = { [EVALUATED.average]: average?.value, [EVALUATED.pass]: pass.at(-1)?.estimate?.value };
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, skill: null, value }],
  );
};

async function tellScores(
  scores: QuestionScores,
  {
    args,
    terminal,
    opened,
    path,
    samples,
    folder,
    format,
  }: Evaluation & {
    readonly path: string;
    readonly samples: number;
    readonly folder: string;
    readonly format: (typeof FORMATS)[number];
  },
): Promise<void> {
  const spent = opened.spent?.();
  if (format === 'json') {
    const value = {
      policy: args.text('policy') ?? opened.engine.kind,
      ...{ path, samples, seed: seedIn(args) },
      ...scores,
      usage: spent ? { ...spent.usage, cost: spent.cost ?? null } : null,
      folder,
    };
    await write(terminal.stdout, `${safeJson(value)}\n`);
    return;
  }
  const sum = (of: (one: QuestionScores['questions'][number]) => number) =>
    scores.questions.reduce((total, one) => total + of(one), 0);
  const [unanswered, cut] = [sum((one) => one.unanswered), sum((one) => one.cut)];
  const lines = [
    `${count(scores.questions.length, 'question')}, ${count(samples, 'answer')} to each.`,
    ...scoreLines(scores, samples),
    ...(unanswered > 0
      ? [
          `${count(unanswered, 'answer')} had no \\boxed{…} and count as wrong${cut > 0 ? `; ${cut} were cut off by --max-tokens` : ''}.`,
        ]
      : []),
    ...(spent ? [`${spent.text}.`] : []),
    `The answers: ${relative(terminal.cwd, folder) || '.'}`,
  ];
  await write(terminal.stdout, `${lines.join('\n')}\n`);
}

async function keep(
  { args, terminal, run }: Pick<Evaluation, 'args' | 'terminal' | 'run'>,
  measures: readonly Numbers[],
  told: string,
): Promise<void> {
  if (!run || measures.length === 0) return;
  const step = storeWith(run.folder, measures, `Evaluated: ${told}`);
  await write(terminal.stderr, `Stored with the run ${args.text('run')} at step ${step}.\n`);
}
