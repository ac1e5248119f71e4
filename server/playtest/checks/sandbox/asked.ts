/** What the code asked of the host, laid on the rules that forbid it: one cause is one thing asked for. */
import { importRule } from '../../../contract/profile.ts';
import type { AuditEvent } from '../../../protocol/driver.ts';
import type { RuleCode } from '../../../protocol/finding.ts';
import type { Check, Sighting, Traces } from '../../check.ts';
import type { Lab } from '../../lab.ts';
import {
  ownerOf,
  type Raised,
  raised,
  raisedAt,
  type Scene,
  sceneAtLoad,
  sceneOf,
  told,
} from '../../raised.ts';

export interface Asked {
  readonly rule: RuleCode;
  /** A module, or a function that needs no import. */
  readonly cause: string;
  /** What was done: `import os`, `open("data.txt")`. */
  readonly did: string;
  readonly line: number;
}

/** Causes that one check tells apart. */
const CAUSES = 3;

/** Events other than imports, by their beginnings: the rule and the cause that they count as. */
const EVENTS: readonly (readonly [pattern: RegExp, rule: RuleCode, cause: string | undefined])[] = [
  [/^open$/, 'SP203', 'open'],
  [/^(?:os|subprocess|ctypes|shutil|tempfile|glob)\./, 'SP203', undefined],
  [/^socket\./, 'SP204', 'socket'],
  [/^urllib\./, 'SP204', 'urllib'],
  [/^http\./, 'SP204', 'http'],
  [/^time\.sleep$/, 'SP206', 'time.sleep'],
  [/^builtins\.input$/, 'SP206', 'input'],
  [/^(?:_thread|signal)\./, 'SP206', 'threading'],
  [/^(?:exec|compile)$/, 'SP202', 'exec'],
  [
    /^(?:sys\.(?:_getframe|_current_frames|settrace|setprofile)|gc\.|object\.__getattr__|code\.__new__)/,
    'SP205',
    undefined,
  ],
];

/** Every forbidden thing that was asked for, in the order of the source. */
export function forbidden(events: readonly AuditEvent[], scene: Scene): readonly Asked[] {
  const lines = scene.source.split('\n');
  const all = events.flatMap((event): Asked[] => {
    if (event.line === null) return [];
    const text = lines[event.line - 1] ?? '';
    const asked = event.event === 'import' ? imported(event, text, scene) : called(event, text);
    return asked === undefined ? [] : [{ ...asked, line: event.line }];
  });
  return all.sort((a, b) => a.line - b.line);
}

type Unplaced = Omit<Asked, 'line'>;

/** An import that stands on this line; one that a library function makes on the way does not count. */
function imported({ detail }: AuditEvent, text: string, scene: Scene): Unplaced | undefined {
  const top = detail.split('.')[0] ?? detail;
  if (/\b__import__\s*\(/.test(text))
    return { rule: 'SP202', cause: '__import__', did: `__import__('${detail}')` };
  if (!new RegExp(`\\b${top}\\b`).test(text)) return undefined;
  const rule = importRule(scene.profile, detail, scene.allowedImports);
  return rule === undefined ? undefined : { rule, cause: top, did: `import ${detail}` };
}

function called({ event, detail }: AuditEvent, text: string): Unplaced | undefined {
  const known = EVENTS.find(([pattern]) => pattern.test(event));
  if (!known) return undefined;
  const [, rule, cause] = known;
  const name = rule === 'SP202' ? /\b(eval|exec|compile)\s*\(/.exec(text)?.[1] : undefined;
  // Without one of these words the library compiled something of its own here.
  if (rule === 'SP202' && !name) return undefined;
  if (event === 'object.__getattr__') return { rule, cause: detail, did: `.${detail}` };
  const shown = name ?? event.replace('builtins.', '');
  return {
    rule,
    cause: name ?? cause ?? event.split('.')[0] ?? event,
    did: detail && event === 'open' ? `open(${JSON.stringify(detail.slice(0, 60))})` : `${shown}(…)`,
  };
}

/** One sighting a cause: at the call where something is done, else at the import. */
function clearest(asked: readonly Asked[]): readonly Asked[] {
  const byCause = new Map<string, Asked>();
  for (const one of asked) {
    const known = byCause.get(one.cause);
    if (!known || (known.did.startsWith('import ') && !one.did.startsWith('import ')))
      byCause.set(one.cause, one);
  }
  return [...byCause.values()].slice(0, CAUSES);
}

export type Says = (did: string, cause: string) => string;

/**
 * A check of one rule over what was asked and what was raised. `says` makes the message from what was done.
 */
export function askedCheck(code: RuleCode, says: Says): Check {
  const sightings = (events: readonly AuditEvent[], scene: Scene): Sighting[] =>
    clearest(forbidden(events, scene).filter((asked) => asked.rule === code)).map(({ did, cause, line }) => ({
      message: says(did, cause),
      line,
    }));
  return {
    code,
    early: true,
    async run(lab: Lab) {
      const { all } = await raised(lab);
      const found = sightings((await lab.session.traces()).asked, sceneOf(lab));
      if (found.length > 0) return found;
      return all
        .filter((one) => one.owner === code)
        .slice(0, 1)
        .map((one) => fromError(one, says));
    },
    atLoad({ fault }, { asked }: Traces, settings, source) {
      const scene = sceneAtLoad(source, settings);
      const found = sightings(asked, scene);
      if (found.length > 0 || !('error' in fault) || ownerOf(fault.error, 'load', scene) !== code)
        return found;
      return [{ message: says(told(fault.error), fault.error.type), line: raisedAt(fault.error) }];
    },
  };
}

function fromError({ error, play, step }: Raised, says: Says): Sighting {
  return {
    message: says(told(error), error.type),
    line: raisedAt(error),
    evidence: { play, step, observed: told(error) },
  };
}
