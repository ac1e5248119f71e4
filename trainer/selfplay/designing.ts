/** A set of environments: written by the player, checked, retried, hinted. What was rejected is kept, with its findings. */
import type { Profile } from '../../server/contract/profile.ts';
import type { RunConfig } from '../../server/protocol/run-config.ts';
import type { Corpus } from '../curriculum/corpus.ts';
import { drawDocument } from '../curriculum/corpus.ts';
import { DIFFICULTIES } from '../curriculum/difficulty.ts';
import type { Memory } from '../curriculum/memory.ts';
import { seedOf, streamOf } from '../curriculum/random.ts';
import type { DesignRequest, Rejection } from '../roles/designer.ts';
import type { Design, Player } from '../roles/player.ts';
import { hashOf, type NewEnvironment } from '../store/environments.ts';
import type { Checked, Checker } from './checking.ts';
import { noResults, type TrainingEnvironment, type Written } from './environment.ts';

/** Examples of the past that a prompt shows. */
const SEEDS = 2;
const WARNINGS = 1;

/** What designing needs of the run. */
export interface Designers {
  readonly config: RunConfig;
  readonly player: Player;
  readonly checker: Checker;
  readonly corpus: Corpus | undefined;
  readonly memory: Memory;
  readonly signal: AbortSignal;
}

/** One try at one slot. */
export interface Candidate {
  readonly stored: NewEnvironment;
  /** As it was sampled; `null` where the player has no tokens. */
  readonly design: Written | null;
  readonly accepted: boolean;
}

interface Slot {
  readonly number: number;
  readonly request: DesignRequest;
  rejection: Rejection | undefined;
}

/**
 * Fills the slots, a skill's `perSkill` next to each other, each with at most `attempts` tries. Slots whose tries all
 * failed stay empty.
 * @param rollout makes the chances of this set its own.
 */
export async function designSet(
  skills: readonly string[],
  rollout: number,
  designers: Designers,
): Promise<Candidate[]> {
  const { config } = designers;
  const slots = skills.flatMap((skill, place) =>
    Array.from({ length: config.design.perSkill }, (_, i): Slot => {
      const number = place * config.design.perSkill + i;
      return { number, request: requestFor(skill, number, rollout, designers), rejection: undefined };
    }),
  );
  const candidates: Candidate[] = [];
  const seen = new Set<string>();
  let open = slots;
  for (let attempt = 1; attempt <= config.design.attempts && open.length > 0; attempt += 1) {
    const tried = await tryAll(open, attempt, rollout, seen, designers);
    candidates.push(...tried);
    const filled = new Set(tried.filter(({ accepted }) => accepted).map(({ stored }) => stored.slot));
    open = open.filter(({ number }) => !filled.has(number));
  }
  return hinted(candidates, rollout, designers);
}

function requestFor(
  skill: string,
  slot: number,
  rollout: number,
  { config, corpus, memory }: Designers,
): DesignRequest {
  const random = streamOf(config.seed, 'design', rollout, slot);
  return {
    profile: config.profile,
    skill,
    difficulty: DIFFICULTIES[Math.floor(random() * DIFFICULTIES.length)] ?? 'medium',
    document: corpus && drawDocument(corpus, random),
    seeds: memory.seeds(skill, SEEDS, random),
    warnings: memory.warnings(skill, WARNINGS, random),
  };
}

/** One try at every open slot. */
async function tryAll(
  slots: readonly Slot[],
  attempt: number,
  rollout: number,
  seen: Set<string>,
  { config, player, checker, signal }: Designers,
): Promise<Candidate[]> {
  const designs = await player.design(
    slots.map(({ number, request, rejection }) => ({
      request,
      random: streamOf(config.seed, 'kind', rollout, number),
      rejection,
      seed: seedOf(config.seed, 'write', rollout, number, attempt),
    })),
    config.design,
    signal,
  );
  const checks = await Promise.all(
    designs.map((design) => (isWhole(design) ? checker.check(design.source, signal) : undefined)),
  );
  return slots.map((slot, i) => {
    const design = designs[i];
    if (!design) throw new Error('the player left a slot without a design');
    const { source } = design;
    const checked = checks[i] ?? unfinished(config.profile);
    const hash = hashOf(source);
    const reasons = [
      ...checked.reasons,
      ...(seen.has(hash) ? ['The same program is in the set already.'] : []),
    ];
    const accepted = reasons.length === 0;
    if (accepted) seen.add(hash);
    slot.rejection = { source, reasons };
    const { className, profile, verdict, findings, undecided, measures } = checked.report;
    return {
      accepted,
      design: writtenOf(design, config.design.temperature),
      stored: {
        slot: slot.number,
        attempt,
        skill: slot.request.skill,
        className,
        profile,
        verdict,
        accepted,
        rejection: accepted ? null : reasons.join(' '),
        document: slot.request.document?.name ?? null,
        source,
        hint: null,
        findings,
        undecided,
        measures,
      },
    };
  });
}

const isWhole = ({ stopReason }: Design): boolean => stopReason === 'stop';

/** The report on a reply that was cut off: nothing is said about it. */
const unfinished = (profile: Profile): Checked => ({
  report: { className: null, profile, verdict: 'undecided', findings: [], undecided: [], measures: null },
  reasons: ['It was cut off: it is longer than may be written. Write a shorter one.'],
});

const writtenOf = ({ prompt, sampled }: Design, temperature: number): Written | null =>
  prompt && sampled
    ? {
        tokens: [...prompt, ...sampled.tokens],
        start: prompt.length,
        logProbabilities: [...sampled.logProbabilities],
        temperature,
      }
    : null;

/** The accepted ones with their hints, each written in a call of its own that sees the source. */
async function hinted(
  candidates: readonly Candidate[],
  rollout: number,
  { config, player, signal }: Designers,
): Promise<Candidate[]> {
  const accepted = candidates.filter((candidate) => candidate.accepted);
  if (accepted.length === 0) return [...candidates];
  const told = await player.hint(
    accepted.map(({ stored }) => ({
      profile: config.profile,
      source: stored.source,
      seed: seedOf(config.seed, 'hint', rollout, stored.slot),
    })),
    config.hint,
    signal,
  );
  const hints = new Map(accepted.map((candidate, i) => [candidate, told[i] ?? null]));
  return candidates.map((candidate) => ({
    ...candidate,
    stored: { ...candidate.stored, hint: hints.get(candidate) ?? null },
  }));
}

/** What is played of a set. */
export const environmentsOf = (candidates: readonly Candidate[]): TrainingEnvironment[] =>
  candidates
    .filter(({ accepted }) => accepted)
    .map(({ stored, design }) => ({
      slot: stored.slot,
      skill: stored.skill,
      className: stored.className ?? '',
      source: stored.source,
      hash: hashOf(stored.source),
      hint: stored.hint,
      design,
      results: noResults(),
    }));
