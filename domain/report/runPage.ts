// Where a run is decided about in the dashboard: one address for statuses, comments, messages, reports and the command line.
import { RUN_WORDS, type RunWords } from "../words/runs.ts";

const WORDS: Readonly<Record<string, RunWords>> = RUN_WORDS;

/** The review of screenshots where the run has one, else the page of the run with its problems. Below the service's address. */
export function runPagePath({
  projectSlug,
  runId,
  type,
}: {
  projectSlug: string;
  runId: string;
  type: string;
}): string {
  const screen = WORDS[type]?.reviewed === true ? "visual" : "runs";
  return `/p/${encodeURIComponent(projectSlug)}/${screen}/${encodeURIComponent(runId)}`;
}
