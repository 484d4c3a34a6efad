// Clears the review of branches that main contains: main's run shows what they changed.
import { squashOf } from "../../domain/history/squashOf.ts";
import { NO_DIFFERENCE } from "../../domain/review/place.ts";
import { shotKindOf } from "../../domain/runTypes.ts";
import { loadGraph } from "../commits/queries.ts";
import type { Models } from "../index.ts";
import { lineOf } from "../problems/refresh.ts";
import { shelfOf } from "./key.ts";
import { itemsOfLine, openItems } from "./queries.ts";
import type { ReviewItem } from "./schema.ts";
import { type ReviewRun, writeItems } from "./writeRun.ts";

/**
 * After a complete run on main: clears the open items of branches whose newest commit is an ancestor of main's commit, or whose pull
 * request a commit of main names. This needs a known history; without one, the items are deleted when the branch has been quiet
 * (sweep.ts). Returns the number of cleared items.
 */
export async function clearMerged(models: Models, run: ReviewRun): Promise<number> {
  const isWhole = shotKindOf(run.type) === "visual" && run.scenarios === null && !run.rerun;
  if (!isWhole || run.commitSha === null || (await lineOf(models, run)).line !== "") return 0;
  const open = (await openItems(models, run.projectId)).filter(({ line }) => line !== "");
  if (open.length === 0) return 0;
  const graph = await loadGraph(models, run.projectId);
  const head = graph.resolve(run.commitSha);
  if (head === null) return 0;
  const isMerged = ({ commitSha, prNumber }: ReviewItem): boolean => {
    const commit = commitSha === null ? null : graph.resolve(commitSha);
    if (commit !== null && graph.isAncestor(commit, head)) return true;
    return prNumber !== null && squashOf(graph, head, prNumber) !== null;
  };
  const merged: ReviewItem[] = [];
  for (const [, [first]] of Map.groupBy(open, ({ lineId }) => lineId)) {
    if (!first) continue;
    const all = await itemsOfLine(models, first);
    const newest = all.reduce((a, b) => (a.order < b.order ? b : a), first);
    if (isMerged(newest)) merged.push(...all.filter(({ state }) => state !== "clear"));
  }
  await writeItems(models, merged.map(mergedItem));
  return merged.length;
}

/** Its order comes right after the result that it clears, so that a newer run of the branch, or a decision about that result, overrides it. */
function mergedItem(item: ReviewItem): ReviewItem {
  const state = "clear" as const;
  return {
    ...item,
    ...NO_DIFFERENCE,
    names: [],
    state,
    shelfId: shelfOf(item.projectId, state),
    order: `${item.order} merged`,
  };
}
