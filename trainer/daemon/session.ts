/** What one client may ask, from `initialize` on. The methods' meaning stands in methods.ts. */
import type { z } from 'zod';
import {
  COMMANDS,
  DAEMON_PROTOCOL,
  type Initialized,
  METHODS,
  type Method,
  type ReadParams,
} from '../../server/protocol/daemon.ts';
import { VERSION } from '../version.ts';
import type { Hub } from './hub.ts';
import type { Holder } from './lease.ts';
import { METHOD_HANDLERS } from './methods.ts';
import { Refusal } from './refusal.ts';
import type { Subscriptions } from './subscriptions.ts';

export class Session {
  readonly hub: Hub;
  readonly subscriptions: Subscriptions;
  #client: Holder | undefined;
  #wantsHeartbeat = false;

  constructor(hub: Hub, subscriptions: Subscriptions) {
    this.hub = hub;
    this.subscriptions = subscriptions;
  }

  /** Known once it has introduced itself. */
  get client(): Holder | undefined {
    return this.#client;
  }

  get wantsHeartbeat(): boolean {
    return this.#wantsHeartbeat;
  }

  /** @throws Refusal and StoreError, for the client. */
  async request(method: string, params: unknown): Promise<unknown> {
    if (!isMethod(method))
      throw new Refusal(
        'unknown-method',
        `There is no method "${method}". docs/daemon-protocol.md lists the methods.`,
      );
    if (method === 'initialize') return this.#initialize(readParams('initialize', params));
    if (!this.#client)
      throw new Refusal('not-initialized', 'The first message of a connection is `initialize`.');
    if (method in COMMANDS) {
      if (this.hub.closing)
        throw new Refusal(
          'shutting-down',
          'The daemon is ending. Connect again when it has been started again.',
        );
      this.#mustHoldLease(this.#client);
    }
    return handle(method, params, this);
  }

  #initialize({ protocols, client, capabilities }: ReadParams<'initialize'>): Initialized {
    if (this.#client) throw new Refusal('already-initialized', '`initialize` comes once a connection.');
    if (!protocols.includes(DAEMON_PROTOCOL))
      throw new Refusal(
        'protocol-version',
        `The daemon speaks version ${DAEMON_PROTOCOL} of the protocol, the client ${protocols.join(', ')}. Update the older of the two.`,
      );
    this.#client = { id: client.id, name: client.name };
    this.#wantsHeartbeat = capabilities.heartbeat;
    this.hub.lease.arrived(client.id);
    const { holder } = this.hub.lease;
    return {
      protocol: DAEMON_PROTOCOL,
      daemon: { version: VERSION, id: this.hub.id, time: new Date().toISOString() },
      capabilities: this.hub.capabilities,
      lease: { holder: holder?.name ?? null, mine: holder?.id === client.id },
    };
  }

  #mustHoldLease(client: Holder): void {
    const { holder } = this.hub.lease;
    if (holder?.id === client.id) return;
    if (!holder)
      throw new Refusal('lease-required', 'Commands need the lease: take it with `lease/take` first.');
    throw new Refusal(
      'lease-held',
      `${holder.name} controls this daemon. Ask there, or take control over with \`lease/take\` and \`force\`.`,
      { holder: holder.name },
    );
  }
}

const isMethod = (name: string): name is Method => Object.hasOwn(METHODS, name);

async function handle<M extends Method>(method: M, params: unknown, session: Session): Promise<unknown> {
  return METHOD_HANDLERS[method](readParams(method, params), session);
}

function readParams<M extends Method>(method: M, params: unknown): ReadParams<M> {
  const schema: z.ZodType<unknown> = METHODS[method].params;
  const parsed = schema.safeParse(params ?? {});
  // The compiler does not follow that a method's own schema gives that method's parameters.
  if (parsed.success) return parsed.data as ReadParams<M>;
  const problems = parsed.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  throw new Refusal('bad-parameters', `${method}: ${problems.join('; ')}`, { problems });
}
