import { GAME, variant } from '../../sample.ts';
import { describeRule } from '../../testing.ts';

const SEARCH = 're.search(r"\\\\boxed\\{(\\w+)\\}", action)';
const reads = (call: string): string => variant(GAME, [SEARCH, call]);
const NESTED = '((?:[^{}]|\\{[^{}]*\\})*)';

describeRule('SP703', {
  bad: [
    {
      title: 'greedy',
      source: reads('re.search(r"\\\\boxed\\{(.*)\\}", action)'),
      says: /is greedy/,
      severity: 'warning',
      marks: 'r"\\\\boxed\\{(.*)\\}"',
      fixed: reads(`re.search(r"\\\\boxed\\{${NESTED}\\}", action)`),
    },
    {
      title: 'greedy over lines, with a name',
      source: reads('re.search(r"\\\\boxed\\s*\\{(?P<answer>.+)\\}", action, re.DOTALL)'),
      severity: 'warning',
      fixed: reads(`re.search(r"\\\\boxed\\s*\\{(?P<answer>(?:[^{}]|\\{[^{}]*\\})+)\\}", action, re.DOTALL)`),
    },
    {
      title: 'compiled, not raw',
      source: reads('re.compile("\\\\\\\\boxed\\\\{(.*)\\\\}").search(action)'),
      fixed: reads('re.compile("\\\\\\\\boxed\\\\{((?:[^{}]|\\\\{[^{}]*\\\\})*)\\\\}").search(action)'),
    },
    {
      title: 'lazy: stops at the first brace',
      source: reads('re.search(r"\\\\boxed\\{(.*?)\\}", action)'),
      says: /does not cross a line break/,
      severity: 'information',
      fixed: reads(`re.search(r"\\\\boxed\\{${NESTED}\\}", action)`),
    },
    {
      title: 'all but a closing brace',
      source: reads('re.findall(r"\\\\boxed{([^}]+)}", action)'),
      says: /stops at the first closing brace, so/,
      severity: 'information',
      fixed: reads('re.findall(r"\\\\boxed{((?:[^{}]|\\{[^{}]*\\})+)}", action)'),
    },
    {
      title: 'a word boundary',
      source: reads('re.search(r"\\boxed\\{(\\w+)\\}", action)'),
      says: /word boundary/,
      severity: 'error',
      fixed: reads('re.search(r"\\\\boxed\\{(\\w+)\\}", action)'),
    },
    {
      title: 'a word boundary by a string that is not raw',
      source: reads('re.search("\\\\boxed\\\\{(\\\\w+)\\\\}", action)'),
      severity: 'error',
      fixed: reads('re.search("\\\\\\\\boxed\\\\{(\\\\w+)\\\\}", action)'),
    },
    {
      title: 'kept in a constant and used twice',
      source: variant(
        GAME,
        ['\n\nclass LeverEnv', '\nBOX = r"\\\\boxed\\{(.*)\\}"\n\n\nclass LeverEnv'],
        [SEARCH, 're.search(BOX, action) or re.match(BOX, action)'],
      ),
      marks: 'r"\\\\boxed\\{(.*)\\}"',
    },
  ],
  good: [
    { title: 'a word', source: GAME },
    { title: 'one level of braces', source: reads(`re.search(r"\\\\boxed\\{${NESTED}\\}", action)`) },
    { title: 'no braces inside', source: reads('re.search(r"\\\\boxed\\{([^{}]*)\\}", action)') },
    { title: 'digits', source: reads('re.search(r"\\\\boxed\\{\\s*(\\d{1,3})\\s*\\}", action)') },
    { title: 'greedy, but of the whole text', source: reads('re.fullmatch(r"\\\\boxed\\{(.*)\\}", action)') },
    { title: 'greedy, up to the end', source: reads('re.search(r"\\\\boxed\\{(.*)\\}$", action)') },
    { title: 'another pattern', source: reads('re.search(r"answer: (.*)", action)') },
    { title: 'no pattern', source: reads('action.split("\\\\boxed{(.*)}")') },
  ],
});
