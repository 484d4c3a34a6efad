// Estimates a run's remaining time from how fast its parts have finished so far.

type Progress = { phase: string; done: number; total: number };

/** Minimum time before an estimate, in ms; a shorter period says nothing about the rest. */
const MIN_ELAPSED_MS = 1_000;

/** Returns the estimate in words, such as "about 40 s left"; null if there is none yet. `now` is in ms. */
export type Pace = (progress: Progress, now: number) => string | null;

/** A new phase starts from zero again; waiting for other runs counts as part of a phase. */
export function createPace(): Pace {
  let first: (Progress & { at: number }) | null = null;
  return (progress, now) => {
    const phase = progress.phase.split(",")[0] ?? "";
    if (first?.phase !== phase || progress.done < first.done) first = { ...progress, phase, at: now };
    const [done, elapsed] = [progress.done - first.done, now - first.at];
    if (done === 0 || elapsed < MIN_ELAPSED_MS || progress.done >= progress.total) return null;
    return leftWords((elapsed / done) * (progress.total - progress.done));
  };
}

/** Rounds to what the estimate can support: to 5 seconds, above a minute to minutes. */
function leftWords(ms: number): string {
  const seconds = Math.max(5, Math.ceil(ms / 5_000) * 5);
  return seconds < 60 ? `about ${seconds} s left` : `about ${Math.round(ms / 60_000) || 1} min left`;
}
