// How far the first result of a project is, in the data folder: a command that was ended half-way continues from here.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Stored before the run is asked for: asked for again under its key it is the same run. */
export type StartedRun = { idempotencyKey: string; runId?: string };
export type RunStep = "baseline" | "visual" | "audit";
export type Progress = {
  /** Of another project nothing is kept. */
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
    // None yet, or one that was written half-way: what the service knows is looked at anyway.
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
