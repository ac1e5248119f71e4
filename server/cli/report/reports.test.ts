import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkReport } from '../../protocol/check-report.ts';
import { findingOf, reportWith, toldWith } from '../testing.ts';
import { COLOURED, PLAIN } from '../text/paint.ts';
import { GithubReporter } from './github.ts';
import { JsonReporter } from './json.ts';
import { JunitReporter } from './junit.ts';
import type { Reporter } from './reporter.ts';
import { SarifReporter } from './sarif.ts';
import { type RunFacts, Tally } from './tally.ts';
import { TextReporter } from './text.ts';
import type { Told } from './told.ts';

const HOSTILE = 'a\nb\u001b[2J,:%<&>"\']]>\u202e.py';
const open = {
  code: 'SP504',
  name: 'unwinnable',
  severity: 'error',
  reason: 'the budget\u001b[31m was spent',
} as const;
const played = findingOf('SP506', {
  play: { seed: 3, actions: ['\\boxed{}', 'x'.repeat(500)] },
  step: 2,
  observed: '\u001b[2J::error::won',
});
const read = {
  ...findingOf('SP305', undefined, 3),
  message: 'Draws from the global generator.\n::error::not a command <b>&"',
};

const SOUND = toldWith(reportWith(), 'sound.py');
const NOTED = toldWith(reportWith([read]), 'noted.py');
const UNSOUND = toldWith(reportWith([played, read]), 'unsound.py');
const UNDECIDED = toldWith(reportWith([], [open]), 'undecided.py');
const HOSTILE_TOLD = toldWith(reportWith([played]), HOSTILE);
const FAULT: Told = { path: 'fault.py', fault: 'it is not UTF-8 text.' };
const ALL: readonly Told[] = [SOUND, NOTED, UNDECIDED, UNSOUND, HOSTILE_TOLD, FAULT];

const RUN: RunFacts = { complete: true, seconds: 2, cached: 1, leftOut: 2, configs: ['pyproject.toml'] };

function render(reporter: Reporter, told: readonly Told[] = ALL, run = RUN): string {
  const tally = new Tally();
  let text = reporter.begin();
  for (const one of told) {
    tally.add(one);
    text += reporter.environment(one);
  }
  for (const part of reporter.end(tally, run)) text += part;
  return text;
}

test('no report lets a file name or an observation drive the terminal or end a line', () => {
  const reporters = [
    new TextReporter({ paint: PLAIN, quiet: false }),
    new GithubReporter(),
    new JunitReporter('undecided'),
    new JsonReporter('1.0.0', 'abc'),
    new SarifReporter('1.0.0', () => undefined),
  ];
  for (const reporter of reporters)
    expect(render(reporter)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
});

describe('text', () => {
  const text = render(new TextReporter({ paint: PLAIN, quiet: false }));

  test('tells the unsound first, then what is undecided, then remarks', () => {
    const at = [
      'unsound.py:1  E SP506',
      'undecided.py  ? SP504',
      'not checked  fault.py',
      'noted.py:3  W SP305',
      'sound  sound.py',
    ];
    const places = at.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test('tells evidence shortened with a count, and the command that replays it', () => {
    expect(text).toContain('seed 3, 2 actions: \\boxed{}; xxx');
    expect(text).toContain('(500 characters)');
    expect(text).toContain('spade play unsound.py --seed 3 --action');
  });

  test('sums up and says what to do next', () => {
    expect(text).toContain('6 environments: 2 sound, 2 unsound, 1 undecided, 1 not checked.');
    expect(text).toContain('2 Python files without an environment class');
    expect(text).toContain('Settings: pyproject.toml');
    expect(text).toMatch(/SP305\s+global-rng\s+2\s+in 2 environments/);
    expect(text).toContain('Next:');
    expect(
      render(new TextReporter({ paint: PLAIN, quiet: false }), [SOUND], { ...RUN, complete: false }),
    ).toContain('Interrupted');
  });

  test('is short when quiet, and coloured only when asked', () => {
    const quiet = render(new TextReporter({ paint: PLAIN, quiet: true }));
    expect(quiet).toContain('unsound.py:1');
    expect(quiet).not.toContain('noted.py:3');
    expect(quiet).not.toContain('Next:');
    expect(render(new TextReporter({ paint: COLOURED, quiet: false }))).toContain('\u001b[31m');
  });
});

describe('json', () => {
  test('follows its schema, in the order that was given', () => {
    const report = checkReport.parse(JSON.parse(render(new JsonReporter('1.0.0', 'abc'))));
    expect(report.environments.map(({ path }) => path)).toEqual(ALL.map(({ path }) => path));
    expect(report.summary).toMatchObject({
      environments: 6,
      sound: 2,
      unsound: 2,
      undecided: 1,
      notChecked: 1,
      leftOut: 2,
    });
    expect(report.summary.rules.SP305).toEqual({ findings: 2, environments: 2 });
    expect(report.complete).toBe(true);
  });

  test('of nothing is a report as well', () => {
    expect(checkReport.parse(JSON.parse(render(new JsonReporter('1', 'a'), []))).environments).toEqual([]);
  });
});

describe('github', () => {
  const lines = render(new GithubReporter()).trimEnd().split('\n');

  test('every line is one command or the summary', () => {
    expect(
      lines.every((line) => /^::(?:error|warning|notice) [^\n]*::/.test(line) || line.startsWith('spade: ')),
    ).toBe(true);
    expect(lines.filter((line) => line.startsWith('spade: '))).toHaveLength(1);
  });

  test('names place and rule, and escapes what would end a property', () => {
    expect(
      lines.some((line) =>
        line.startsWith(
          '::error file=unsound.py,line=1,endLine=1,col=1,endColumn=5,title=SP506 passive-win::The message',
        ),
      ),
    ).toBe(true);
    expect(lines.some((line) => line.startsWith('::error file=a%0Ab'))).toBe(true);
    expect(lines.join('\n')).toContain('%2C%3A%25');
    expect(lines.some((line) => line.startsWith('::warning file=undecided.py'))).toBe(true);
  });
});

describe('junit', () => {
  const xml = render(new JunitReporter('undecided'));

  test('is well-formed', () => {
    expect(wellFormed(xml)).toBe(true);
    expect(wellFormed(`${xml}<`)).toBe(false);
  });

  test('has a suite for an environment and a case for a finding', () => {
    expect(xml).toContain('<testsuite name="sound.py" tests="1" failures="0" errors="0" skipped="0">');
    expect(xml).toContain('<testsuite name="unsound.py" tests="2" failures="1" errors="0" skipped="0">');
    expect(xml).toContain('<testsuite name="undecided.py" tests="1" failures="0" errors="1" skipped="0">');
    expect(xml).toContain('<testsuite name="fault.py" tests="1" failures="0" errors="1" skipped="0">');
  });

  test('fails by what makes the run fail', () => {
    expect(render(new JunitReporter('warning'), [NOTED])).toContain('failures="1"');
    expect(render(new JunitReporter('error'), [UNDECIDED])).toContain('errors="0" skipped="1"');
    expect(render(new JunitReporter('error'), [], { ...RUN, complete: false })).toContain('interrupted');
  });
});

/** Tags nest, attributes are quoted, and nothing stands loose that XML forbids. */
function wellFormed(xml: string): boolean {
  const names: string[] = [];
  const body = xml.replace(/^<\?xml [^?]*\?>\n/, '');
  const token = /<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
  let at = 0;
  for (let match = token.exec(body); match; match = token.exec(body)) {
    at = token.lastIndex;
    const [, closing, name = '', attributes = '', alone, loose = ''] = match;
    if (/&(?!(?:amp|lt|gt|quot);)/.test(attributes + loose) || /[>]/.test(loose)) return false;
    if (closing && names.pop() !== name) return false;
    if (name && !closing && !alone) names.push(name);
  }
  return at === body.length && names.length === 0;
}

describe('sarif', () => {
  const message = z.strictObject({ text: z.string().min(1) });
  const location = z.strictObject({
    physicalLocation: z.strictObject({
      artifactLocation: z.strictObject({
        uri: z.string().regex(/^[\w%./:~!*'()-]+$/),
        uriBaseId: z.literal('%SRCROOT%').optional(),
      }),
      region: z
        .strictObject({
          startLine: z.number().min(1),
          startColumn: z.number().min(1),
          endLine: z.number().min(1),
          endColumn: z.number().min(1),
        })
        .optional(),
    }),
  });
  const result = z.strictObject({
    ruleId: z.string(),
    ruleIndex: z.number().min(0),
    kind: z.literal('open').optional(),
    level: z.enum(['none', 'note', 'warning', 'error']),
    message,
    locations: z.array(location).length(1),
    partialFingerprints: z.record(z.string(), z.string()).optional(),
    properties: z.record(z.string(), z.unknown()).optional(),
  });
  const log = z.strictObject({
    $schema: z.url(),
    version: z.literal('2.1.0'),
    runs: z
      .array(
        z.strictObject({
          tool: z.strictObject({
            driver: z.strictObject({
              name: z.string(),
              semanticVersion: z.string(),
              rules: z.array(
                z.strictObject({
                  id: z.string(),
                  name: z.string().regex(/^[A-Z]\w*$/),
                  shortDescription: message,
                  help: z.strictObject({ text: z.string().min(1), markdown: z.string().optional() }),
                  defaultConfiguration: z.strictObject({ level: z.enum(['note', 'warning', 'error']) }),
                }),
              ),
            }),
          }),
          columnKind: z.literal('utf16CodeUnits'),
          results: z.array(result),
          invocations: z.array(
            z.strictObject({
              executionSuccessful: z.boolean(),
              toolExecutionNotifications: z.array(
                z.strictObject({ level: z.literal('error'), message, locations: z.array(location) }),
              ),
            }),
          ),
        }),
      )
      .length(1),
  });
  const sarif = (told: readonly Told[] = ALL) =>
    log.parse(JSON.parse(render(new SarifReporter('1.0.0', ({ code }) => `# ${code}`), told)));

  test('follows the structure of SARIF 2.1.0', () => {
    const [run] = sarif().runs;
    const rules = run?.tool.driver.rules ?? [];
    expect(run?.results).toHaveLength(5);
    for (const { ruleId, ruleIndex } of run?.results ?? []) expect(rules[ruleIndex]?.id).toBe(ruleId);
    expect(rules[0]?.help.markdown).toBe('# SP101');
  });

  test('counts columns from 1 and tells what is undecided as open', () => {
    const results = sarif().runs[0]?.results ?? [];
    expect(results[0]?.locations[0]?.physicalLocation.region).toEqual({
      startLine: 3,
      startColumn: 1,
      endLine: 3,
      endColumn: 6,
    });
    expect(results.find(({ kind }) => kind === 'open')).toMatchObject({ ruleId: 'SP504', level: 'none' });
  });

  test('fingerprints survive moved lines and tell equal findings apart', () => {
    const prints = (told: Told) =>
      sarif([told]).runs[0]?.results.map(
        ({ partialFingerprints }) => partialFingerprints?.['spadeFinding/v1'],
      );
    const source = 'import random\n\nx = random.random()\n';
    const before = prints(toldWith(reportWith([read, read]), 'a.py', source));
    const moved = { ...read, range: { start: { line: 4, column: 0 }, end: { line: 4, column: 5 } } };
    expect(prints(toldWith(reportWith([moved, moved]), 'a.py', `\n${source}`))).toEqual(before);
    expect(new Set(before).size).toBe(2);
  });

  test('what could not be checked makes the invocation unsuccessful', () => {
    expect(sarif().runs[0]?.invocations[0]).toMatchObject({ executionSuccessful: false });
    expect(sarif([SOUND]).runs[0]?.invocations[0]).toMatchObject({ executionSuccessful: true });
  });
});
