/** The environment designer: what it is asked for, and how its answer is read. */
import type { Profile } from '../../server/contract/profile.ts';
import { type Repaired, repair } from '../../server/lint/repair.ts';
import type { Document } from '../curriculum/corpus.ts';
import type { Difficulty } from '../curriculum/difficulty.ts';
import { type MemoryRecord, wrongWith } from '../curriculum/memory.ts';
import type { Random } from '../curriculum/random.ts';
import type { Message } from './message.ts';
import { FORM, GAME_CONTRACT, TOOL_CONTRACT } from './prompts/contract.ts';
import { DOMAINS, GROUNDED, type Kind, MULTI_TURN, SINGLE_TURN, VARIANTS } from './prompts/kinds.ts';

/** One environment to be designed. */
export interface DesignRequest {
  readonly profile: Profile;
  readonly skill: string;
  readonly difficulty: Difficulty;
  /** What grounds it; left out: nothing does. */
  readonly document?: Document | undefined;
  /** Environments of the past that taught much. */
  readonly seeds: readonly MemoryRecord[];
  /** Environments of the past that were too easy or too hard. */
  readonly warnings: readonly MemoryRecord[];
}

/** What was wrong with the try before, in the words of its findings. */
export interface Rejection {
  readonly source: string;
  readonly reasons: readonly string[];
}

/** @param random decides the kind, and for tool use the domain and the variant. */
export function designMessages(request: DesignRequest, random: Random): Message[] {
  const { profile, skill, difficulty, document } = request;
  const kind = profile === 'games' ? gameKind(document, random) : toolKind(random);
  const parts = [
    kind.task,
    `Skill to exercise: ${skill}. Difficulty: ${difficulty}.`,
    ...(document ? [`Document:\n${document.text}`] : []),
    ...past(request),
    FORM,
  ];
  return [
    { role: 'system', content: profile === 'games' ? GAME_CONTRACT : TOOL_CONTRACT },
    { role: 'user', content: parts.join('\n\n') },
  ];
}

/** Asks again after a try that was rejected. */
export function retryMessages(before: readonly Message[], { source, reasons }: Rejection): Message[] {
  const list = reasons.map((reason) => `- ${reason}`).join('\n');
  return [
    ...before,
    { role: 'assistant', content: `\`\`\`python\n${source}\n\`\`\`` },
    {
      role: 'user',
      content: `Checks found what must not be in it:\n${list}\n\nMend it and give the whole source again. ${FORM}`,
    },
  ];
}

/** The source in a designer's answer: out of its fence, with braces doubled that were meant as text. */
export const readDesign = (answer: string): Repaired => repair(answer);

function gameKind(document: Document | undefined, random: Random): Kind {
  if (document) return GROUNDED;
  return random() < 0.5 ? SINGLE_TURN : MULTI_TURN;
}

function toolKind(random: Random): Kind {
  const domain = DOMAINS[Math.floor(random() * DOMAINS.length)] ?? DOMAINS[0];
  const total = VARIANTS.reduce((sum, { weight }) => sum + weight, 0);
  let at = random() * total;
  const drawn = VARIANTS.find(({ weight }) => {
    at -= weight;
    return at < 0;
  });
  const { name, task } = (drawn ?? VARIANTS[0])?.kind ?? { name: '', task: '' };
  return { name, task: `Design a task about ${domain}. ${task}` };
}

function past({ seeds, warnings }: DesignRequest): string[] {
  const good = seeds.map(
    ({ source, winRate, regret }, i) =>
      `Example ${i + 1}, won in ${percent(winRate)} of plays${regret === null ? '' : `, a hint adds ${percent(regret)}`}:\n\`\`\`python\n${source}\n\`\`\``,
  );
  const bad = warnings.map(
    (one) => `- ${one.className} was ${wrongWith(one)}: won in ${percent(one.winRate)} of plays.`,
  );
  return [
    ...(good.length > 0
      ? [
          `Earlier environments that taught much. Learn from how they work; design something else.\n\n${good.join('\n\n')}`,
        ]
      : []),
    ...(bad.length > 0 ? [`Earlier environments that taught nothing:\n${bad.join('\n')}`] : []),
  ];
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;
