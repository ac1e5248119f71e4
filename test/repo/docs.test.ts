import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { files, read, root } from './files.ts';

const pages = files.filter((file) => file.endsWith('.md'));

/** A link's or picture's target; code is left out, since what looks like a link there is none. */
const LINK = /!?\[[^\]]*\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g;

function prose(text: string): string {
  return text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
}

/** Anchors as GitHub makes them of headings. */
function anchors(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading = ''] of text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    let name = slug;
    for (let count = 1; found.has(name); count++) name = `${slug}-${count}`;
    found.add(name);
  }
  return found;
}

/** Why a link does not resolve; undefined when it does. */
function fault(page: string, target: string): string | undefined {
  if (/^[a-z]+:/i.test(target)) return undefined;
  const [path = '', anchor] = target.split('#', 2);
  const file = path === '' ? page : posix.join(posix.dirname(page), decodeURIComponent(path));
  if (file.startsWith('..')) return 'leads out of the repository';
  if (!existsSync(join(root, file))) return 'is not there';
  if (anchor === undefined || statSync(join(root, file)).isDirectory() || !file.endsWith('.md'))
    return undefined;
  return anchors(read(file)).has(anchor) ? undefined : 'has no such heading';
}

describe('documentation', () => {
  test('every relative link leads somewhere', () => {
    const broken = pages.flatMap((page) =>
      [...prose(read(page)).matchAll(LINK)].flatMap(([, target = '']) => {
        const why = fault(page, target);
        return why ? [`${page}: ${target} ${why}`] : [];
      }),
    );
    expect(broken).toEqual([]);
  });

  test('every decision is listed in the index of decisions', () => {
    const folder = 'docs/decisions/';
    const index = [...read(`${folder}README.md`).matchAll(LINK)].map(([, target]) => target);
    const decisions = pages.filter((page) => page.startsWith(folder) && page !== `${folder}README.md`);
    expect(decisions.filter((page) => !index.includes(page.slice(folder.length)))).toEqual([]);
  });

  test('a broken link would be found', () => {
    expect(fault('docs/architecture.md', 'nowhere.md')).toBe('is not there');
    expect(fault('README.md', 'docs/architecture.md#nothing-of-the-kind')).toBe('has no such heading');
    expect(fault('README.md', '../elsewhere')).toBe('leads out of the repository');
    expect(fault('README.md', 'docs/architecture.md')).toBeUndefined();
  });
});
