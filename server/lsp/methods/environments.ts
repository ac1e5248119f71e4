/** `spade/environments`, and news for whoever shows them. */
import { ENVIRONMENTS } from '../../protocol/language.ts';
import { Breath } from '../schedule.ts';
import type { Method } from './method.ts';

export const environmentsMethod: Method = {
  register(server) {
    const { connection, environments, schedule, checks, session } = server;
    connection.onRequest(ENVIRONMENTS, async (_, token) => {
      const breath = new Breath();
      const found = [];
      for (const uri of await environments.all()) {
        if (token.isCancellationRequested) break;
        await breath.take();
        const environment = environments.tell(uri);
        if (environment) found.push(environment);
      }
      return { environments: found };
    });
    const told = new Map<string, string>();
    schedule.onLook((uri) => {
      const snapshot = session.environment(uri);
      if (!environments.wanted || (!snapshot && !told.has(uri))) return;
      environments.refresh(uri);
      const stale = snapshot && checks.of(uri)?.text !== snapshot.text;
      const facts = snapshot?.facts.environment;
      const place = facts && snapshot.facts.range(facts.cls.node).start.line;
      const now = JSON.stringify([facts?.name, facts?.profile, place, stale]);
      if (told.get(uri) === now) return;
      if (snapshot) told.set(uri, now);
      else told.delete(uri);
      server.announce(uri);
    });
  },
};
