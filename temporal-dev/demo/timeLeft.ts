// Estimates how long the rest of the demo takes at the pace so far. Pure functions.

/** Seconds of each step on two cores with nothing else running. Only the proportions matter. */
const STEP_SECONDS = {
  prepare: 8,
  "first look": 12,
  baseline: 35,
  good: 60,
  "good alone": 30,
  flawed: 65,
  "flawed alone": 30,
  proof: 10,
} as const;
export type Step = keyof typeof STEP_SECONDS;

const STEPS = Object.keys(STEP_SECONDS) as Step[];
const TOTAL = Object.values(STEP_SECONDS).reduce<number>((sum, seconds) => sum + seconds, 0);

/** Returns the remaining seconds when `share` (0 to 1) of a step is done after `elapsed` seconds of the demo. */
export function secondsLeft(step: Step, share: number, elapsed: number): number {
  const before = STEPS.slice(0, STEPS.indexOf(step)).reduce((sum, name) => sum + STEP_SECONDS[name], 0);
  const done = before + STEP_SECONDS[step] * Math.min(Math.max(share, 0), 1);
  // In the first seconds there is no pace yet.
  const pace = done < STEP_SECONDS.prepare ? 1 : elapsed / done;
  return Math.max(0, (TOTAL - done) * pace);
}

/** `2 min 5 s`, `40 s`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
