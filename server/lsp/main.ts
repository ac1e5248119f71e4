/**
 * The language server as a program: `--stdio`, `--node-ipc`, `--socket=PORT` or `--pipe=NAME` says how it is spoken
 * to. It ends with its editor, and no child outlives it.
 */
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serve } from './server.ts';

// Set by an editor's Electron for this process; what it starts must not take it for theirs.
delete process.env.ELECTRON_RUN_AS_NODE;

if (!process.argv.some((word) => /^--(?:stdio|node-ipc|socket|pipe)\b/.test(word))) {
  process.stderr.write(
    'This is the language server of Spade Studio, to be started by an editor: server.mjs --stdio\n',
  );
  process.exit(2);
}

const connection = createConnection(ProposedFeatures.all);
serve(connection);
connection.listen();
