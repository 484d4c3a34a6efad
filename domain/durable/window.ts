// The window of a project: how many parts its open runs process at the same time.

/**
 * Maximum number of screenshots, pages and scenarios of a project's runs in flight. More than two slots' worth keeps a worker busy; a
 * larger window would let one run fill the queue before another run's first part.
 */
export const PROJECT_WINDOW = 12;

/** Returns how many parts one of `runs` open runs of a project has in flight; at least one, so that each run makes progress. */
export const shareOfWindow = (window: number, runs: number): number =>
  Math.max(1, Math.floor(window / Math.max(1, runs)));

/**
 * Returns how many parts each run of a full audit has in flight, `room` in total. `windows`: the window that each would have as a separate
 * run, which limits how much it can use. Each gets at least one, so the total exceeds `room` if there are more runs.
 */
export function sharesOfAudit(room: number, windows: readonly number[]): number[] {
  const shares = windows.map(() => 1);
  for (let left = room - windows.length; left > 0; left -= 1) {
    // Highest averages method: the next slot goes to the run that has the least of what it can use.
    const needs = windows.map((window, at) => {
      const share = shares[at] as number;
      return share < window ? window / (share + 1) : 0;
    });
    const most = Math.max(...needs);
    if (most === 0) break;
    const at = needs.indexOf(most);
    shares[at] = (shares[at] as number) + 1;
  }
  return shares;
}
