/** One connection's conversation: a message comes in, its answer goes out. */
import { z } from 'zod';
import {
  clientMessage,
  type ErrorCode,
  errorCode,
  MESSAGE_TYPES,
  type ServerMessage,
} from '../../server/protocol/openenv.ts';
import { NoSuchEnvironment } from './catalogue.ts';
import { type Backstage, Episode } from './episode.ts';
import { answerRpc } from './rpc.ts';
import { capacityText, type Slots } from './slots.ts';
import { EpisodeLost, StepFailed } from './trouble.ts';

/** What is told of what is wrong with a message. */
const MOST_ISSUES = 5;

export class Session {
  readonly #behind: Backstage;
  readonly #slots: Slots;
  readonly #episode: Episode;
  readonly #over = new AbortController();
  #holds = false;

  constructor(behind: Backstage, slots: Slots) {
    this.#behind = behind;
    this.#slots = slots;
    this.#episode = new Episode(behind);
  }

  /** `undefined`: the client is done. Never throws, but for a fault of our own. */
  async answer(text: string): Promise<ServerMessage | undefined> {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (problem) {
      return this.#error('INVALID_JSON', `Invalid JSON: ${problem instanceof Error ? problem.message : ''}`);
    }
    const parsed = clientMessage.safeParse(value);
    if (!parsed.success) return this.#refuse(value, parsed.error);
    const message = parsed.data;
    if (message.type === 'close') return undefined;
    if (message.type === 'mcp') return { type: 'mcp', data: answerRpc(message.data) };
    if (message.type === 'state') return { type: 'state', data: this.#episode.state };
    try {
      if (message.type === 'step')
        return {
          type: 'observation',
          data: await this.#episode.step(message.data.message, this.#over.signal),
        };
      if (!this.#holds) {
        if (!this.#slots.take()) return this.#full();
        this.#holds = true;
        this.#behind.metrics.session();
      }
      return { type: 'observation', data: await this.#episode.reset(message.data, this.#over.signal) };
    } catch (problem) {
      if (this.#over.signal.aborted) return undefined;
      if (problem instanceof NoSuchEnvironment)
        return this.#error('VALIDATION_ERROR', problem.message, { errors: [] });
      if (problem instanceof StepFailed || problem instanceof EpisodeLost)
        return this.#error('EXECUTION_ERROR', problem.message);
      throw problem;
    }
  }

  /** Does it have a place among those that play? */
  get holds(): boolean {
    return this.#holds;
  }

  /** Ends what is under way and gives the slot back. */
  close(): void {
    if (this.#over.signal.aborted) return;
    this.#over.abort(new Error('The session is over.'));
    this.#episode.leave();
    if (this.#holds) this.#slots.free();
    this.#holds = false;
  }

  #full(): ServerMessage {
    const { taken, capacity } = this.#slots;
    return this.#error('CAPACITY_REACHED', capacityText(this.#slots), {
      active_sessions: taken,
      max_sessions: capacity,
    });
  }

  #refuse(value: unknown, error: z.ZodError): ServerMessage {
    const type = z.looseObject({ type: z.string().max(100) }).safeParse(value);
    if (!type.success && (typeof value !== 'object' || value === null || Array.isArray(value)))
      return this.#error('VALIDATION_ERROR', 'A message is a JSON object with a "type".', { errors: [] });
    const name = type.success ? type.data.type : '';
    if (!MESSAGE_TYPES.some((known) => known === name))
      return this.#error('UNKNOWN_TYPE', `Unknown message type: ${name}`);
    const errors = error.issues
      .slice(0, MOST_ISSUES)
      .map(({ code, path, message }) => ({ type: code, loc: path.map(String), msg: message }));
    const words = errors
      .map(({ loc, msg }) => `${loc.length > 0 ? `${loc.join('.')}: ` : ''}${msg}`)
      .join('; ');
    return this.#error('VALIDATION_ERROR', `Invalid message: ${words}`, { errors });
  }

  #error(code: ErrorCode, message: string, more: Readonly<Record<string, unknown>> = {}): ServerMessage {
    this.#behind.metrics.error(errorCode.parse(code));
    return { type: 'error', data: { message, code, ...more } };
  }
}
