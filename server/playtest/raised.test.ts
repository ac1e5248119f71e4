import { describe, expect, it } from 'vitest';
import type { EnvironmentError } from '../protocol/driver.ts';
import { type Call, ownerOf, type Scene } from './raised.ts';

const SOURCE = [
  'import numpy',
  'text = f"\\\\boxed{answer}"',
  'data = open("x").read()',
  'lever = input()',
  'import socket; socket.socket()',
].join('\n');
const scene: Scene = { source: SOURCE, profile: 'games', allowedImports: [], className: 'PanelEnv' };

const error = (type: string, message: string, line?: number): EnvironmentError => ({
  type,
  message,
  frames: line === undefined ? [] : [{ line, function: 'PanelEnv.step' }],
});

describe('the rule that an exception belongs to', () => {
  it.each<[error: EnvironmentError, call: Call, owner: string, action?: string]>([
    [error('SyntaxError', 'invalid syntax', 1), 'load', 'SP115'],
    [error('SyntaxError', 'invalid syntax', 1), 'step', 'SP412'],
    [error('ModuleNotFoundError', "No module named 'numpy'", 1), 'load', 'SP201'],
    [error('ModuleNotFoundError', "No module named 'requests.auth'", 1), 'load', 'SP204'],
    [
      error('ImportError', "cannot import name 'sampel' from 'random' (unknown location)", 1),
      'load',
      'SP412',
    ],
    [error('SystemExit', '1', 3), 'step', 'SP207'],
    [error('NameError', "name 'quit' is not defined", 3), 'step', 'SP207'],
    [error('NameError', "name 'deque' is not defined", 3), 'reset', 'SP113'],
    [error('NameError', "name 'answer' is not defined", 2), 'reset', 'SP702'],
    [error('NameError', "name 'lever' is not defined", 3), 'reset', 'SP412'],
    [error('AttributeError', "'PanelEnv' object has no attribute 'held'", 3), 'step', 'SP110'],
    [error('AttributeError', "'NoneType' object has no attribute 'group'", 3), 'step', 'SP412'],
    [error('TypeError', "PanelEnv.reset() got an unexpected keyword argument 'seed'"), 'reset', 'SP103'],
    [error('TypeError', 'PanelEnv.step() missing 1 required positional argument'), 'step', 'SP105'],
    [error('TypeError', 'PanelEnv.step() missing 1 required positional argument', 3), 'step', 'SP412'],
    [error('TypeError', "'str' object is not callable"), 'solution', 'SP109'],
    [error('NotImplementedError', '', 3), 'solution', 'SP108'],
    [error('FileNotFoundError', "[Errno 44] No such file or directory: 'x'", 3), 'reset', 'SP203'],
    [error('EOFError', '', 4), 'step', 'SP206'],
    [error('OSError', '[Errno 52] Function not implemented', 5), 'reset', 'SP204'],
    [error('ZeroDivisionError', 'division by zero', 3), 'reset', 'SP803'],
    [error('ZeroDivisionError', 'division by zero', 3), 'step', 'SP803', '\\boxed{wait}'],
    [error('ZeroDivisionError', 'division by zero', 3), 'step', 'SP412', '\\boxed{1/0}'],
    [error('IndexError', 'Cannot choose from an empty sequence', 3), 'reset', 'SP803'],
    [error('IndexError', 'list index out of range', 3), 'reset', 'SP412'],
  ])('%o while in %s: %s', (raised, call, owner, action) => {
    expect(ownerOf(raised, call, scene, action)).toBe(owner);
  });
});
