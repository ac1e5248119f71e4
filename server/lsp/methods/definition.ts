/** From a tool's name in its schema to its method, and back. */
import type { Location } from 'vscode-languageserver';
import { fromLspPosition, toLspRange } from '../ranges.ts';
import { toolAt } from '../tool-places.ts';
import type { Method } from './method.ts';

export const definition: Method = {
  capabilities: () => ({ definitionProvider: true }),
  register({ connection, session }) {
    connection.onDefinition(({ textDocument: { uri }, position }): Location | null => {
      const snapshot = session.environment(uri);
      const found = snapshot && toolAt(snapshot, fromLspPosition(position));
      if (!found) return null;
      const { tool, range } = found;
      // From the method itself to the schema; from everywhere else to the method.
      const target = range === tool.method ? tool.schema : (tool.method ?? tool.schema);
      return target ? { uri, range: toLspRange(target) } : null;
    });
  },
};
