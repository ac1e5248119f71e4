/** An episode in files: JSON lines as `spade run export` writes them, Markdown for people, evidence for `spade play`. */

import { actionsOf, rolloutPlay } from '../../server/contract/rollout-play.ts';
import type { Result } from '../../server/protocol/daemon.ts';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import type { EnvironmentDetail } from '../../server/protocol/run-records.ts';

export type EpisodeDetail = Result<'run/episode'>;

export const jsonLine = (episode: EpisodeDetail): string => `${JSON.stringify(episode)}\n`;

/** With what to do with it. */
export function evidenceText(
  run: { readonly id: string; readonly config: Pick<RunConfig, 'play'> },
  episode: EpisodeDetail,
  environment: Pick<EnvironmentDetail, 'className' | 'source' | 'hash'> | undefined,
): string {
  const { id, transcript, outcome } = episode;
  return `${JSON.stringify(
    {
      run: run.id,
      episode: id,
      className: environment?.className ?? null,
      sha256: episode.environment,
      play: rolloutPlay(episode, run.config.play),
      outcome,
      return: episode.return,
      rewards: transcript.turns.map(({ reward }) => reward),
      replay: commandOf(episode, run.config),
      source: environment?.source ?? null,
    },
    null,
    2,
  )}\n`;
}

/** Plays it again, with the environment's source in a file. */
export const commandOf = (episode: EpisodeDetail, { play }: Pick<RunConfig, 'play'>): string =>
  [
    `spade play environment.py --seed ${episode.seed}`,
    ...(play.ownTurns ? [] : [`--max-turns ${play.maxTurns}`]),
    ...actionsOf(episode.transcript).map((action) => `--action ${quoted(action)}`),
  ].join(' ');

/** For a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export function markdown(run: string, episode: EpisodeDetail, className: string | null): string {
  const { id, step, seed, hinted, outcome, transcript, skill } = episode;
  const facts = [
    `- run ${run}, step ${step}, skill ${line(skill)}`,
    `- environment ${line(className ?? 'without a class')} (${episode.environment.slice(0, 12)}), seed ${seed}, ${hinted ? 'with' : 'without'} the hint`,
    `- ${outcome}, return ${episode.return ?? 'none'}, ${transcript.turns.length} turns`,
    ...(transcript.advantage === undefined ? [] : [`- advantage ${transcript.advantage.toFixed(3)}`]),
    ...(transcript.fault === undefined ? [] : [`- fault: ${line(transcript.fault)}`]),
  ];
  const turns = transcript.turns.map(
    ({ response, thinking, action, observation, reward, terminated, truncated }, index) =>
      [
        `## Turn ${index + 1}`,
        ...(thinking === undefined ? [] : ['The agent thought:', fenced(thinking)]),
        'The agent:',
        fenced(response),
        ...(action === null
          ? ['Nothing in it was an action; the environment was given all of it.']
          : ['Sent:', fenced(action)]),
        'The environment:',
        fenced(observation),
        `Reward ${reward}${terminated ? ', terminated' : ''}${truncated ? ', truncated' : ''}.`,
      ].join('\n\n'),
  );
  return `${[`# Episode ${id}`, facts.join('\n'), '## Reset', fenced(transcript.opening), ...turns].join('\n\n')}\n`;
}

/** A fence longer than any within. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

const line = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(/([\\`*_<>[\]#|])/g, '\\$1');

/** Where the return came from, in a sentence (paper, G.3.2). */
export function rewardText({ transcript, outcome, return: earned }: EpisodeDetail): string {
  const { turns, fault } = transcript;
  if (outcome === 'fault')
    return `The environment failed${fault === undefined ? '' : `: ${fault}`}. That is no return, and nobody learns from it.`;
  const paid = turns.flatMap(({ reward }, index) => (reward === 0 ? [] : [`${reward} at turn ${index + 1}`]));
  const rewards =
    paid.length === 0
      ? 'No turn was paid'
      : `Paid: ${paid.slice(0, 8).join(', ')}${paid.length > 8 ? ', …' : ''}`;
  const last = turns.at(-1);
  if (outcome === 'truncated')
    return `${rewards}. It ended without terminating${last?.truncated ? ': the environment cut it off' : ''}, so the return is 0.`;
  return `${rewards}. The return is the last reward, ${last?.reward ?? 0}, clipped to [−1, 1]: ${earned ?? 0}.`;
}
