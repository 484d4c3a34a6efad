// Progress of durable work, as stored and as shown in the Temporal UI.
import { capital } from "../text.ts";

export type WorkProgress = { phase: string; done: number; total: number };

/** Progress before a workflow has started. */
export const QUEUED: WorkProgress = { phase: "queued", done: 0, total: 0 };

/** Returns "Capturing: 3 of 10 done", or only the phase if nothing has been counted yet. */
export function progressWords({ phase = "running", done = 0, total = 0 }: Partial<WorkProgress> = {}): string {
  const head = capital(phase);
  return total > 0 ? `${head}: ${done} of ${total} done` : head;
}

/** Returns Markdown for the Temporal UI with what an operator wants to know about the work without leaving it. */
export function progressDetails(what: string, unit: string, progress: WorkProgress & { failed: number }): string {
  const share = progress.total > 0 ? Math.round((progress.done / progress.total) * 100) : 0;
  return [
    `**${what} – ${progress.phase}**`,
    "",
    `${progress.done} of ${progress.total} ${unit} done (${share} %), ${progress.failed} failed`,
  ].join("\n");
}
