import type { Sequence } from '../../../analysis/python/syntax.ts';
import type { Part, ReturnShape } from '../../../analysis/returns.ts';
import { isNever, isOnly, type TypeName } from '../../../analysis/types.ts';
import { insertion, replacement } from '../../edits.ts';
import type { Fixing, LintRule, Replacement } from '../../rule.ts';
import {
  deferredBy,
  fallenOff,
  misfits,
  placeOf,
  severityOf,
  shown,
  wrapped,
  wrongShapes,
} from './returned.ts';

const WANTED: readonly (readonly TypeName[])[] = [['str'], ['float', 'int'], ['bool'], ['bool'], ['dict']];
const NAMES = ['observation', 'reward', 'terminated', 'truncated', 'info'];
const TYPES = ['text', 'a number', 'True or False', 'True or False', 'a dict'];

/** Some path of step returns other than `(str, float, bool, bool, dict)`. */
export const stepReturn: LintRule = {
  code: 'SP106',
  check(context) {
    for (const shape of wrongShapes(context.facts, 'step', (one) => misfits(one, WANTED))) {
      const fix = fixOf(shape, context.text);
      context.report(
        placeOf(shape),
        `This path returns ${shown(shape.type)}: ${reasonFor(shape)}. End every path of step with \`return observation, reward, terminated, truncated, {}\`, typed (str, float, bool, bool, dict).`,
        { severity: severityOf(shape), ...(fix ? { fix } : {}) },
      );
    }
  },
};

/** What it does to whoever unpacks it. */
function reasonFor(shape: ReturnShape): string {
  const { type, parts } = shape;
  const deferred = deferredBy(shape);
  if (deferred !== undefined) return deferred;
  const fallen = fallenOff(shape);
  if (fallen) return `\`${fallen.name}\` falls off its end, so the turn is a TypeError for the trainer`;
  if (isOnly(type, 'none')) return 'there is nothing to unpack, so the turn is a TypeError for the trainer';
  if (!type.names.includes('tuple'))
    return isOnly(type, 'list')
      ? 'a list, where trainers ask for a tuple'
      : 'it cannot be unpacked into five parts';
  if (parts?.length === 4) return 'this is the old four-part form; with one flag a time-out counts as an end';
  if (parts?.length !== 5) return `there are ${parts?.length ?? 'other'} parts where five are unpacked`;
  const at = wrongPart(parts);
  const part = parts[at];
  return `${NAMES[at]} must be ${TYPES[at]}, not ${part ? shown(part.type) : '…'}`;
}

const wrongPart = (parts: readonly Part[]): number =>
  parts.findIndex((part, i) => isNever(part.type, ...(WANTED[i] ?? [])));

function fixOf({ at, parts }: ReturnShape, text: string): Fixing | undefined {
  if (at.kind === 'List' && at.elements.length === 5)
    return {
      title: 'Return a tuple',
      edits: [
        { start: at.start, end: at.start + 1, text: '(' },
        { start: at.end - 1, end: at.end, text: ')' },
      ],
    };
  if (at.kind !== 'Tuple' || !parts) return undefined;
  if (parts.length === 4) return fifth(at, parts, text);
  if (parts.length !== 5) return undefined;
  const edits = parts.map((part, i) => mended(part, i));
  if (edits.some((one) => one === undefined)) return undefined;
  const title = 'Return the types that trainers unpack';
  return { title, edits: edits.flatMap((one) => one ?? []) };
}

/** Words of a flag that tells of time running out. */
const LIMIT = /max_turns|limit|budget|turns?\b|steps?\b|time|late|trunc/i;

/** The old form had one flag for both ends: the missing one is false. */
function fifth(at: Sequence, parts: readonly Part[], text: string): Fixing | undefined {
  const [, , flag, info] = at.elements;
  const fits = parts[2] && parts[3] && !isNever(parts[2].type, 'bool') && !isNever(parts[3].type, 'dict');
  if (!flag || !info || !fits) return undefined;
  const late = LIMIT.test(text.slice(flag.start, flag.end));
  return late
    ? { title: 'Return the flag as truncated', edits: [insertion(flag.start, 'False, ')] }
    : { title: 'Return the flag as terminated', edits: [insertion(info.start, 'False, ')] };
}

/** Nothing to do for a part that fits, `undefined` for one that only the author can mend. */
function mended({ expression, type }: Part, at: number): readonly Replacement[] | undefined {
  if (!isNever(type, ...(WANTED[at] ?? []))) return [];
  if (!expression) return undefined;
  if (NAMES[at] === 'reward' && isOnly(type, 'bool')) {
    if (expression.kind === 'Constant') return [replacement(expression, expression.value ? '1.0' : '0.0')];
    return wrapped(expression, 'float');
  }
  if (TYPES[at] === 'True or False' && isOnly(type, 'int')) {
    if (expression.kind === 'Num') return [replacement(expression, expression.value ? 'True' : 'False')];
    return wrapped(expression, 'bool');
  }
  if (TYPES[at] === 'True or False' && isOnly(type, 'none')) return [replacement(expression, 'False')];
  return NAMES[at] === 'info' && isOnly(type, 'none') && expression.kind === 'Constant'
    ? [replacement(expression, '{}')]
    : undefined;
}
