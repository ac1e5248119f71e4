/** The actions that an environment's own code speaks of, with what it does to the text before it compares. */
import { argumentFrom, argumentsAfter, attributesIn, itemTexts, wholeTexts } from './action-arguments.ts';
import { ActionFlow, type Meeting } from './action-flow.ts';
import type { Normalisation } from './action-value.ts';
import type { ClassFacts } from './classes.ts';
import type { Context } from './helpers.ts';
import { memo } from './memo.ts';
import type { Module, Node, Pattern } from './python/syntax.ts';
import type { Argument, Template } from './regex.ts';
import { stringItems } from './values.ts';

export interface HarvestedAction {
  /** As the code has it; `{}` marks each hole (`move {}`). */
  readonly text: string;
  /** One for each hole. */
  readonly arguments: readonly Argument[];
  readonly how: 'equals' | 'member' | 'prefix' | 'contains' | 'regex' | 'key' | 'match' | 'number';
  /** `whole`: a complete action. `first`: its first word, the rest is in the holes. `later`: an argument, no action by itself. */
  readonly position: 'whole' | 'first' | 'later';
  readonly normalised: readonly Normalisation[];
  /** The method that compares. */
  readonly method: string;
  readonly node: Node;
}

export interface ActionFacts {
  /** Each text once for each position, in the order in which `step` meets them. */
  readonly harvested: readonly HarvestedAction[];
  /** Every place where the action, or a part of it, meets something. */
  readonly meetings: readonly Meeting[];
}

const MAX_TEXT = 60;
const MAX_ACTIONS = 200;

const flows = memo((module: Module) => memo((cls: ClassFacts): ActionFacts => harvest({ module, cls }, cls)));

/** What `step` (and for tool use an own `_check_answer`) does with the action. */
export function actionsOf(module: Module, cls: ClassFacts): ActionFacts {
  return flows(module)(cls);
}

function harvest(context: Context, cls: ClassFacts): ActionFacts {
  const flow = new ActionFlow(context, cls);
  for (const name of ['step', '_check_answer']) {
    const method = cls.methods.get(name);
    const parameter = method?.parameters[0];
    if (method && parameter) flow.from(method, parameter.name);
  }
  const { meetings } = flow;
  const found = new Map<string, HarvestedAction>();
  for (const meeting of meetings) {
    for (const action of actionsAt(meeting, meetings)) {
      const key = `${action.text.replace(/(?: \{\})+$/, '')}\n${action.position}`;
      const known = found.get(key);
      if (!known || known.arguments.length < action.arguments.length) found.set(key, action);
      if (found.size >= MAX_ACTIONS) return { harvested: [...found.values()], meetings };
    }
  }
  return { harvested: [...found.values()], meetings };
}

function actionsAt(meeting: Meeting, meetings: readonly Meeting[]): HarvestedAction[] {
  const { value, other } = meeting;
  if (value.match && meeting.how !== 'regex') return [];
  const position =
    value.portion === 'first'
      ? 'first'
      : value.portion === 'whole' || value.portion === 'words'
        ? 'whole'
        : 'later';
  const make = (
    text: string,
    how: HarvestedAction['how'],
    holes: readonly Argument[] = [],
    at: HarvestedAction['position'] = position,
  ): HarvestedAction => ({
    text,
    arguments: holes,
    how,
    position: at,
    normalised: value.normalised,
    method: meeting.method,
    node: meeting.node,
  });
  const command = (text: string, how: HarvestedAction['how']): HarvestedAction => {
    const holes = position === 'first' ? argumentsAfter(meeting, meetings) : [];
    return make([text, ...holes.map(() => '{}')].join(' '), how, holes);
  };
  switch (meeting.how) {
    case 'compare': {
      if (meeting.op !== '==' && meeting.op !== '!=') return [];
      const texts = wholeTexts(other);
      if (texts.length === 0 && position === 'whole') return openEnded(meeting, make);
      return texts.map((text) => (value.number ? make(text, 'number') : command(text, 'equals')));
    }
    case 'member': {
      if (other?.kind === 'str')
        return position === 'later' ? [] : [...other.value].slice(0, 12).map((c) => command(c, 'member'));
      const texts = itemTexts(other);
      if (texts.length === 0 && position === 'whole') return openEnded(meeting, make);
      return texts.map((text) => command(text, other?.kind === 'dict' ? 'key' : 'member'));
    }
    case 'key':
    case 'attribute':
      return other?.kind === 'dict' || meeting.handler
        ? itemTexts(other).map((text) => command(text, 'key'))
        : [];
    case 'contains':
      return position === 'later' ? [] : wholeTexts(other).map((text) => make(text, 'contains', [], 'whole'));
    case 'prefix': {
      const texts = (other?.kind === 'tuple' ? stringItems(other) : wholeTexts(other)).filter(
        (text) => text.trim() && text.length <= MAX_TEXT,
      );
      if (position === 'later') return texts.map((text) => make(text.trim(), 'prefix'));
      const holes = argumentsAfter(meeting, meetings);
      const hole = holes[0] ?? { kind: 'text' as const };
      return texts.map((text) =>
        make(/\w$/.test(text) ? `${text} {}` : `${text}{}`, 'prefix', [hole], 'whole'),
      );
    }
    case 'regex':
      return (meeting.regex?.templates ?? []).map((t) =>
        make(
          t.text,
          'regex',
          narrowed(t.holes, meeting, meetings),
          position === 'first' ? 'whole' : position,
        ),
      );
    case 'match':
      return meeting.pattern
        ? patternTexts(meeting.pattern).map((t) =>
            make(t.text, 'match', narrowed(t.holes, meeting, meetings)),
          )
        : [];
    case 'number': {
      if (position !== 'whole') return [];
      return [
        make('{}', 'number', [
          argumentFrom(meetings.filter((m) => m.value.number && m.value.portion === value.portion)),
        ]),
      ];
    }
    default:
      return [];
  }
}

/** The whole action is compared with an attribute: nothing is known but where the values are kept. */
function openEnded(
  meeting: Meeting,
  make: (text: string, how: HarvestedAction['how'], holes: readonly Argument[]) => HarvestedAction,
): HarvestedAction[] {
  const [attribute] = attributesIn(meeting.expression);
  if (attribute === undefined || meeting.value.portion !== 'whole' || meeting.value.number) return [];
  return [make('{}', meeting.how === 'member' ? 'member' : 'equals', [{ kind: 'text', attribute }])];
}

/** Gives the holes of a pattern what the guarded code says about them. */
function narrowed(
  holes: readonly Argument[],
  meeting: Meeting,
  meetings: readonly Meeting[],
): readonly Argument[] {
  if (holes.every((hole) => hole.kind === 'choice')) return holes;
  const found = argumentsAfter(meeting, meetings);
  return holes.map((hole, i) => {
    const known = found[i] ?? (holes.length === 1 ? found[0] : undefined);
    if (!known || hole.kind === 'choice') return hole;
    return hole.kind === 'text' || known.kind === 'int' ? known : hole;
  });
}

/** The texts that a `case` pattern stands for. */
function patternTexts(pattern: Pattern): Template[] {
  switch (pattern.kind) {
    case 'MatchValue': {
      const text =
        pattern.value.kind === 'Str'
          ? pattern.value.value
          : pattern.value.kind === 'Num'
            ? String(pattern.value.value)
            : undefined;
      return text ? [{ text, holes: [] }] : [];
    }
    case 'MatchOr':
      return pattern.patterns.flatMap(patternTexts);
    case 'MatchAs':
      return pattern.pattern ? patternTexts(pattern.pattern) : [];
    case 'MatchSequence': {
      let found: Template[] = [{ text: '', holes: [] }];
      for (const one of pattern.patterns) {
        const options = patternTexts(one);
        const tails = options.length > 0 ? options : [{ text: '{}', holes: [{ kind: 'text' as const }] }];
        found = found
          .flatMap((head) =>
            tails.map((tail) => ({
              text: `${head.text} ${tail.text}`.trim(),
              holes: [...head.holes, ...tail.holes],
            })),
          )
          .slice(0, 40);
      }
      return found.filter((t) => /\w/.test(t.text));
    }
    default:
      return [];
  }
}
