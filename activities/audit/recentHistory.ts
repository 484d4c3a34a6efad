// Histories of projects whose audits are currently judging pages: the pages of a run are judged in quick succession, and share one read.
import { type ProjectHistory, projectHistory } from "../../models/commits/decisions.ts";
import type { CommonDeps } from "../commonDeps.ts";

/** A decision is made after its run has reported the commit and ended, so a graph of this age contains its commit. */
const FRESH_MS = 20_000;

export function recentHistory({
  models,
  now,
}: Pick<CommonDeps, "models" | "now">): (projectId: string) => ProjectHistory {
  const kept = new Map<string, { at: number; history: ProjectHistory }>();
  return (projectId) => {
    const time = now().getTime();
    for (const [id, { at }] of kept) if (time - at > FRESH_MS) kept.delete(id);
    const known = kept.get(projectId);
    if (known) return known.history;
    const history = projectHistory(models, projectId);
    kept.set(projectId, { at: time, history });
    return history;
  };
}
