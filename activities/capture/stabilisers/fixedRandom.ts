import type { Stabiliser } from "./stabiliser.ts";

/** mulberry32 with one seed for every document: the same numbers in the same order at each load. */
const SEEDED = `(() => {
  let state = 0x9e3779b9;
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
})();`;

/** Makes Math.random return the same numbers at each load. Off by default. Cryptographic randomness is not changed. */
export const fixedRandom: Stabiliser = {
  name: "fixedRandom",
  phase: "context",
  boundMs: 1_000,
  context: () => ({ initScript: SEEDED }),
  explainFailure: () => "The page's random numbers could not be fixed.",
};
