/** Shapes of tensors, sizes outermost first. */

export type Shape = readonly number[];

/** How many elements such a tensor has. */
export const sizeOf = (shape: Shape): number => shape.reduce((product, size) => product * size, 1);

/** The size of one axis; negative counts from the end. @throws when there is no such axis. */
export function axisSize(shape: Shape, axis: number): number {
  const size = shape.at(axis);
  if (size === undefined) throw new Error(`A tensor of shape [${shape}] has no axis ${axis}.`);
  return size;
}

/** `shape` with one axis of another size; negative counts from the end. */
export const withAxis = (shape: Shape, axis: number, size: number): number[] => shape.with(axis, size);

export const sameShape = (a: Shape, b: Shape): boolean =>
  a.length === b.length && a.every((size, axis) => size === b[axis]);

/** What two tensors broadcast to, by NumPy's rules. @throws when they do not. */
export function broadcast(a: Shape, b: Shape): number[] {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, axis) => {
    const x = a[axis - rank + a.length] ?? 1;
    const y = b[axis - rank + b.length] ?? 1;
    if (x !== y && x !== 1 && y !== 1) throw new Error(`[${a}] and [${b}] do not broadcast.`);
    return x === 1 ? y : x;
  });
}
