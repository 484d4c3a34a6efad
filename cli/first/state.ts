// Progress towards a project's first result, stored in the data folder so that an interrupted command can continue.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Stored before the run is requested, so that repeating the request with the same key refers to the same run. */
export type StartedRun = { idempotencyKey: string; runId?: string };
export type RunStep = "baseline" | "visual" | "audit";
export type Progress = {
  /** The progress of another project is discarded. */
  projectId: string;
  crawlJobId?: string;
  runs: Partial<Record<RunStep, StartedRun>>;
};

const fileOf = (dataDir: string, slug: string): string => path.join(dataDir, "init", `${slug}.json`);

export function readProgress(dataDir: string, project: { id: string; slug: string }): Progress {
  const nothing: Progress = { projectId: project.id, runs: {} };
  try {
    const kept = JSON.parse(readFileSync(fileOf(dataDir, project.slug), "utf8")) as Progress;
    return kept.projectId === project.id && typeof kept.runs === "object" ? kept : nothing;
  } catch {
    // Missing or only partly written. The state on the service is checked anyway.
    return nothing;
  }
}

export function writeProgress(dataDir: string, slug: string, progress: Progress): void {
  const file = fileOf(dataDir, slug);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(progress, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
