/** `spade/repair`: a designer's raw output made into a source. */
import { repair } from '../../lint/repair.ts';
import { REPAIR, type RepairResult, repairParams } from '../../protocol/language.ts';
import type { Method } from './method.ts';
import { parsed } from './parameters.ts';

export const repairMethod: Method = {
  register({ connection }) {
    connection.onRequest(REPAIR, (given: unknown): RepairResult => {
      const { source, changes } = repair(parsed(repairParams, given).text);
      return { source, changes: changes.map(({ line, message }) => ({ line, message })) };
    });
  },
};
