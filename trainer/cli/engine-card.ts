/** An engine's capability card for the terminal: what it does and, for a run, what it lacks. */
import { type AskedEngine, type EngineCard, engineCardLines } from '../../server/protocol/engine-card.ts';

export function cardText(card: EngineCard): string[] {
  const lines = engineCardLines(card);
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}

export function askedText(asked: AskedEngine): string[] {
  if (asked.kind === 'unknown') return [`What the engine does is not known: ${asked.message}`];
  const { card, refusal } = asked;
  return [...cardText(card), ...(refusal === null ? [] : [`The run would be refused: ${refusal}`])];
}
