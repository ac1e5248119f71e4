/** IEEE 754 half precision, in which weights are shipped: 11 significant bits, magnitudes up to 65,504. */

const scratch = new DataView(new ArrayBuffer(4));

/** The nearest half-precision number, ties to even, as its 16 bits. Too large ones become infinite. */
export function toHalf(value: number): number {
  scratch.setFloat32(0, value);
  const bits = scratch.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00;
  if (magnitude >= 0x477ff000) return sign | 0x7c00;
  // Below 2⁻¹⁴ halves have a fixed spacing of 2⁻²⁴.
  if (magnitude < 0x38800000) return sign | roundToEven(Math.abs(Math.fround(value)) * 2 ** 24);
  const rebased = magnitude - 0x38000000;
  return sign | ((rebased + 0xfff + ((rebased >>> 13) & 1)) >>> 13);
}

export function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >>> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function roundToEven(value: number): number {
  const down = Math.floor(value);
  const rest = value - down;
  return rest > 0.5 || (rest === 0.5 && down % 2 === 1) ? down + 1 : down;
}
