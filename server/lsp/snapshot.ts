/** One version of one document. Never changes; what is read off it is kept while it is in use. */
import { analyse, type Facts } from '../analysis/facts.ts';
import { parse, type SourceDocument } from '../analysis/parse.ts';
import { LARGEST_SOURCE, looksLikeEnvironment } from '../workspace/files/source.ts';

/** Syntax trees that are kept: those of the documents last looked at. A tree takes a hundred times its text. */
const KEPT = 6;
const kept: Snapshot[] = [];

export class Snapshot {
  readonly uri: string;
  /** The editor's; `null` for what was read from the disk. */
  readonly version: number | null;
  readonly text: string;
  readonly #listed: boolean;
  #environment: boolean | undefined;
  #document: SourceDocument | undefined;

  /** @param listed a pool's manifest names it, so it is taken whatever it holds. */
  constructor(uri: string, version: number | null, text: string, listed = false) {
    this.uri = uri;
    this.version = version;
    this.text = text;
    this.#listed = listed;
  }

  /** Costs next to nothing, so that files which are none of ours do as well. */
  get isEnvironment(): boolean {
    this.#environment ??=
      this.text.length <= LARGEST_SOURCE && (this.#listed || looksLikeEnvironment(this.text));
    return this.#environment;
  }

  get document(): SourceDocument {
    const at = kept.indexOf(this);
    if (at >= 0) kept.splice(at, 1);
    kept.push(this);
    for (const old of kept.splice(0, Math.max(0, kept.length - KEPT))) old.#document = undefined;
    this.#document ??= parse(this.text);
    return this.#document;
  }

  get facts(): Facts {
    return analyse(this.document);
  }
}
