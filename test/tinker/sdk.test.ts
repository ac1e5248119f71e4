import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { testEngine } from '../../trainer/policy/tinker/testing.ts';
import { pythonEnvironment } from '../python.ts';

const COMMON =
  'anyio==4.16.0 certifi==2026.10.19.post1 click==8.5.1 distro==1.9.0 h11==0.16.0 h2==4.4.1 hpack==4.2.0 httpcore==1.0.9 httpx==0.28.1 hyperframe==6.1.0 idna==3.20 markdown-it-py==4.3.0 mdurl==0.1.2 numpy==2.5.5 annotated-types==0.8.0 opentelemetry-api==1.45.2 orjson==3.13.0 protobuf==7.36.2 pydantic==2.14.4 pydantic_core==2.50.5 Pygments==2.21.0 pyqwest==0.12.0 rich==15.0.0 sniffio==1.3.1 typing-inspection==0.4.5 typing_extensions==4.16.0 zstandard==0.25.0';

const told = z.object({
  version: z.string(),
  served: z.array(z.string()),
  tokens: z.array(z.number()),
  drift: z.number(),
  metrics: z.record(z.string(), z.number()),
  path: z.string(),
  restored: z.number(),
});

/** The last in JSON, and the newest. The SDK needs `transformers` only for tokenizers. */
const VERSIONS = ['0.16.1', '0.38.0'];

describe('the official SDK against our engine', () => {
  test.for(VERSIONS)('tinker %s', { timeout: 900_000 }, async (version, { skip }) => {
    const packages = ['--no-deps', '--no-compile', `tinker==${version}`, ...COMMON.split(' ')];
    const found = await pythonEnvironment(`tinker-${version}`, packages, { min: [3, 11], max: [3, 13] });
    if ('missing' in found) return skip(`The SDK cannot be had: ${found.missing}`);
    const engine = await testEngine();
    try {
      const child = spawn(found.python, [join(import.meta.dirname, 'sdk', 'client.py'), engine.server.url], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let [said, errors] = ['', ''];
      child.stdout.on('data', (part) => {
        said += String(part);
      });
      child.stderr.on('data', (part) => {
        errors += String(part);
      });
      const [code] = await once(child, 'close');
      expect(code, errors).toBe(0);
      const result = told.parse(JSON.parse(said.trim().split('\n').at(-1) ?? ''));
      expect(result.version).toBe(version);
      expect(result.served).toEqual(['spade/pocket']);
      expect(result.tokens).toHaveLength(3);
      // What was sampled is what is learnt from, under the same weights.
      expect(result.drift).toBeLessThan(1e-3);
      expect(result.metrics['spade/updates']).toBe(1);
      expect(result.path).toMatch(/^tinker:\/\/.*\/weights\/checkpoint$/);
      expect(result.restored).toBe(3);
    } finally {
      await engine.close();
    }
  });
});
