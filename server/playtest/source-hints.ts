/** What the source of an environment says about its actions, for the explorer: read from facts, without running it. */
import { type ActionFacts, actionsOf, type HarvestedAction } from '../analysis/actions.ts';
import { environmentOf } from '../analysis/classes.ts';
import { nodesOf } from '../analysis/nodes.ts';
import { parse } from '../analysis/parse.ts';
import type { Module, NodeOf } from '../analysis/python/syntax.ts';
import type { Argument } from '../analysis/regex.ts';
import type { Hints, Hole, Sample } from './harvest.ts';
import { unique } from './offers.ts';

const COMMANDS = 40;
const SAMPLES = 24;
const WORDS = 30;
/** Longer texts in lists are sentences. */
const LONGEST_WORD = 30;
/** Ranges are tried in full up to so many values, wider ones in as many steps. */
const RANGE = 20;
/** The width of a range of which one end is not known. */
const OPEN = 9;

/** Hints of the class that a loader takes, or of the one that is named. Never throws, on any text. */
export function hintsOf(source: string, className?: string): Hints {
  const module = parse(source).tree;
  const { harvested } = actionFacts(module, className);
  const samples = distinct(harvested.filter(isSample).map(sampleOf)).slice(0, SAMPLES);
  const commands = unique(harvested.flatMap(commandOf)).slice(0, COMMANDS);
  const heads = new Set([...commands, ...samples.map(({ text }) => text.split(' ')[0])]);
  const words = unique([...laterTexts(harvested), ...listedTexts(module)]);
  return { commands, samples, words: words.filter((word) => !heads.has(word)).slice(0, WORDS) };
}

const NO_ACTIONS: ActionFacts = { harvested: [], meetings: [] };

function actionFacts(module: Module, className: string | undefined): ActionFacts {
  const { candidates, chosen } = environmentOf(module);
  const cls = (candidates.find(({ name }) => name === className) ?? chosen)?.cls;
  return cls ? actionsOf(module, cls) : NO_ACTIONS;
}

const plain = ({ text }: HarvestedAction): boolean => !text.includes('{}');

/** What LaTeX wraps round an answer is no command: `\text{…}`. */
const isSample = (action: HarvestedAction): boolean =>
  action.position !== 'later' && !plain(action) && !action.text.includes('\\');

/**
 * A whole action, or a first word that nothing need follow: what the code does with the rest may be for other
 * commands, and a command of one letter is often written in one with its argument.
 */
function commandOf(action: HarvestedAction): string[] {
  if (action.position === 'later') return [];
  if (plain(action)) return [action.text];
  const bare = action.text.replaceAll('{}', '').trim();
  const free = action.arguments.every((hole) => hole.kind === 'text' && hole.attribute === undefined);
  return action.position === 'first' && (free || bare.length === 1) ? [bare] : [];
}

const sampleOf = ({ text, arguments: holes }: HarvestedAction): Sample => ({
  text,
  holes: holes.map(holeOf),
});

function holeOf(argument: Argument): Hole {
  if (argument.kind === 'choice') return argument.values;
  if (argument.kind === 'text') return 'word';
  const { low, high } = argument;
  if (low === undefined && high === undefined) return 'number';
  const first = low ?? Math.min(0, high ?? 0);
  const width = (high ?? first + OPEN) - first;
  const steps = Math.max(0, Math.min(width, RANGE));
  return Array.from({ length: steps + 1 }, (_, at) =>
    String(first + Math.round((at * width) / (steps || 1))),
  );
}

function distinct(samples: readonly Sample[]): Sample[] {
  return [...new Map(samples.map((sample) => [sample.text, sample])).values()];
}

const laterTexts = (harvested: readonly HarvestedAction[]): string[] =>
  harvested.filter((action) => action.position === 'later' && plain(action)).map(({ text }) => text);

/** The texts of lists: colours, names, verdicts. What a seed picks from is written somewhere. */
function listedTexts(module: Module): string[] {
  const lists: NodeOf<'List' | 'Tuple' | 'Set'>[] = [...nodesOf(module, 'List'), ...nodesOf(module, 'Tuple')];
  lists.push(...nodesOf(module, 'Set'));
  return lists
    .sort((a, b) => a.start - b.start)
    .flatMap(({ elements }) => {
      const texts = elements.flatMap((element) => (element.kind === 'Str' ? (element.value ?? []) : []));
      const words = texts.length > 1 && texts.every((text) => text.length <= LONGEST_WORD);
      return words && texts.length === elements.length ? texts : [];
    });
}
