/** pass@k of one question: how likely one of k answers is right, from n answers of which c are (Chen et al., 2021). */

/** 1 − C(n − c, k) / C(n, k), without large numbers. @param k at most n. */
export function passAtK(n: number, c: number, k: number): number {
  if (n - c < k) return 1;
  let none = 1;
  for (let i = n - c + 1; i <= n; i += 1) none *= 1 - k / i;
  return 1 - none;
}
