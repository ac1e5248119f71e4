/** Sessions by the graph they run, the ones used last kept. */
import type { OnnxRuntime, Session } from './runtime.ts';

/** A session keeps its graph's constants and plan, a few megabytes at most. */
const KEPT = 48;

export class SessionCache {
  private readonly runtime: OnnxRuntime;
  /** In the order of last use. */
  private readonly sessions = new Map<string, Session>();

  constructor(runtime: OnnxRuntime) {
    this.runtime = runtime;
  }

  /** The session of that key; `build` gives its graph when there is none yet. */
  async get(key: string, build: () => Uint8Array): Promise<Session> {
    const session = this.sessions.get(key) ?? (await this.runtime.session(build()));
    this.sessions.delete(key);
    this.sessions.set(key, session);
    if (this.sessions.size > KEPT) {
      const [oldest = key] = this.sessions.keys();
      const unused = this.sessions.get(oldest);
      this.sessions.delete(oldest);
      await unused?.release();
    }
    return session;
  }

  async close(): Promise<void> {
    const all = [...this.sessions.values()];
    this.sessions.clear();
    for (const session of all) await session.release();
  }
}
