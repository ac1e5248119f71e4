/** Seeded randomness of the policy: the same numbers for the same seed on every machine. */

/** Numbers in [0, 1), 32 bits each: a Weyl sequence, mixed. */
export type Random = () => number;

/** @param seed any integer; its lowest 32 bits count. */
export function seededRandom(seed: number): Random {
  let state = mix(seed >>> 0);
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    return mix(state) / 4_294_967_296;
  };
}

function mix(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** A standard normal number (Box and Muller). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
