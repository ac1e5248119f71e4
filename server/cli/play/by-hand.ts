/** Playing at a prompt. */
import { createInterface } from 'node:readline/promises';
import type { Episode } from '../../contract/episode.ts';
import { wrapAction } from '../../contract/profile.ts';
import { inline, shorten } from '../../contract/visible.ts';
import type { Play } from '../../protocol/finding.ts';
import { type PyValue, show } from '../../protocol/value.ts';
import type { Answer, Conditions, Table } from '../../workspace/play/table.ts';
import { type Terminal, write } from '../terminal.ts';
import type { Paint } from '../text/paint.ts';
import { Transcript } from './transcript.ts';

const HELP = `Type an action. For games bare text is put into \\boxed{…}; text with a \\boxed or that begins with a backslash is sent as it is.
  :send TEXT   send the text exactly as it stands
  :actions     actions that the source and the observation name
  :state       the environment's attributes, hidden ones too
  :solution    what solution() says now
  :undo        take the last action back
  :help        this help
  :quit        end (Ctrl-D does the same)
`;

const VALUE_LENGTH = 200;

/** Is this text an action as it stands? */
export function asAction(table: Pick<Table, 'profile'>, text: string): string {
  const ready = table.profile !== 'games' || text.startsWith('\\') || text.includes('\\boxed{');
  return ready ? text : wrapAction('games', text);
}

export class ByHand {
  readonly #table: Table;
  readonly #conditions: Conditions;
  readonly #terminal: Terminal;
  readonly #paint: Paint;
  readonly #transcript: Transcript;
  /** Everything sent so far; what came after the episode's end included. */
  readonly #sent: string[];

  constructor(table: Table, play: Play, terminal: Terminal, paint: Paint) {
    const { actions, after = [], ...conditions } = play;
    this.#table = table;
    this.#conditions = conditions;
    this.#sent = [...actions, ...after];
    this.#terminal = terminal;
    this.#paint = paint;
    this.#transcript = new Transcript(table.source, paint);
  }

  /** Plays until the person quits. Gives the last episode. */
  async run(): Promise<Episode> {
    let episode = await this.#replay();
    await this.#say(this.#transcript.episode(episode, episode.ending !== 'unfinished'));
    const { stdin, stdout, signal } = this.#terminal;
    const atPrompt = stdin.isTTY === true && stdout.isTTY === true;
    if (atPrompt) await this.#say(this.#paint('dim', 'Type an action, :help or :quit.\n'));
    const lines = createInterface({
      input: stdin,
      ...(atPrompt ? { output: stdout } : {}),
      terminal: atPrompt,
    });
    const quit = () => lines.close();
    lines.on('close', () => atPrompt && stdout.write('\n'));
    lines.on('SIGINT', quit);
    signal.addEventListener('abort', quit, { once: true });
    lines.setPrompt(this.#paint('bold', '> '));
    if (atPrompt) lines.prompt();
    try {
      for await (const line of lines) {
        const text = line.trim();
        if (text === ':quit' || text === ':q' || signal.aborted) break;
        if (text !== '') episode = await this.#take(text, episode);
        if (atPrompt) lines.prompt();
      }
    } finally {
      signal.removeEventListener('abort', quit);
      lines.close();
    }
    return episode;
  }

  async #take(text: string, episode: Episode): Promise<Episode> {
    const [command = ''] = text.split(/\s/, 1);
    switch (command) {
      case ':send':
        return this.#act(text.slice(command.length + 1), episode);
      case ':undo':
        return this.#undo(episode);
      case ':help':
        await this.#say(HELP);
        return episode;
      case ':actions':
        await this.#say(this.#candidates(episode));
        return episode;
      case ':state':
        await this.#say(this.#told(await this.#table.state(episode.play), stateText));
        return episode;
      case ':solution':
        await this.#say(
          this.#told(await this.#table.solution(episode.play), (value) => this.#transcript.said(value)),
        );
        return episode;
    }
    if (/^:[a-z]+$/.test(text)) {
      await this.#say(
        `There is no command ${text}; :help lists them. (To send it as an action: :send ${text})\n`,
      );
      return episode;
    }
    return this.#act(asAction(this.#table, text), episode);
  }

  async #act(action: string, before: Episode): Promise<Episode> {
    if (before.ending === 'error' || before.ending === 'malformed') {
      await this.#say(
        'The episode has broken off, so nothing can be played; :undo takes the last action back.\n',
      );
      return before;
    }
    this.#sent.push(action);
    const episode = await this.#replay();
    if (episode.ending === 'limit') {
      this.#sent.pop();
      await this.#say(`${this.#transcript.ending(episode)}The action was taken back.\n`);
      return before;
    }
    const turn = episode.after.at(-1) ?? episode.turns.at(-1);
    await this.#say(turn ? this.#transcript.turn(turn) : '');
    if (before.ending === 'unfinished' && episode.ending !== 'unfinished')
      await this.#say(
        `${this.#transcript.ending(episode)}${this.#paint('dim', 'What you send now is played after the end; :undo takes the last action back.')}\n`,
      );
    return episode;
  }

  async #undo(episode: Episode): Promise<Episode> {
    const taken = this.#sent.pop();
    if (taken === undefined) {
      await this.#say('There is nothing to take back.\n');
      return episode;
    }
    const before = await this.#replay();
    await this.#say(`Took back ${shorten(taken, 80)}.\n`);
    const last = before.after.at(-1) ?? before.turns.at(-1);
    await this.#say(last ? this.#transcript.turn(last) : this.#transcript.opening(before));
    return before;
  }

  /** Plays all that was sent: actions up to the end, the rest after it. */
  async #replay(): Promise<Episode> {
    const whole = await this.#table.play({ ...this.#conditions, actions: [...this.#sent] });
    const rest = this.#sent.slice(whole.turns.length);
    const ended = whole.ending === 'terminated' || whole.ending === 'truncated';
    return ended && rest.length > 0
      ? this.#table.play({
          ...this.#conditions,
          actions: this.#sent.slice(0, whole.turns.length),
          after: rest,
        })
      : whole;
  }

  #candidates(episode: Episode): string {
    const observation = episode.turns.at(-1)?.observation ?? episode.observation;
    const found = this.#table.candidates(observation);
    return found.length > 0
      ? found.map((action) => `  ${inline(action)}\n`).join('')
      : 'Nothing was found in the source or the observation.\n';
  }

  #told<T>(answer: Answer<T>, tell: (value: T) => string): string {
    if ('value' in answer) return tell(answer.value);
    return 'error' in answer ? this.#transcript.error(answer.error) : this.#transcript.breach(answer.breach);
  }

  #say(text: string): Promise<void> {
    return write(this.#terminal.stdout, text);
  }
}

function stateText({ attributes }: { attributes: Readonly<Record<string, { value: PyValue }>> }): string {
  const rows = Object.entries(attributes).map(
    ([name, { value }]) => `  ${inline(name)} = ${shorten(show(value), VALUE_LENGTH)}\n`,
  );
  return rows.join('') || 'The environment has no attributes.\n';
}
