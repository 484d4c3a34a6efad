// The key of a review item, and the keys of items that are read together.
import { createHash } from "node:crypto";
import type { ReviewState } from "../../domain/review/states.ts";
import type { BaselinePart } from "../baselines/key.ts";

/** Where the results of a run belong. `line`: the branch; "" for the main branch and runs without one. */
export type ReviewLine = { projectId: string; environmentId: string | null; line: string };

/** One place of a screenshot. */
export type ReviewPlace = ReviewLine & BaselinePart;

/** Returns `rvi_` and 40 hex digits of a hash. */
export function reviewItemIdOf(place: ReviewPlace): string {
  const { projectId, environmentId, line, scenarioId, selector, viewport, browser, mode = null } = place;
  const name = JSON.stringify([projectId, environmentId, line, scenarioId, selector, viewport, browser, mode]);
  return `rvi_${createHash("sha256").update(name).digest("hex").slice(0, 40)}`;
}

export const shelfOf = (projectId: string, state: ReviewState): string => `${projectId}:${state}`;

export const lineIdOf = ({ projectId, environmentId, line }: ReviewLine): string =>
  JSON.stringify([projectId, environmentId, line]);
