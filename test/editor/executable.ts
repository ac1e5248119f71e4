#!/usr/bin/env node
/**
 * Stands in for the editor's program where there is no desktop to run one: @vscode/test-electron starts it as it
 * would start VS Code. Runs a suite inside the extension host of a code-server and ends with the suite's exit code.
 */
import { resolve } from 'node:path';
import { format } from 'node:util';
import { launchChromium } from '../chromium.ts';
import { CodeServer } from './code-server.ts';

/** Milliseconds for the whole suite. */
const LIMIT = 180_000;

/** What a code-server says of itself at every start. */
const NOISE = /^(%c|Creating a socket|Resolv|\[|Ignoring fetching|Updating additional)/;

const words = process.argv.slice(2);
const values = (name: string) =>
  words.filter((word) => word.startsWith(`--${name}=`)).map((word) => word.slice(name.length + 3));
const folder = words.find((word) => !word.startsWith('-'));
const [suite] = values('extensionTestsPath');
if (suite === undefined) throw new Error('Which suite? Give --extensionTestsPath=FILE.');

const server = await CodeServer.start({});
const browser = await launchChromium();
process.once('SIGINT', () => process.exit(130));
let code = 1;
try {
  const page = await browser.newPage();
  const ended = new Promise<number>((settle, fail) => {
    setTimeout(() => fail(new Error(`The suite did not end within ${LIMIT / 1000} s.`)), LIMIT).unref();
    void page.exposeFunction('codeAutomationExit', settle);
  });
  await page.exposeFunction('codeAutomationLog', (_: string, parts: unknown[]) => {
    const line = format(...parts);
    if (!NOISE.test(line)) console.log(line);
  });
  const payload = [
    ...values('extensionDevelopmentPath').map((path) => [
      'extensionDevelopmentPath',
      server.resource(resolve(path)),
    ]),
    ['extensionTestsPath', server.resource(resolve(suite))],
    ['extensionEnvironment', JSON.stringify(ownVariables())],
    ['skipWelcome', 'true'],
  ];
  const place: Record<string, string> = folder === undefined ? { ew: 'true' } : { folder: resolve(folder) };
  await page.goto(`${server.url}/?${new URLSearchParams({ ...place, payload: JSON.stringify(payload) })}`);
  code = await ended;
} catch (problem) {
  console.error(problem);
} finally {
  await browser.close();
  await server.stop();
}
process.exit(code);

/** What the test gives its suite by `extensionTestsEnv`. */
function ownVariables(): Record<string, string> {
  const own = Object.entries(process.env).filter(([name]) => name.startsWith('SPADE_TEST_'));
  return Object.fromEntries(own.map(([name, value]) => [name, value ?? '']));
}
