/** What a method of the contract takes, as far as its `def` tells. */
import type { Method } from '../../../analysis/classes.ts';
import type { Parameter } from '../../../analysis/python/syntax.ts';
import { dottedName } from '../../../analysis/python/visit.ts';

/** Decorators that leave the parameters as they are written. */
const PLAIN = /^(?:(?:typing\.|abc\.)?(?:override|final|abstractmethod)|staticmethod|classmethod)$/;

/** Without `self`; `undefined` where a decorator may have changed them. */
export function parametersOf(method: Method | undefined): readonly Parameter[] | undefined {
  if (!method || method.kind === 'property') return undefined;
  const plain = method.node.decorators.every((one) => PLAIN.test(dottedName(one) ?? ''));
  return plain ? method.parameters : undefined;
}

export const isVariadic = ({ flavour }: Parameter): boolean =>
  flavour === 'varArgs' || flavour === 'varKeywords';

/** Parameters that a call must give. */
export const requiredOf = (parameters: readonly Parameter[]): readonly Parameter[] =>
  parameters.filter((parameter) => !isVariadic(parameter) && parameter.default === undefined);

export const quoted = (parameters: readonly Parameter[]): string =>
  parameters.map(({ name }) => `\`${name}\``).join(', ');
