/** A play in a form that others can replay: the names of the evidence that findings carry. */
import type { Finding } from '../../server/protocol/finding.ts';
import type { PlayedTable } from '../../server/protocol/play-table.ts';

export function evidenceText(
  file: string,
  table: PlayedTable,
  finding: Pick<Finding, 'code' | 'name'> | undefined,
): string {
  const turns = [...table.turns, ...table.after];
  return JSON.stringify(
    {
      file,
      className: table.className,
      ...(finding ? { finding: { code: finding.code, name: finding.name } } : {}),
      play: table.play,
      ending: table.ending,
      return: table.return,
      rewards: turns.map(({ reward }) => reward),
      ...(table.error ? { error: table.error } : {}),
      ...(table.breach ? { breach: table.breach } : {}),
    },
    null,
    2,
  );
}
