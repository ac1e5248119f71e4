import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findNode, type NodeWishes } from './node.ts';

const { node: version, modules } = process.versions;
const ELECTRON = {
  path: '/opt/editor/editor',
  versions: { node: '22.1.0', modules: '137', electron: '40.0.0' },
};
const OLD = { path: '/usr/bin/old-node', versions: { node: '20.1.0', modules: '115' } };

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'spade-node-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A program that tells what a Node of another version would. */
function pretender(name: string, told: string): string {
  const path = join(folder(), name);
  writeFileSync(path, `#!/bin/sh\nprintf '%s' '${told}'\n`);
  chmodSync(path, 0o755);
  return path;
}

const wishes = (more: Partial<NodeWishes>): NodeWishes => ({
  chosen: '',
  bundled: undefined,
  path: '',
  current: OLD,
  ...more,
});

describe('a Node for the sandbox', () => {
  test(`is this one, ${version} with ABI ${modules}`, async () => {
    const current = { path: process.execPath, versions: process.versions };
    expect(await findNode(wishes({ current }))).toEqual({ node: process.execPath });
  });

  test('is the bundled one before the one that runs, and the chosen one before both', async () => {
    const bundled = process.execPath;
    expect(await findNode(wishes({ bundled, current: ELECTRON }))).toEqual({ node: bundled });
    const chosen = pretender('chosen', '147  26.0.0');
    expect(await findNode(wishes({ chosen, bundled }))).toEqual({ node: chosen });
  });

  test('is found on PATH under an Electron whose number happens to fit', async () => {
    const bin = folder();
    symlinkSync(process.execPath, join(bin, 'node'));
    expect(await findNode(wishes({ path: `relative:${bin}`, current: ELECTRON }))).toEqual({
      node: join(bin, 'node'),
    });
  });

  test('is not a chosen one that does not fit, whatever else there is', async () => {
    const current = { path: process.execPath, versions: process.versions };
    const reason = async (chosen: string) => {
      const found = await findNode(wishes({ chosen, current }));
      return 'reason' in found ? found.reason : '';
    };
    expect(await reason(pretender('electron', '137 40.0.0 24.0.0'))).toContain('is an Electron');
    expect(await reason(pretender('old', '115  20.11.1'))).toContain(
      'is Node 20.11.1; the sandbox needs Node 24 or 26',
    );
    expect(await reason('/no/such/program')).toContain('does not run as Node');
    expect(await reason('node')).toContain('must be an absolute path');
  });

  test('that is nowhere is told with what was seen and what to do', async () => {
    const found = await findNode(wishes({ path: '/no/such/folder' }));
    expect(found).toEqual({ reason: expect.stringMatching(/no `node` on PATH.*spade\.node\.path/) });
  });
});
