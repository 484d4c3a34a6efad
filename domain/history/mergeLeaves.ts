// Lists the accepted screenshots that a merge consists of.
import type { MergeOf } from "./reference.ts";

/** Returns the ids of all versions of a merge, each once. `sides`: without those that are only the base of a merge. */
export function leavesOf(merge: MergeOf, of: "all" | "sides" = "all"): string[] {
  if (merge === null) return [];
  if (typeof merge === "string") return [merge];
  const parts = of === "all" ? [merge.ours, merge.theirs, merge.base] : [merge.ours, merge.theirs];
  return [...new Set(parts.flatMap((part) => leavesOf(part, of)))];
}
