// Comments that the service keeps up to date: one per project, environment named and pull request of a code host.
import type { CodeHostName } from "../../domain/report/codePlace.ts";
import { describeCollection, document, required } from "../lib/schema.ts";

export type PrCommentRecord = {
  _id: string;
  orgId: string;
  projectId: string;
  /** The environment whose runs it covers; null means all. */
  environmentId: string | null;
  host: CodeHostName;
  repository: string;
  prNumber: number;
  /** The branch whose runs it covers; null means the runs that name the pull request. */
  branch: string | null;
  /** When it has to be written again; null if it is up to date. */
  dueAt: Date | null;
  /** Incremented by each decision, so that what was read before is known to be outdated. */
  rev: number;
  /** Until when a process has claimed it. */
  takenUntil: Date | null;
  /** Number of attempts that the host rejected since the last decision, and why it rejected the last one. */
  tries: number;
  problem: string | null;
  updatedAt: Date;
};

export const prCommentSchema = document<PrCommentRecord>({
  _id: required(String),
  orgId: required(String),
  projectId: required(String),
  environmentId: { type: String, default: null },
  host: required(String),
  repository: required(String),
  prNumber: required(Number),
  branch: { type: String, default: null },
  dueAt: { type: Date, default: null },
  rev: required(Number),
  takenUntil: { type: Date, default: null },
  tries: required(Number),
  problem: { type: String, default: null },
  updatedAt: required(Date),
});
describeCollection(prCommentSchema, {
  holds: "A comment on a pull request that is kept up to date, and when it is due.",
  id: "`<project>:<host>:<repository>:<number>`, with `:<environment>` if it is limited to one",
});
prCommentSchema.index({ dueAt: 1 });
prCommentSchema.index({ projectId: 1, prNumber: 1 });
prCommentSchema.index({ host: 1, prNumber: 1 });
