import { defineConfig } from 'vitest/config';

/** Milliseconds. Machines are shared and slow; what is really slow is measured by `npm run bench`. */
const TEST_TIMEOUT = 240_000;

export default defineConfig({
  test: {
    include: ['{server,trainer,extension,webviews}/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: 'test/sandbox-image.setup.ts',
    // Processes rather than threads: a test may end children, change its folder or load native code.
    pool: 'forks',
    execArgv: ['--no-node-snapshot', '--no-warnings'],
    maxWorkers: 2,
    testTimeout: TEST_TIMEOUT,
    hookTimeout: TEST_TIMEOUT,
  },
});
