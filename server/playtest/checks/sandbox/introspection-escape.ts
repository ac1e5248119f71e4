import { parse, positionAt } from '../../../analysis/parse.ts';
import { walk } from '../../../analysis/python/visit.ts';
import type { Check, Sighting } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import { askedCheck } from './asked.ts';

/** Attributes that lead from any object to the interpreter. */
const LEADS_OUT =
  /^(?:__subclasses__|__globals__|__mro__|mro|__bases__|__base__|__builtins__|__code__|__closure__|f_(?:back|globals|locals|builtins|code)|(?:tb|gi|cr|ag)_frame)$/;

const says = (did: string): string =>
  `\`${did}\` looks behind the environment, into the interpreter that plays it. From there code reaches whatever the trainer holds, so such environments are refused. Keep what the environment needs in its own attributes.`;

const asked = askedCheck('SP205', says);

/** The environment looks at frames, globals of functions, or the tree of classes. */
export const introspectionEscape: Check = {
  ...asked,
  async run(lab: Lab) {
    const audited = (await asked.run?.(lab)) ?? [];
    if ('undecided' in audited || audited.length > 0) return audited;
    const { lines } = await lab.session.traces();
    return reached(lab.session.options.source, lines);
  },
};

/** The first such attribute on a line that ran: reading it leaves no other trace. */
function reached(source: string, lines: ReadonlySet<number>): readonly Sighting[] {
  if (
    !/__(?:subclasses|globals|mro|base|bases|builtins|code|closure)__|\bf_\w+|_frame\b|\bmro\b/.test(source)
  )
    return [];
  const document = parse(source);
  const found: Sighting[] = [];
  walk(document.tree, (node) => {
    const name = node.kind === 'Attribute' ? node.attr : node.kind === 'Name' ? node.id : '';
    if (found.length > 0 || !LEADS_OUT.test(name) || (node.kind === 'Name' && name !== '__builtins__'))
      return true;
    const { line } = positionAt(document, node.end - name.length);
    if (lines.has(line)) found.push({ message: says(node.kind === 'Name' ? name : `.${name}`), line });
    return true;
  });
  return found;
}
