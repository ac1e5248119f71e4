/** `solution()` of a tool-use environment replayed call by call, with every criterion looked at after each. */
import { type Turn, turnOf } from '../contract/episode.ts';
import { type Command, returned, type ToolDescription, toolDescription } from '../protocol/driver.ts';
import type { Lab } from './lab.ts';
import { parseReply } from './session.ts';

export interface ToolStep {
  readonly turn: Turn;
  /** After the turn; `undefined` when it raised. */
  readonly tools: ToolDescription | undefined;
}

export interface ToolTrace {
  readonly seed: number;
  readonly opening: ToolDescription;
  readonly steps: readonly ToolStep[];
  readonly wins: boolean;
}

/** Traces of the seeds on which `solution()` can be read as calls, whether it wins or not. */
export async function toolTraces(lab: Lab): Promise<readonly ToolTrace[]> {
  const openings = await lab.openings();
  const solutions = await lab.solutions();
  const traces: ToolTrace[] = [];
  await lab.session.fresh();
  for (const [index, opening] of openings.entries()) {
    const solved = solutions[index];
    if (!opening.tools || !solved || solved.actions.length === 0) continue;
    lab.session.count(1);
    const id = `trace ${opening.seed}`;
    const batch = await lab.session.run([
      { op: 'new', id },
      { op: 'reset', id, seed: opening.seed },
      ...solved.actions.flatMap((action): Command[] => [
        { op: 'step', id, action },
        { op: 'tools', id },
      ]),
      { op: 'drop', id },
    ]);
    const steps: ToolStep[] = [];
    for (const [position, action] of solved.actions.entries()) {
      const [stepped, described] = batch.replies.slice(2 + 2 * position, 4 + 2 * position);
      if (!stepped || !described || !('ok' in stepped)) break;
      const turn = turnOf(position + 1, action, { returned: parseReply(stepped, returned) });
      steps.push({ turn, tools: 'ok' in described ? parseReply(described, toolDescription) : undefined });
      if (turn.terminated || turn.truncated) break;
    }
    traces.push({ seed: opening.seed, opening: opening.tools, steps, wins: solved.wins });
  }
  return traces;
}

/** Where an instruction is the current one: how many steps came before, and the state of the criteria then. */
export interface Announcement {
  readonly instruction: number;
  /** Actions played before it was announced. */
  readonly after: readonly string[];
  readonly tools: ToolDescription;
}

/** Every instruction of the trace with the point at which it became the current one. */
export function announcements(trace: ToolTrace): Announcement[] {
  const found: Announcement[] = [];
  let known = -1;
  const actions: string[] = [];
  for (const tools of [trace.opening, ...trace.steps.map((step) => step.tools)]) {
    if (tools && tools.current !== null && tools.current > known && tools.current < tools.messages.length) {
      known = tools.current;
      found.push({ instruction: known, after: [...actions], tools });
    }
    const next = trace.steps[actions.length];
    if (next) actions.push(next.turn.action);
  }
  return found;
}
