/** A random number generator that returns the same sequence for the same seed (mulberry32). */
export function randomOf(seed: number) {
  let state = (seed * 0x9e3779b9) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** From 0 up to, but not including, `end`. */
    int: (end: number): number => Math.floor(next() * end),
    chance: (share: number): boolean => next() < share,
    pick: <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)],
  };
}

export type Random = ReturnType<typeof randomOf>;
