/** `spade engine`: an engine of our own for trying clients, what other engines do, and the files of a model. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Arguments } from '../../server/cli/arguments.ts';
import { type Terminal, write } from '../../server/cli/terminal.ts';
import { safeJson } from '../../server/cli/text/safe-json.ts';
import { nearest } from '../../server/contract/nearest.ts';
import { inline } from '../../server/contract/visible.ts';
import { resolveConfig } from '../../server/protocol/run-presets.ts';
import { UsageError } from '../../server/workspace/usage-error.ts';
import { fetchModel } from '../policy/tinker/chat/fetch-model.ts';
import { servedPocket } from '../policy/tinker/server/pocket.ts';
import { PocketEngineServer } from '../policy/tinker/server/server.ts';
import { readTrouble, TROUBLES, Troubles } from '../policy/tinker/server/trouble.ts';
import { cardOf } from '../selfplay/tinker-card.ts';
import { cardText } from './engine-card.ts';
import { ENGINE_ACTIONS } from './specs.ts';

const FORMATS = ['text', 'json'] as const;
const PORT = 8000;

export async function engineCommand(args: Arguments, terminal: Terminal): Promise<number> {
  const [action, ...words] = args.words;
  if (action === 'serve') return serve(words, args, terminal);
  if (action === 'card') return card(words, args, terminal);
  if (action === 'fetch') return fetchFiles(words, args, terminal);
  const meant = nearest(action ?? '', ENGINE_ACTIONS);
  throw new UsageError(
    `spade engine needs ${ENGINE_ACTIONS.join(', ')}${action === undefined ? '' : `; not "${inline(action)}"`}.${meant ? ` Did you mean \`spade engine ${meant}\`?` : ''}`,
  );
}

async function serve(words: readonly string[], args: Arguments, terminal: Terminal): Promise<number> {
  if (words.length > 0) throw new UsageError('spade engine serve takes no further words.');
  const troubles = new Troubles();
  for (const text of args.texts('trouble')) {
    const read = readTrouble(text);
    if (!read)
      throw new UsageError(
        `${inline(text)} is no trouble, such as asample:429x3 or *:delay=200x1000. There are ${Object.keys(TROUBLES).join(', ')} and delay=MILLISECONDS.`,
      );
    troubles.add(read.call, read.trouble, read.times);
  }
  const given = args.text('dir');
  const folder =
    given === undefined ? mkdtempSync(join(tmpdir(), 'spade-engine-')) : resolve(terminal.cwd, given);
  const weights = args.text('weights');
  const server = await PocketEngineServer.start({
    served: await servedPocket(weights === undefined ? undefined : resolve(terminal.cwd, weights)),
    folder,
    host: args.text('host'),
    port: args.integer('port', 0, 65_535) ?? PORT,
    troubles,
    wire: args.choice('wire', ['json', 'protobuf'] as const),
  });
  try {
    const engine = { kind: 'tinker', url: server.url, model: server.models.served.name };
    await write(
      terminal.stdout,
      `The engine is at ${server.url} and serves ${server.models.served.name}. Checkpoints: ${folder}\nTrain on it: spade train pocket --set design.temperature=1 --set engine='${JSON.stringify(engine)}'\nCtrl-C ends it.\n`,
    );
    if (!terminal.signal.aborted)
      await new Promise<void>((done) =>
        terminal.signal.addEventListener('abort', () => done(), { once: true }),
      );
  } finally {
    await server.close();
    if (given === undefined) rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

async function card(words: readonly string[], args: Arguments, terminal: Terminal): Promise<number> {
  const [url, model, ...more] = words;
  if (url === undefined || model === undefined || more.length > 0)
    throw new UsageError('spade engine card takes two words: the engine’s URL and the name of the model.');
  const engine = {
    kind: 'tinker',
    url,
    model,
    ...(args.has('rank') ? { loraRank: args.integer('rank', 1, 4096) } : {}),
    ...(args.has('key-variable') ? { keyVariable: args.text('key-variable') } : {}),
    ...(args.has('tokenizer') ? { tokenizer: resolve(terminal.cwd, args.text('tokenizer') ?? '') } : {}),
  };
  const resolved = resolveConfig('games-4b', { engine });
  if ('problems' in resolved) throw new UsageError(resolved.problems.join('\n'));
  const { config } = resolved;
  if (config.engine.kind !== 'tinker') throw new Error(`the engine is ${config.engine.kind}`);
  const found = await cardOf(config.engine, config, terminal.env, terminal.signal);
  const format = args.choice('format', FORMATS) ?? 'text';
  await write(
    terminal.stdout,
    format === 'json' ? `${safeJson(found)}\n` : `${cardText(found).map(inline).join('\n')}\n`,
  );
  return 0;
}

async function fetchFiles(words: readonly string[], args: Arguments, terminal: Terminal): Promise<number> {
  const [model, folder, ...more] = words;
  if (model === undefined || folder === undefined || more.length > 0)
    throw new UsageError('spade engine fetch takes two words: a model, such as Qwen/Qwen3-4B, and a folder.');
  const { env, signal, cwd } = terminal;
  const source = {
    hub: env.HF_ENDPOINT || undefined,
    revision: args.text('revision'),
    token: env.HF_TOKEN || undefined,
  };
  const written = await fetchModel(model, resolve(cwd, folder), source, signal);
  await write(
    terminal.stdout,
    `${written.join(', ')} of ${inline(model)} are in ${inline(folder)}. Use them: --set engine.tokenizer=${inline(resolve(cwd, folder))}\n`,
  );
  return 0;
}
