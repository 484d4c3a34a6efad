// Reference that a caller requests for a comparison: an earlier run, the newest state of a branch, or that of another environment.
import type { StatusType } from "../runTypes.ts";
import { shortCommit } from "./commit.ts";

export const ASKED_KINDS = ["run", "branch", "environment"] as const;
export type AskedKind = (typeof ASKED_KINDS)[number];

/** `words`: the reference as part of a sentence, without a full stop; `runs`: the referenced run of each type, with its words. */
export type AskedReference = {
  /** As written by the caller. */
  asked: string;
  kind: AskedKind;
  words: string;
  branch: string | null;
  environmentId: string | null;
  runs: Partial<Record<StatusType, { runId: string; words: string }>>;
};

/** Parses `main`, `staging` or `run_01…`, or `branch:staging` if a name alone would be ambiguous. `kind` is null if none is given. */
export function readAsked(asked: string): { kind: AskedKind | null; name: string } {
  const at = asked.indexOf(":");
  const kind = ASKED_KINDS.find((one) => one === asked.slice(0, at));
  return kind === undefined ? { kind: null, name: asked } : { kind, name: asked.slice(at + 1) };
}

type Found = { _id: string; branch: string | null; commitSha: string | null };

/** Examples: "run run_01… of main at a1b2c3d", "the newest run of main at a1b2c3d (run_01…)", "the newest run on Staging at a1b2c3d (run_01…)". */
export function askedRunWords({ kind, name, mainBranch }: AskedName, run: Found): string {
  const at = run.commitSha === null ? "" : ` at ${shortCommit(run.commitSha)}`;
  if (kind === "run") return `run ${run._id} of ${run.branch ?? mainBranch}${at}`;
  return `the newest run ${kind === "branch" ? "of" : "on"} ${name}${at} (${run._id})`;
}

export type AskedName = { kind: AskedKind; name: string; mainBranch: string };

/** Describes what screenshots are compared with: baselines, unless a run is named. */
export const askedBaselineWords = ({ kind, name }: Pick<AskedName, "kind" | "name">): string =>
  `the newest baselines ${kind === "branch" ? "of" : "on"} ${name}`;

/** Example: "Compared with the newest run of main at a1b2c3d (run_01…)." For a full audit, whose parts each have a run, only the name. */
export const askedSentence = ({ words }: Pick<AskedReference, "words">): string => `Compared with ${words}.`;
