// The heal inbox without its screen: which proposal is next, and words for what stands there.

/** The id to show after one was decided: the next one that still waits, else the one before, else none. */
export function nextOpen(heals: readonly { healId: string; status: string }[], decided: string): string {
  const at = heals.findIndex(({ healId }) => healId === decided);
  const waits = ({ healId, status }: { healId: string; status: string }) => status === "proposed" && healId !== decided;
  return (heals.slice(at + 1).find(waits) ?? heals.slice(0, Math.max(0, at)).findLast(waits))?.healId ?? "";
}

/** The id beside one, without running over the ends. */
export function beside(heals: readonly { healId: string }[], shown: string, by: 1 | -1): string {
  const at = heals.findIndex(({ healId }) => healId === shown);
  if (at === -1) return heals[0]?.healId ?? "";
  return heals[Math.min(Math.max(0, at + by), heals.length - 1)]?.healId ?? "";
}

/** How a proposal's status looks among the statuses of the dashboard. */
export const HEAL_LOOKS: Record<string, { status: string; word: string }> = {
  proposed: { status: "review", word: "Needs review" },
  applied: { status: "accepted", word: "Accepted" },
  refused: { status: "rejected", word: "Rejected" },
  outdated: { status: "stale", word: "Outdated" },
  undone: { status: "cancelled", word: "Reverted" },
};
