import type { Episode } from '../../../contract/episode.ts';
import type { EnvironmentError } from '../../../protocol/driver.ts';
import type { RuleCode } from '../../../protocol/finding.ts';
import type { Check, Sighting } from '../../check.ts';
import { everyEpisode } from '../../endings.ts';
import type { Lab } from '../../lab.ts';
import { type Call, ownerOf, type Scene, sceneAtLoad, sceneOf } from '../../raised.ts';
import type { NotLoadable } from '../../session.ts';
import { playUntil, quoted } from './report.ts';

/** Different causes that are told of one environment. */
const MOST = 3;

/** The environment raises, where an agent's action or a seed must not make it. */
export const exception: Check = {
  code: 'SP412',
  early: true,
  async run(lab: Lab) {
    const openings = (await lab.openings()).map(({ episode }) => episode);
    const playable = openings.some(({ opening }) => opening.returned);
    const episodes = playable ? [...openings, ...(await everyEpisode(lab))] : openings;
    const raised = new Map<string, Episode[]>();
    for (const episode of episodes) {
      if (!episode.error) continue;
      const cause = causeOf(episode.error);
      raised.set(cause, [...(raised.get(cause) ?? []), episode]);
    }
    return [...raised.values()]
      .toSorted((a, b) => b.length - a.length)
      .slice(0, MOST)
      .flatMap((cases) => sightingOf(cases, episodes.length, sceneOf(lab)));
  },
  atLoad({ fault }: NotLoadable, _traces, settings, source) {
    if (!('error' in fault)) return [];
    const { error } = fault;
    return [
      {
        message: `The source raises ${told(error)} while it is loaded, so there is nothing to play. ${remedyOf(error)}`,
        line: error.frames.at(-1)?.line ?? null,
        echoOf: explanation(error, 'load', sceneAtLoad(source, settings)),
      },
    ];
  },
};

const causeOf = ({ type, frames }: EnvironmentError): string => `${type} ${frames.at(-1)?.line ?? 0}`;

const told = ({ type, message }: EnvironmentError): string =>
  message ? `${type} (${message.length > 120 ? `${message.slice(0, 117)}…` : message})` : type;

/** The shortest play that shows it stands for all. */
function sightingOf(cases: readonly Episode[], of: number, scene: Scene): Sighting[] {
  const [first] = cases.toSorted((a, b) => a.turns.length - b.turns.length);
  if (!first?.error) return [];
  const { error, turns } = first;
  const last = turns.at(-1);
  const method = error.frames.at(-1)?.function.split('.').at(-1);
  const inside = method && !['step', 'reset'].includes(method) ? ` in ${method}` : '';
  const constructing = error.frames[0]?.function.endsWith('__init__') || /\b__init__\(\)/.test(error.message);
  const call = last ? 'step' : constructing ? 'constructor' : 'reset';
  const where = last
    ? `step raises ${told(error)}${inside} on ${quoted(last.action)} at step ${last.step}`
    : `${call === 'constructor' ? 'The constructor' : `reset(seed=${first.play.seed ?? 'None'})`} raises ${told(error)}${inside}`;
  const harm = last
    ? 'A trainer would take the fault for a bad action or lose the rollout'
    : 'No episode can begin there';
  return [
    {
      message: `${where}; ${cases.length} of ${of} plays end so. ${harm}. ${remedyOf(error)}`,
      line: error.frames.at(-1)?.line ?? null,
      evidence: {
        play: playUntil(first, turns.length),
        step: turns.length,
        observed: `${error.type}: ${error.message}`.slice(0, 300),
        sample: { shown: cases.length, of },
      },
      echoOf: explanation(error, call, scene, last?.action),
    },
  ];
}

function remedyOf({ type }: EnvironmentError): string {
  switch (type) {
    case 'NameError':
      return 'Import or define the name.';
    case 'ValueError':
      return 'Test the text before it is converted and answer a bad one with a message and reward 0.';
    case 'IndexError':
    case 'KeyError':
      return 'Test that the entry exists and answer with a message and reward 0.';
    case 'RecursionError':
      return 'Bound the depth, or reject such an action with a message and reward 0.';
    case 'OverflowError':
      return 'Bound the numbers that an action may give.';
    default:
      return 'Make this path answer with a message and reward 0.';
  }
}

/** The rule that says more of this exception than that it was raised. */
function explanation(error: EnvironmentError, call: Call, scene: Scene, action?: string): RuleCode[] {
  const owner = ownerOf(error, call, scene, action);
  return owner === 'SP412' ? [] : [owner];
}
