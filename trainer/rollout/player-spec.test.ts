import { describe, expect, it } from 'vitest';
import { playerSpec } from './player-spec.ts';

describe('--policy', () => {
  it.each([
    ['pocket', { kind: 'pocket', weights: undefined }],
    ['pocket:runs/7/checkpoints', { kind: 'pocket', weights: 'runs/7/checkpoints' }],
    [
      'openai:qwen3:4b@http://localhost:11434/v1',
      { kind: 'openai', model: 'qwen3:4b', url: 'http://localhost:11434/v1' },
    ],
    ['tinker:org/m@v2@https://t.example', { kind: 'tinker', model: 'org/m@v2', url: 'https://t.example' }],
  ])('%s', (given, spec) => {
    expect(playerSpec(given)).toEqual(spec);
  });

  it.each(['', 'gpt', 'openai:', 'openai:m', 'openai:@http://x', 'openai:m@http://', 'pocket:'])(
    'does not take "%s"',
    (given) => {
      expect(() => playerSpec(given)).toThrow(/--policy takes pocket/);
    },
  );

  it('repeats nothing that may be a key', () => {
    expect(() => playerSpec('openia:m@https://sk-secret@host')).toThrow(/^(?!.*sk-secret)/);
  });
});
