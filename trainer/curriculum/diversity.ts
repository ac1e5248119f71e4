/**
 * How many different environments a set amounts to: the Vendi score (Friedman and Dieng 2023; SPADE, appendix F), the
 * exponential of the entropy of the eigenvalues of K / n, where K holds the cosines between embeddings. 1 for n equal
 * items, n for n unrelated ones.
 */
import { eigen } from './symmetric.ts';

/** Dimensions that latent semantic analysis keeps. */
const DIMENSIONS = 128;

/** @param embeddings one a row, all of one length. 0 for none; embeddings of length 0 are unlike all others. */
export function vendiScore(embeddings: readonly ArrayLike<number>[]): number {
  const n = embeddings.length;
  if (n === 0) return 0;
  const unit = embeddings.map(normalised);
  const kernel = unit.map((a, i) => unit.map((b, j) => (i === j ? 1 : dot(a, b)) / n));
  let entropy = 0;
  for (const value of eigen(kernel).values) if (value > 1e-12) entropy -= value * Math.log(value);
  return Math.exp(entropy);
}

/**
 * Embeddings of texts without a model: TF-IDF over words and parts of names, reduced to 128 dimensions by a singular
 * value decomposition (latent semantic analysis). Texts are compared within the set that is given, so a score over it
 * depends on all of it.
 */
export function textEmbeddings(texts: readonly string[]): Float64Array[] {
  const rows = tfIdf(texts);
  const gram = rows.map((a) => rows.map((b) => sparseDot(a, b)));
  const { values, vectors } = eigen(gram);
  const kept = Math.min(DIMENSIONS, texts.length);
  return texts.map((_, i) =>
    Float64Array.from(
      { length: kept },
      (_, d) => (vectors[d]?.[i] ?? 0) * Math.sqrt(Math.max(0, values[d] ?? 0)),
    ),
  );
}

type Sparse = ReadonlyMap<string, number>;

/** Rows of length 1: (1 + log tf) · (1 + log((1 + n) / (1 + df))). */
function tfIdf(texts: readonly string[]): Sparse[] {
  const counts = texts.map(wordCounts);
  const documents = new Map<string, number>();
  for (const row of counts)
    for (const word of row.keys()) documents.set(word, (documents.get(word) ?? 0) + 1);
  return counts.map((row) => {
    const weighed = [...row].map(([word, count]): [string, number] => [
      word,
      (1 + Math.log(count)) * (1 + Math.log((1 + texts.length) / (1 + (documents.get(word) ?? 0)))),
    ]);
    const length = Math.sqrt(weighed.reduce((sum, [, weight]) => sum + weight * weight, 0)) || 1;
    return new Map(weighed.map(([word, weight]) => [word, weight / length]));
  });
}

/** `drawDocument` and `draw_document` are `draw` and `document`; numbers count as one. */
function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g)) {
    const key = /\d/.test(word) ? '0' : word.toLowerCase();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function sparseDot(a: Sparse, b: Sparse): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [word, weight] of few) sum += weight * (many.get(word) ?? 0);
  return sum;
}

function normalised(row: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(row);
  const length = Math.sqrt(dot(values, values));
  return length === 0 ? values : values.map((value) => value / length);
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
