/** Renames a tool: its name in the schema, its method, and where the source calls it, all at once. */
import { ErrorCodes, type Range, ResponseError, type WorkspaceEdit } from 'vscode-languageserver';
import { fromLspPosition, toLspRange } from '../ranges.ts';
import { placesOf, toolAt, toolPlaces } from '../tool-places.ts';
import type { Method } from './method.ts';

export const rename: Method = {
  capabilities: () => ({ renameProvider: { prepareProvider: true } }),
  register({ connection, session }) {
    connection.onPrepareRename(
      ({ textDocument: { uri }, position }): { range: Range; placeholder: string } | null => {
        const snapshot = session.environment(uri);
        const found = snapshot && toolAt(snapshot, fromLspPosition(position));
        return found ? { range: toLspRange(found.range), placeholder: found.tool.name } : null;
      },
    );
    connection.onRenameRequest(({ textDocument: { uri }, position, newName }): WorkspaceEdit | null => {
      const snapshot = session.environment(uri);
      const found = snapshot && toolAt(snapshot, fromLspPosition(position));
      if (!snapshot || !found) return null;
      if (!/^[A-Za-z_]\w*$/.test(newName))
        throw refused(`"${newName}" cannot be part of a method's name. Use letters, digits and underscores.`);
      if (newName !== found.tool.name && toolPlaces(snapshot).some(({ name }) => name === newName))
        throw refused(`There is a tool ${newName} already.`);
      const edits = placesOf(found.tool).map((range) => ({ range: toLspRange(range), newText: newName }));
      return { changes: { [uri]: edits } };
    });
  },
};

const refused = (message: string) => new ResponseError(ErrorCodes.InvalidParams, message);
