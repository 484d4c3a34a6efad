// Which results a person judges together, and in which order.
import { changeNames } from "./changes.ts";
import type { ReasonCode, ShotStatus } from "./outcome.ts";

export const REVIEW_KINDS = ["change", "no_baseline", "unstable", "error"] as const;
/** `change`: it differs. `no_baseline`: its first picture. `unstable`: it differs from attempt to attempt. `error`: it could not be judged. */
export type ReviewKind = (typeof REVIEW_KINDS)[number];

export type ToReview = {
  index: number;
  status: "pending" | ShotStatus;
  flaky: boolean;
  reasons: readonly { code: ReasonCode }[];
  fingerprint: string | null;
  causes?: readonly string[] | undefined;
};

const FIRST: readonly ReasonCode[] = ["no_baseline", "baseline_missing_file"];

export function reviewKindOf({ flaky, status, reasons }: Pick<ToReview, "flaky" | "status" | "reasons">): ReviewKind {
  if (reasons.some(({ code }) => FIRST.includes(code))) return "no_baseline";
  if (status === "error") return "error";
  return flaky ? "unstable" : "change";
}

/**
 * The group that a result belongs to: results with exactly the same changes are one, first pictures are one, errors of one code are
 * one, and what is unstable stands for itself. The same on every page of a list.
 */
export function reviewGroupOf(shot: ToReview): { id: string; kind: ReviewKind } {
  const kind = reviewKindOf(shot);
  if (kind === "no_baseline") return { id: kind, kind };
  if (kind === "error") return { id: `error:${shot.reasons[0]?.code ?? "unknown"}`, kind };
  if (kind === "unstable") return { id: `unstable:${shot.index}`, kind };
  return { id: `change:${[...changeNames(shot)].sort().join(" ").slice(0, 200)}`, kind };
}
