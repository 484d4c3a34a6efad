// What a run came to, in a few words.

import { startingPointWords } from "../../domain/audit/startingPoint.ts";
import type { RunStatus } from "../../domain/runTypes.ts";
import { oneLine } from "./sentences.ts";

type Ended = {
  status: RunStatus;
  summary: object | null;
  error: string | null;
  progress?: { done: number; total: number };
};

/** `score 71, 2 failed`, `starting point: 13 critical findings, score 71, 2 failed`, `1 of 4 failed`, or the error of a run that could not be judged. */
export function resultOf({ status, summary, progress, error }: Ended): string {
  if (status === "running") return `running, ${progress?.done ?? 0} of ${progress?.total ?? 0}`;
  if (status === "failed") return oneLine(error ?? "failed", 120);
  const { score, failed, total } = (summary ?? {}) as { score?: number | null; failed?: number; total?: number };
  if (failed === undefined) return "completed";
  const start = startingPointWords({ verdict: null, summary });
  if (start !== null) return `${start}${typeof score === "number" ? `, score ${score}` : ""}, ${failed} failed`;
  if (typeof score === "number") return `score ${score}, ${failed} failed`;
  return total === undefined ? `${failed} failed` : `${failed} of ${total} failed`;
}
