import { defineConfig } from 'vitest/config';

/** Milliseconds. Machines are shared and slow; what is really slow is measured by `npm run bench`. */
const TEST_TIMEOUT = 240_000;

/** They drive a browser, and some the whole editor: one at a time, once all others are done. */
const IN_BROWSER = ['test/editor/**/*.test.ts', 'test/webviews/**/*.test.ts'];

const common = {
  // Processes rather than threads: a test may end children, change its folder or load native code.
  pool: 'forks' as const,
  execArgv: ['--no-node-snapshot', '--no-warnings'],
  testTimeout: TEST_TIMEOUT,
  hookTimeout: TEST_TIMEOUT,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'sources',
          include: ['{server,trainer,extension,webviews}/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...IN_BROWSER],
          globalSetup: 'test/sandbox-image.setup.ts',
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'browser',
          include: IN_BROWSER,
          exclude: ['**/node_modules/**'],
          maxWorkers: 1,
          fileParallelism: false,
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 600_000,
          hookTimeout: 600_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
