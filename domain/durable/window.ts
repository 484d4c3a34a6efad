// The window of a project: what its open runs have in flight together.

/** Screenshots, pages and scenarios of a project's runs in flight. More than two slots' worth keeps a worker busy; more would let one
 * run fill the queue before another's first part. */
export const PROJECT_WINDOW = 12;

/** The parts that one of `runs` open runs of a project has in flight; at least one, so that each goes on. */
export const shareOfWindow = (window: number, runs: number): number =>
  Math.max(1, Math.floor(window / Math.max(1, runs)));

/**
 * What each part of a full audit has in flight, so that together they have `room`. `windows`: what each would have as a run of its own,
 * which says how much it can use. Each has at least one, so more parts than room go beyond it.
 */
export function sharesOfAudit(room: number, windows: readonly number[]): number[] {
  const shares = windows.map(() => 1);
  for (let left = room - windows.length; left > 0; left -= 1) {
    // The highest averages: the next one goes to whoever has least of what it can use.
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
