import type { ReturnShape } from '../../../analysis/returns.ts';
import { isNever, isOnly } from '../../../analysis/types.ts';
import { insertion, replacement } from '../../edits.ts';
import type { Fixing, LintRule } from '../../rule.ts';
import { deferredBy, fallenOff, misfits, placeOf, severityOf, shown, wrongShapes } from './returned.ts';

/** Some path of reset returns other than `(str, dict)`. */
export const resetReturn: LintRule = {
  code: 'SP104',
  check(context) {
    for (const shape of wrongShapes(context.facts, 'reset', (one) => misfits(one, [['str'], ['dict']]))) {
      const fix = fixOf(shape, context.text);
      context.report(
        placeOf(shape),
        `This path returns ${shown(shape.type)} where an agent is given \`(str, dict)\`: ${reasonFor(shape)}. End every path of reset with \`return observation, {}\`.`,
        { severity: severityOf(shape), ...(fix ? { fix } : {}) },
      );
    }
  },
};

function reasonFor(shape: ReturnShape): string {
  const { type, parts } = shape;
  const deferred = deferredBy(shape);
  if (deferred !== undefined) return deferred;
  const fallen = fallenOff(shape);
  if (fallen) return `\`${fallen.name}\` falls off its end`;
  if (isOnly(type, 'none')) return 'there is nothing to unpack';
  if (isOnly(type, 'str')) return 'the observation stands alone, and unpacking it takes its letters apart';
  if (!type.names.includes('tuple')) return 'the observation must be text';
  if (parts?.length !== 2) return `there are ${parts?.length ?? 'other'} parts, not 2`;
  if (isSwapped(shape)) return 'the two parts are in the wrong order';
  return parts[0] && isNever(parts[0].type, 'str')
    ? 'the observation must be text'
    : 'the second part, info, must be a dict';
}

const isSwapped = ({ parts }: ReturnShape): boolean =>
  parts?.length === 2 &&
  parts[0] !== undefined &&
  parts[1] !== undefined &&
  isNever(parts[0].type, 'str') &&
  isNever(parts[1].type, 'dict') &&
  isOnly(parts[1].type, 'str');

function fixOf(shape: ReturnShape, text: string): Fixing | undefined {
  const { at, node, type, parts } = shape;
  if (isOnly(type, 'str') && node?.value)
    return { title: 'Return an empty info too', edits: [insertion(node.value.end, ', {}')] };
  const [first, second] = parts ?? [];
  if (at.kind !== 'Tuple' || parts?.length !== 2 || !first?.expression || !second?.expression)
    return undefined;
  const [one, other] = [first.expression, second.expression];
  if (isSwapped(shape))
    return {
      title: 'Swap observation and info',
      edits: [
        replacement(one, text.slice(other.start, other.end)),
        replacement(other, text.slice(one.start, one.end)),
      ],
    };
  return isNever(first.type, 'str') || !isOnly(second.type, 'none')
    ? undefined
    : { title: 'Return an empty info', edits: [replacement(other, '{}')] };
}
