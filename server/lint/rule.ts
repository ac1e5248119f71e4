/** A static rule: one fault seen by reading the source. */
import type { Facts } from '../analysis/facts.ts';
import { rangeOf, type SourceDocument } from '../analysis/parse.ts';
import type { Profile } from '../contract/profile.ts';
import { ruleOf } from '../contract/rules.ts';
import type { Finding, RuleCode, Severity } from '../protocol/finding.ts';

/** Offsets into the source, in UTF-16 units; the end is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One replacement of a fix. */
export interface Replacement extends Span {
  readonly text: string;
}

export interface Fixing {
  /** What the fix does, as a command: "Double the braces". */
  readonly title: string;
  readonly edits: readonly Replacement[];
}

export interface LintSettings {
  readonly allowedImports: readonly string[];
  readonly rewardRange: readonly [number, number];
  /** The names that the reference loader injects are there: SP113 still tells, other rules take them as known. */
  readonly compat: boolean;
  readonly profile: Profile | 'auto';
}

export const DEFAULT_LINT_SETTINGS: LintSettings = {
  allowedImports: [],
  rewardRange: [0, 1],
  compat: false,
  profile: 'auto',
};

export interface LintRule {
  readonly code: RuleCode;
  /** Only for environments of this profile. */
  readonly profile?: Profile;
  /** Looks also at a source without an environment class; else the rule is not asked there. */
  readonly anywhere?: boolean;
  /** Its fixes mend what does not parse: the only ones that are applied to such a source. */
  readonly repairs?: boolean;
  check(context: LintContext): void;
}

/** What a rule sees, and where it says what it found. */
export class LintContext {
  readonly facts: Facts;
  readonly document: SourceDocument;
  readonly settings: LintSettings;
  readonly profile: Profile;
  readonly findings: Finding[] = [];
  #rule: LintRule | undefined;

  constructor(facts: Facts, settings: LintSettings) {
    this.facts = facts;
    this.document = facts.document;
    this.settings = settings;
    this.profile = settings.profile === 'auto' ? (facts.environment?.profile ?? 'games') : settings.profile;
  }

  get text(): string {
    return this.document.text;
  }

  /** Runs one rule. */
  ask(rule: LintRule): void {
    this.#rule = rule;
    rule.check(this);
    this.#rule = undefined;
  }

  /**
   * Reports the rule's fault at `at`.
   * @param message what is wrong here, why it harms training, what to do: one to three short sentences.
   */
  report(
    at: Span,
    message: string,
    more: { readonly severity?: Severity; readonly fix?: Fixing } = {},
  ): void {
    if (!this.#rule) throw new Error('report() outside of a rule');
    const { code, name, severity } = ruleOf(this.#rule.code);
    const { fix } = more;
    this.findings.push({
      code,
      name,
      severity: more.severity ?? severity,
      message,
      range: rangeOf(this.document, at),
      by: 'static',
      ...(fix
        ? {
            fix: {
              title: fix.title,
              edits: fix.edits.map((edit) => ({ range: rangeOf(this.document, edit), text: edit.text })),
            },
          }
        : {}),
    });
  }
}
