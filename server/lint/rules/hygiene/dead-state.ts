import type { LintRule } from '../../rule.ts';

/** What trainers, base classes and viewers may read from outside. */
const PUBLIC = new Set(
  `max_turns turn_count action_space observation_space reward_range metadata spec name description skill difficulty
  domain seed render_mode _tools _state _user_messages _message_criteria _current_msg _expected_answer _call_history
  tools state hint title`.split(/\s+/),
);

/** An attribute is written and never read. */
export const deadState: LintRule = {
  code: 'SP801',
  check(context) {
    const { facts, text } = context;
    const { attributes, environment } = facts;
    if (!attributes || attributes.dynamic || !environment || environment.cls.opaque) return;
    if (/\b(?:getattr|deepcopy|copy|asdict|attrgetter|__getattr\w*__)\b/.test(text) && readsByName(facts))
      return;
    const written = new Set(
      facts
        .nodes('Attribute')
        .filter(isRead)
        .map(({ attr }) => attr),
    );
    for (const [name, { writes, uses }] of attributes.byName) {
      const [first] = writes;
      if (!first || PUBLIC.has(name) || written.has(name) || facts.method(name)) continue;
      if (uses.some(({ kind }) => kind === 'read') || environment.cls.constants.has(name)) continue;
      if (mentionedInText(facts, name)) continue;
      const counted = uses.some(({ kind }) => kind === 'augment' || kind === 'mutate');
      const at = uses.find(({ method }) => method.name !== '__init__' && method.name !== 'reset') ?? first;
      context.report(
        at.node,
        `\`self.${name}\` is ${counted ? 'kept up to date' : 'set'} and never read, so nothing depends on it. Remove it, or let it matter: in an observation, a condition or the reward.`,
      );
    }
  },
};

type Facts = Parameters<LintRule['check']>[0]['facts'];
type AttributeNode = ReturnType<Facts['nodes']>[number] & { kind: 'Attribute' };

/** Read, of whatever object: not the target of an assignment, nor changed in place by a call that gives nothing. */
function isRead(node: AttributeNode): boolean {
  const { parent } = node;
  switch (parent?.kind) {
    case 'Assign':
      return !parent.targets.includes(node);
    case 'AugAssign':
    case 'AnnAssign':
      return parent.target !== node;
    case 'Tuple':
    case 'List':
      return !(parent.parent?.kind === 'Assign' && parent.parent.targets.includes(parent));
    case 'Attribute': {
      // `self.log.append(x)` as a statement.
      const call = parent.parent;
      const idle =
        call?.kind === 'Call' && call.func === parent && call.parent?.kind === 'ExpressionStatement';
      return !(idle && /^(?:append|add|extend|clear|insert|update|appendleft|discard)$/.test(parent.attr));
    }
    case 'Subscript':
      return !(
        parent.value === node &&
        ((parent.parent?.kind === 'Assign' && parent.parent.targets.includes(parent)) ||
          (parent.parent?.kind === 'AugAssign' && parent.parent.target === parent))
      );
    default:
      return true;
  }
}

/** `getattr` with a name that is made at run time, or a copy of the whole instance. */
const readsByName = (facts: Facts): boolean =>
  facts.nodes('Call').some(({ func, args }) => {
    const name = func.kind === 'Name' ? func.id : func.kind === 'Attribute' ? func.attr : '';
    if (name === 'getattr') return args[1]?.kind !== 'Str' || args[1].value === undefined;
    return (
      /^(?:deepcopy|copy|asdict|attrgetter|vars)$/.test(name) &&
      args.some((one) => one.kind === 'Name' && one.id === 'self')
    );
  });

const mentionedInText = (facts: Facts, name: string): boolean =>
  facts.nodes('Str').some(({ value }) => value === name);
