import type { RunProgress } from "./engine.ts";

/** Markdown for the Temporal UI: what an operator wants to know about a run without leaving it. */
export function progressDetails(what: string, unit: string, progress: RunProgress): string {
  const share = progress.total > 0 ? Math.round((progress.done / progress.total) * 100) : 0;
  return [
    `**${what} – ${progress.phase}**`,
    "",
    `${progress.done} of ${progress.total} ${unit} done (${share} %), ${progress.failed} failed`,
  ].join("\n");
}
