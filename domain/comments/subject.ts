// Decides which run a comment refers to, or why it refers to none. People can only review what they can have seen.
import type { RunStatus } from "../runTypes.ts";

export type DecidableRun = { _id: string; status: RunStatus; commitSha: string | null; finishedAt: Date | null };
export type PullState = { open: boolean; fork: boolean; head: string };

export type NoSubject =
  | { why: "closed" | "fork" | "no_run" }
  | { why: "stale"; tested: string; head: string }
  | { why: "running" | "unseen"; head: string };

/**
 * Returns the run. `ofHead`: the newest visual test of the head commit. `ofPull`: the newest visual test of the pull request, for any
 * commit. `commentedAt`: the host's time, in whole seconds.
 */
export function subjectOfComment<R extends DecidableRun>(
  pull: PullState,
  { ofHead, ofPull }: { ofHead: R | null; ofPull: R | null },
  commentedAt: Date,
): { run: R } | NoSubject {
  if (!pull.open) return { why: "closed" };
  if (pull.fork) return { why: "fork" };
  const { head } = pull;
  const run = ofHead ?? (ofPull && isShortOf(ofPull.commitSha, head) ? ofPull : null);
  if (!run) {
    const tested = ofPull?.commitSha ?? null;
    return tested === null ? { why: "no_run" } : { why: "stale", tested, head };
  }
  if (run.status === "running" || run.finishedAt === null) return { why: "running", head };
  if (Math.floor(run.finishedAt.getTime() / 1_000) > Math.floor(commentedAt.getTime() / 1_000))
    return { why: "unseen", head };
  return { run };
}

/** Callers may have sent an abbreviated commit. */
const isShortOf = (sha: string | null, head: string): boolean =>
  sha !== null && sha.length >= 7 && head.startsWith(sha.toLowerCase());
