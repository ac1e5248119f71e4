/** An episode for reading: what the environment said stands behind a bar, so that it cannot pass for anything else. */
import { type Episode, isFiveTuple, shapeOf, type Turn } from '../../contract/episode.ts';
import { count, inline, shorten, visible } from '../../contract/visible.ts';
import type { EnvironmentError, LimitBreach, Returned } from '../../protocol/driver.ts';
import { type PyValue, show } from '../../protocol/value.ts';
import { lineOf } from '../report/told.ts';
import type { Paint } from '../text/paint.ts';

const INFO_LENGTH = 400;
const ACTION_LENGTH = 2_000;

export class Transcript {
  readonly #source: string;
  readonly #paint: Paint;

  constructor(source: string, paint: Paint) {
    this.#source = source;
    this.#paint = paint;
  }

  /** All of it: opening, turns, what came after the end, and how it ended unless that is told otherwise. */
  episode(episode: Episode, withEnding = true): string {
    const unplayed = episode.play.actions.length - episode.turns.length;
    return [
      this.opening(episode),
      ...episode.turns.map((turn) => this.turn(turn)),
      ...(episode.after.length > 0 ? [this.#paint('dim', 'after the end:\n')] : []),
      ...episode.after.map((turn) => this.turn(turn)),
      withEnding ? this.ending(episode) : '',
      unplayed > 0 && episode.ending !== 'limit' && episode.ending !== 'unfinished'
        ? `${count(unplayed, 'action')} not played: the episode had ended.\n`
        : '',
    ].join('');
  }

  opening(episode: Episode): string {
    const { returned, error } = episode.opening;
    if (error) return this.error(error);
    if (!returned) return '';
    const shape = shapeOf(returned);
    const [observation, info] = returned.parts;
    const odd =
      shape === '(str, dict)' ? '' : `${this.#paint('red', `reset returned ${shape}, not (str, dict)`)}\n`;
    return `${this.said(observation)}${odd}${this.#info(info)}`;
  }

  turn(turn: Turn): string {
    const head = `${this.#paint('bold', `${turn.step}> `)}${shorten(turn.action, ACTION_LENGTH)}\n`;
    if (turn.error) return `${head}${this.error(turn.error)}`;
    const { returned } = turn;
    if (!isFiveTuple(returned)) return `${head}${this.#malformed(returned)}`;
    const [observation, reward = null, , , info] = returned.parts;
    const flags = [
      ...(turn.terminated ? [this.#paint('green', 'terminated')] : []),
      ...(turn.truncated ? [this.#paint('yellow', 'truncated')] : []),
    ];
    return `${head}${this.said(observation)}  ${['reward ' + shorten(show(reward), 80), ...flags].join(', ')}\n${this.#info(info)}`;
  }

  #malformed(returned: Returned | undefined): string {
    const shape = returned ? shapeOf(returned) : 'nothing';
    const parts = (returned?.parts ?? []).map((part) => shorten(show(part), INFO_LENGTH)).join(', ');
    return `${this.#paint('red', `step returned ${shape}, not (str, float, bool, bool, dict)`)}: ${parts}\n`;
  }

  ending(episode: Episode): string {
    const actions = count(episode.turns.length, 'action');
    switch (episode.ending) {
      case 'terminated':
        return `Terminated after ${actions}: return ${episode.return}.\n`;
      case 'truncated':
        return `Truncated after ${actions}: return 0, since the episode did not terminate.\n`;
      case 'unfinished':
        return `Goes on after ${actions}.\n`;
      case 'malformed':
        return `Ended after ${actions} by a malformed return.\n`;
      case 'error':
        return `Ended after ${actions} by an exception.\n`;
      case 'limit':
        return episode.breach ? this.breach(episode.breach, episode.play.actions.at(-1)) : '';
    }
  }

  error({ type, message, frames }: EnvironmentError): string {
    const places = frames.map(({ line, function: name }) => {
      const text = lineOf(this.#source, line);
      return `    line ${line} in ${inline(name)}${text ? `: ${this.#paint('dim', shorten(text, 160))}` : ''}\n`;
    });
    const what = message ? `${inline(type)}: ${inline(message)}` : inline(type);
    return `  ${this.#paint('red', what)}\n${places.join('')}`;
  }

  breach({ limit, line, function: name }: LimitBreach, action?: string): string {
    const where =
      line === null
        ? ''
        : `, at line ${line}${name ? ` in ${inline(name)}` : ''}: ${shorten(lineOf(this.#source, line), 160)}`;
    const after = action === undefined ? '' : ` by the action ${shorten(action, 80)}`;
    return `${this.#paint('red', `The ${limit} limit was passed`)}${after}${where}\n`;
  }

  /** What the environment said, line by line behind a bar. */
  said(observation: PyValue | undefined): string {
    if (observation === undefined) return '';
    const [text, length] =
      typeof observation === 'string'
        ? [observation, undefined]
        : observation !== null && typeof observation === 'object' && 'text' in observation
          ? [observation.text, observation.length]
          : [show(observation), undefined];
    const bar = this.#paint('dim', '| ');
    const body = visible(text.replaceAll('\r\n', '\n'))
      .split('\n')
      .map((line) => `${bar}${line}\n`)
      .join('');
    return length === undefined ? body : `${body}${bar}… (${count(length, 'character')} in all)\n`;
  }

  #info(info: PyValue | undefined): string {
    if (info === undefined || info === null) return '';
    const text = show(info);
    return text === '{}' ? '' : `  ${this.#paint('dim', `info ${shorten(text, INFO_LENGTH)}`)}\n`;
  }
}
