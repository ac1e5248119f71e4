/** The few globals that the glue expects of a JavaScript shell. All are constant: nothing here may tell the time. */

const INSTANT = 1_750_000_000_000;

class FixedDate extends Date {
  constructor(
    ...values:
      | []
      | [value: number | string | Date]
      | [number, number, number?, number?, number?, number?, number?]
  ) {
    // @ts-expect-error a spread of one of the constructor's signatures
    super(...(values.length === 0 ? [INSTANT] : values));
  }

  static override now(): number {
    return INSTANT;
  }
}

const silent = () => undefined;

Object.assign(globalThis, {
  Date: FixedDate,
  console: { log: silent, warn: silent, error: silent, debug: silent, info: silent },
  performance: { now: () => 0 },
  crypto: { getRandomValues: (bytes: Uint8Array) => bytes.fill(0) },
  setTimeout: silent,
  clearTimeout: silent,
  readbuffer: () => {
    throw new Error('Nothing is read from outside.');
  },
});
Math.random = () => 0.5;
