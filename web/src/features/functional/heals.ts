// Logic of the self-healing inbox: which proposal is next, and labels.

type Heal = { healId: string; status: string };

/**
 * Returns the proposal to show: the first of `wanted` in the list, such as the one shown before, which a newer one must not replace while
 * somebody reads it; else the first that needs review; else the first.
 */
export const shownOf = <H extends Heal>(heals: readonly H[], wanted: readonly string[]): H | undefined =>
  wanted.map((id) => heals.find(({ healId }) => healId === id)).find(Boolean) ??
  heals.find(({ status }) => status === "proposed") ??
  heals[0];

/** Returns the list, newest first, with those of the decided proposals that its filter no longer matches. */
export function withDecided<H extends Heal & { createdAt: string }>(listed: readonly H[], decided: readonly H[]): H[] {
  const gone = decided.filter(({ healId }) => !listed.some((one) => one.healId === healId));
  return [...listed, ...gone].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Returns the id to show after a decision: the next proposal that needs review, else the one before, else "". */
export function nextOpen(heals: readonly Heal[], decided: string): string {
  const at = heals.findIndex(({ healId }) => healId === decided);
  const waits = ({ healId, status }: Heal) => status === "proposed" && healId !== decided;
  return (heals.slice(at + 1).find(waits) ?? heals.slice(0, Math.max(0, at)).findLast(waits))?.healId ?? "";
}

/** Returns the id of the next or previous proposal, clamped to the ends of the list. */
export function beside(heals: readonly { healId: string }[], shown: string, by: 1 | -1): string {
  const at = heals.findIndex(({ healId }) => healId === shown);
  if (at === -1) return heals[0]?.healId ?? "";
  return heals[Math.min(Math.max(0, at + by), heals.length - 1)]?.healId ?? "";
}

/** Status and word with which a proposal's status is shown. */
export const HEAL_LOOKS: Record<string, { status: string; word: string }> = {
  proposed: { status: "review", word: "Needs review" },
  applied: { status: "accepted", word: "Accepted" },
  refused: { status: "rejected", word: "Rejected" },
  outdated: { status: "stale", word: "Outdated" },
  undone: { status: "cancelled", word: "Reverted" },
};
