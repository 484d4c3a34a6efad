// How long a run takes from here on, from how fast its parts have come so far.

type Progress = { phase: string; done: number; total: number };

/** ms. What came in less says nothing of the rest. */
const MIN_ELAPSED_MS = 1_000;

/** Words for the rest of one run: "about 40 s left"; null: nobody can say yet. `now` in ms. */
export type Pace = (progress: Progress, now: number) => string | null;

/** A new phase starts again from zero; waiting for other runs is part of a phase. */
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

/** Never more exact than it is known: by 5 seconds, then by minutes. */
function leftWords(ms: number): string {
  const seconds = Math.max(5, Math.ceil(ms / 5_000) * 5);
  return seconds < 60 ? `about ${seconds} s left` : `about ${Math.round(ms / 60_000) || 1} min left`;
}
