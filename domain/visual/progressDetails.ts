import type { RunProgress } from "../engine.ts";

/** Markdown for the Temporal UI: what an operator wants to know about a run without leaving it. */
export function progressDetails(kind: "visual" | "baseline", progress: RunProgress): string {
  const share = progress.total > 0 ? Math.round((progress.done / progress.total) * 100) : 0;
  return [
    `**${kind === "baseline" ? "Baseline" : "Visual"} run – ${progress.phase}**`,
    "",
    `${progress.done} of ${progress.total} shots done (${share} %), ${progress.failed} failed`,
  ].join("\n");
}
