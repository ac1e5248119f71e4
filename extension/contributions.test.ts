/** The manifest against the code: nothing is contributed that nobody implements, and nothing used that is missing. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { clientSettings, DEFAULT_CLIENT_SETTINGS } from '../server/protocol/language.ts';
import {
  COMMANDS,
  CONTEXT_KEYS,
  CONTEXTS,
  PANELS,
  SETTINGS,
  TOOLS,
  VIEWS,
  WALKTHROUGH,
} from './contributions.ts';
import { DEFAULT_TRAINER_SETTINGS, trainerSettings } from './trainer/settings.ts';

const root = join(import.meta.dirname, '..');

const menuItem = z.object({ command: z.string(), when: z.string().optional() });
const manifest = z
  .object({
    main: z.string(),
    activationEvents: z.array(z.string()),
    capabilities: z.object({
      untrustedWorkspaces: z.object({
        supported: z.literal('limited'),
        restrictedConfigurations: z.array(z.string()),
      }),
    }),
    contributes: z.object({
      commands: z.array(
        z.object({ command: z.string(), title: z.string(), enablement: z.string().optional() }),
      ),
      menus: z.record(z.string(), z.array(menuItem)),
      viewsContainers: z.object({ activitybar: z.array(z.object({ id: z.string(), icon: z.string() })) }),
      views: z.record(z.string(), z.array(z.object({ id: z.string() }))),
      viewsWelcome: z.array(z.object({ view: z.string(), contents: z.string() })),
      configuration: z.object({
        properties: z.record(
          z.string(),
          z.object({
            default: z.unknown(),
            scope: z.string(),
            description: z.string().optional(),
            markdownDescription: z.string().optional(),
          }),
        ),
      }),
      languageModelTools: z.array(
        z.object({ name: z.string(), inputSchema: z.object({ required: z.array(z.string()) }) }),
      ),
      walkthroughs: z.array(
        z.object({
          id: z.string(),
          steps: z.array(
            z.object({
              description: z.string(),
              media: z.union([z.object({ image: z.string() }), z.object({ markdown: z.string() })]),
              completionEvents: z.array(z.string()).optional(),
            }),
          ),
        }),
      ),
    }),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

const { contributes } = manifest;
const contributed = contributes.commands.map(({ command }) => command);
const implemented: string[] = Object.values(COMMANDS);

describe('commands', () => {
  test('are the same in the manifest and in the code', () => {
    expect(contributed.toSorted()).toEqual(implemented.toSorted());
  });

  test('that menus, welcomes and walkthroughs name are contributed', () => {
    const inMenus = Object.values(contributes.menus).flatMap((items) => items.map(({ command }) => command));
    const texts = [
      ...contributes.viewsWelcome.map(({ contents }) => contents),
      ...contributes.walkthroughs.flatMap(({ steps }) =>
        steps.flatMap(({ description, completionEvents = [] }) => [description, ...completionEvents]),
      ),
    ].join('\n');
    const inTexts = [...texts.matchAll(/(?:command|onCommand):(spade\.\w+)\b(?!\.focus)/g)].map(
      ([, id = '']) => id,
    );
    expect([...inMenus, ...inTexts].filter((id) => !contributed.includes(id))).toEqual([]);
  });

  test('that need a finding, a folder or a filter are not offered in the palette without', () => {
    const palette = new Map(contributes.menus.commandPalette?.map(({ command, when }) => [command, when]));
    expect(palette.get(COMMANDS.replay)).toBe('false');
    expect(palette.get(COMMANDS.checkFolder)).toBe('false');
    expect(palette.get(COMMANDS.clearFilter)).toBe(CONTEXT_KEYS.filtered);
  });
});

test('views, panels, tools and the walkthrough are the same in the manifest and in the code', () => {
  expect(contributes.viewsContainers.activitybar.map(({ id }) => id)).toEqual([VIEWS.container]);
  expect(contributes.views[VIEWS.container]?.map(({ id }) => id)).toEqual([
    VIEWS.environments,
    VIEWS.trainers,
  ]);
  expect(contributes.languageModelTools.map(({ name }) => name)).toEqual(Object.values(TOOLS));
  expect(contributes.walkthroughs.map(({ id }) => id)).toEqual([WALKTHROUGH]);
  expect(manifest.activationEvents.toSorted()).toEqual(
    [
      'onLanguage:python',
      `onView:${VIEWS.environments}`,
      `onView:${VIEWS.trainers}`,
      // A form that was left is not filled in again.
      ...Object.values(PANELS).flatMap((panel) => (panel === PANELS.launch ? [] : `onWebviewPanel:${panel}`)),
    ].toSorted(),
  );
});

test('menus ask for context values and keys that the code sets', () => {
  const clauses = [
    ...Object.values(contributes.menus).flatMap((items) => items.map(({ when = '' }) => when)),
    ...contributes.commands.map(({ enablement = '' }) => enablement),
  ];
  const asked = clauses.flatMap((when) => [...when.matchAll(/\bspade\.\w+/g)].map(([key]) => key));
  const set: string[] = [
    ...Object.values(CONTEXT_KEYS),
    ...Object.values(CONTEXTS),
    VIEWS.environments,
    VIEWS.trainers,
  ];
  expect(asked.filter((key) => !set.includes(key))).toEqual([]);
  const items = clauses.flatMap((when) => [...when.matchAll(/viewItem == (\w+)/g)].map(([, value]) => value));
  const { replayable: _, runEnded: __, ...asking } = CONTEXTS;
  expect(new Set(items)).toEqual(new Set(Object.values(asking)));
});

describe('settings', () => {
  const { properties } = contributes.configuration;
  const nested = (key: string): unknown =>
    key
      .split('.')
      .reduce<unknown>(
        (value, part) => (value !== null && typeof value === 'object' ? Reflect.get(value, part) : undefined),
        { [SETTINGS]: { ...DEFAULT_CLIENT_SETTINGS, trainer: DEFAULT_TRAINER_SETTINGS } },
      );

  test('have the defaults that the code has', () => {
    for (const [key, { default: value }] of Object.entries(properties)) {
      if (key === `${SETTINGS}.trace.server`) continue; // the client library reads it
      expect([key, nested(key)]).toEqual([key, value]);
    }
  });

  test('are all of those that the server reads', () => {
    const read = Object.entries(clientSettings.shape).flatMap(([group, { shape }]) =>
      Object.keys(shape).map((name) => `${SETTINGS}.${group}.${name}`),
    );
    const trainer = Object.keys(trainerSettings.shape).map((name) => `${SETTINGS}.trainer.${name}`);
    expect([...read, ...trainer].filter((key) => !(key in properties))).toEqual([]);
  });

  test('say what they do, and where they count', () => {
    for (const { description, markdownDescription } of Object.values(properties))
      expect((description ?? markdownDescription ?? '').length).toBeGreaterThan(40);
  });

  test('that name a program are not taken from a workspace that is not trusted', () => {
    const programs = ['node.path', 'trainer.home', 'trainer.command', 'trainer.ssh'].map(
      (key) => `${SETTINGS}.${key}`,
    );
    expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual(programs);
    expect(programs.map((key) => properties[key]?.scope)).toEqual(programs.map(() => 'machine'));
  });
});

test('every file that the manifest names is there', () => {
  const files = [
    ...contributes.viewsContainers.activitybar.map(({ icon }) => icon),
    ...contributes.walkthroughs.flatMap(({ steps }) =>
      steps.map(({ media }) => ('image' in media ? media.image : media.markdown)),
    ),
  ];
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
