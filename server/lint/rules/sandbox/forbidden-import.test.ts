import { GAME, TOOLS, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const TURN = '        self.turn = 0\n';
const top = (statement: string, source = GAME): string => `${statement}\n${source}`;

describeRule('SP201', {
  bad: [
    {
      title: 'numpy',
      source: top('import numpy as np'),
      says: /`import numpy` is not among/,
      marks: 'numpy as np',
      severity: 'error',
    },
    {
      title: 'a part of a package',
      source: top('from scipy.stats import norm'),
      says: /`from scipy.stats import norm`/,
      marks: 'from scipy.stats import norm',
    },
    { title: 'sys', source: top('import sys'), marks: 'sys' },
    { title: 'one of two in a line', source: top('import math, pickle'), marks: 'pickle' },
    {
      title: 'inside a method',
      source: variant(GAME, [TURN, `${TURN}        import yaml\n`]),
      marks: 'yaml',
    },
    {
      title: 'where it may be missing',
      source: top('try:\n    import numpy\nexcept ImportError:\n    numpy = None'),
    },
    { title: 'the clock, in a tool-use environment', source: top('import time', TOOLS), marks: 'time' },
    { title: 'dates, in a tool-use environment', source: top('from datetime import date', TOOLS) },
    {
      title: 'once for each module',
      source: top('import numpy\nimport numpy.linalg\nimport pandas'),
      times: 2,
    },
    { title: 'a file beside this one', source: top('from .boards import Board') },
  ],
  good: [
    {
      title: 'what games may import',
      source: top(
        'import itertools, math\nfrom collections import deque\nfrom typing import Optional\nimport math_verify',
      ),
    },
    {
      title: 'what tool-use environments may import',
      source: top('import json\nimport re\nimport math\nfrom typing import Any', TOOLS),
    },
    {
      title: 'the base class by its module',
      source: top('from tool_use_base_env import ToolUseBaseEnv', TOOLS),
    },
    { title: 'annotations of the future', source: top('from __future__ import annotations', TOOLS) },
    { title: 'what the user allows', source: top('import numpy'), settings: { allowedImports: ['numpy'] } },
    { title: 'a demonstration', source: `${GAME}\n\nif __name__ == "__main__":\n    import sys\n` },
    {
      title: 'for a type checker',
      source: top('from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import numpy'),
    },
    {
      title: 'modules that have rules of their own',
      source: top('import os\nimport socket\nimport threading\nimport importlib'),
    },
    {
      title: 'a method that no play calls',
      source: `${GAME}\n    def render(self):\n        import pygame\n`,
    },
  ],
});
