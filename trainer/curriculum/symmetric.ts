/** Eigenvalues and eigenvectors of small symmetric matrices, by Jacobi's rotations. */

export interface Eigen {
  /** Descending. */
  readonly values: Float64Array;
  /** `vectors[i]` belongs to `values[i]` and has length 1. */
  readonly vectors: readonly Float64Array[];
}

/** Sweeps after which rotation has long converged; a matrix of a hundred rows takes about ten. */
const SWEEPS = 60;

/** @param matrix n rows of n, symmetric; it is not changed. Costs O(n³) for each of some ten sweeps. */
export function eigen(matrix: readonly (readonly number[] | Float64Array)[]): Eigen {
  const n = matrix.length;
  const a = matrix.map((row) => Float64Array.from(row));
  const v = Array.from({ length: n }, (_, i) => {
    const row = new Float64Array(n);
    row[i] = 1;
    return row;
  });
  const scale = Math.sqrt(a.reduce((sum, row) => sum + row.reduce((s, x) => s + x * x, 0), 0));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    if (offDiagonal(a) <= 1e-14 * scale) break;
    for (let p = 0; p < n - 1; p += 1) for (let q = p + 1; q < n; q += 1) rotate(a, v, p, q);
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => at(a, j, j) - at(a, i, i));
  return {
    values: Float64Array.from(order, (i) => at(a, i, i)),
    vectors: order.map((i) => Float64Array.from(v, (row) => row[i] ?? 0)),
  };
}

const at = (a: readonly Float64Array[], i: number, j: number): number => a[i]?.[j] ?? 0;

function offDiagonal(a: readonly Float64Array[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) for (let j = i + 1; j < a.length; j += 1) sum += 2 * at(a, i, j) ** 2;
  return Math.sqrt(sum);
}

/** Makes a[p][q] zero. */
function rotate(a: readonly Float64Array[], v: readonly Float64Array[], p: number, q: number): void {
  const [rowP, rowQ] = [a[p], a[q]];
  const apq = at(a, p, q);
  if (!rowP || !rowQ || apq === 0) return;
  const theta = (at(a, q, q) - at(a, p, p)) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(t * t + 1);
  const sine = t * cosine;
  for (const row of [...a, ...v]) {
    const [x, y] = [row[p] ?? 0, row[q] ?? 0];
    row[p] = cosine * x - sine * y;
    row[q] = sine * x + cosine * y;
  }
  for (let j = 0; j < a.length; j += 1) {
    const [x, y] = [rowP[j] ?? 0, rowQ[j] ?? 0];
    rowP[j] = cosine * x - sine * y;
    rowQ[j] = sine * x + cosine * y;
  }
}
