// The dashboard page for reviewing a run: one address for statuses, comments, messages, reports and the command line.
import { RUN_WORDS, type RunWords } from "../words/runs.ts";

const WORDS: Readonly<Record<string, RunWords>> = RUN_WORDS;

/** Returns the review of screenshots if the run has one, otherwise the run's page with its problems. Relative to the service's address. */
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
