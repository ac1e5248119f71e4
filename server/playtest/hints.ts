/** What a class says as a hint, where it has one: a method, or an attribute of the instance. */
import { pyValue, textOf } from '../protocol/value.ts';
import type { Lab } from './lab.ts';
import { parseReply } from './session.ts';

export interface Hint {
  readonly seed: number;
  readonly text: string;
  readonly opening: string;
}

const METHODS: readonly string[] = ['hint', 'get_hint'];
const ATTRIBUTES: readonly string[] = ['hint', '_hint', 'hint_text'];

/** By seed; empty for classes without a hint. */
export function hints(lab: Lab): Promise<readonly Hint[]> {
  return lab.once('hints', async () => {
    const openings = await lab.openings();
    const stored = openings.flatMap(({ seed, state, episode }): Hint[] => {
      const values = ATTRIBUTES.map((name) => textOf(state?.attributes[name]?.value ?? null));
      const text = values.find((value) => value);
      return text ? [{ seed, text, opening: episode.observation }] : [];
    });
    const method = METHODS.find((name) =>
      new RegExp(`def ${name}\\(self\\)`).test(lab.session.options.source),
    );
    if (stored.length > 0 || !method) return stored;
    const found: Hint[] = [];
    await lab.session.fresh();
    lab.session.count(1);
    for (const { seed, episode } of openings) {
      const id = `hint ${seed}`;
      const batch = await lab.session.run([
        { op: 'new', id },
        { op: 'reset', id, seed },
        { op: 'call', id, method, args: {} },
        { op: 'drop', id },
      ]);
      const reply = batch.replies[2];
      const text = reply && 'ok' in reply ? textOf(parseReply(reply, pyValue)) : undefined;
      if (text) found.push({ seed, text, opening: episode.observation });
    }
    return found;
  });
}
