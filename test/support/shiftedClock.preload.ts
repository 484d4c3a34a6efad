// Simulates a computer whose clock is wrong: `SHIFT_MS=600000 node --import ./test/support/shiftedClock.preload.ts …`.
const shiftMs = Number(process.env.SHIFT_MS ?? 0);
const Right = Date;

globalThis.Date = class extends Right {
  constructor(...given: [] | [string | number | Date]) {
    if (given.length === 0) super(Right.now() + shiftMs);
    else super(...given);
  }
  static override now(): number {
    return Right.now() + shiftMs;
  }
} as DateConstructor;
