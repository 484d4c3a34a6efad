// Suggested next calls. They keep the project, environment, branch and pull request of the call before.
import { PILLAR_NAME, PILLAR_PARTS, type Pillar } from "../../domain/audit/pillars.ts";
import { forScenarios } from "../../domain/guidance/calls.ts";
import { namedPreview } from "../../domain/net/preview.ts";
import type { Environment } from "../../models/environments/schema.ts";
import type { Project } from "../../models/projects/schema.ts";
import type { Run } from "../../models/runs/schema.ts";
import { type NextAction, takes } from "./tool.ts";

/** Where a call goes. The `ToolUse` of a call is a `Place` as well. */
export type Place = {
  project: Pick<Project, "slug">;
  environment: Pick<Environment, "slug"> | string | null;
  branch?: string | null;
  prNumber?: number | null;
  /** Address of a preview, for the place of a run on one. */
  baseUrl?: string | null;
};

/** Returns the place of a run, for calls that repeat it: elsewhere they would not repeat what failed. */
export const placeOfRun = (
  { project }: Pick<Place, "project">,
  run: Pick<Run, "environmentName" | "branch" | "prNumber" | "preview">,
): Place => ({
  project,
  environment: run.environmentName,
  branch: run.branch,
  prNumber: run.prNumber,
  // Otherwise the site itself would be tested in the branch's name.
  baseUrl: namedPreview(run),
});

/** Returns a call at the place, with the args that its tool takes. If a run is named, the run determines the place. */
export function next(
  { project, environment, branch, prNumber, baseUrl }: Place,
  label: string,
  tool: string,
  args: Record<string, unknown> = {},
): NextAction {
  const where = {
    environment: typeof environment === "object" ? environment?.slug : environment,
    branch: branch ?? undefined,
    prNumber: prNumber ?? undefined,
    baseUrl: baseUrl ?? undefined,
  };
  const taken = Object.entries(where).filter(
    ([name, value]) => value !== undefined && args.runId === undefined && takes(tool, name),
  );
  return { label, tool, args: { project: project.slug, ...Object.fromEntries(taken), ...args } };
}

/** Returns the call that captures the baselines of these scenarios. */
export function captureOf(place: Place, label: string, scenarios: readonly string[]): NextAction {
  const named = forScenarios(label, scenarios);
  return next(place, named.label, "run_baseline", named.args);
}

export const waitFor = (place: Place, runId: string): NextAction =>
  next(place, "Wait for the run", "wait_for_run", { runId });

export const reportOf = (place: Place, pillar: Pillar, runId: string): NextAction =>
  next(place, `${PILLAR_NAME[pillar]} report`, "get_pillar_report", { pillar, runId });

export const failuresOf = (place: Place, runId: string): NextAction =>
  next(place, "What failed", "get_run_failures", { runId });

export const explainOf = (place: Place, runId: string): NextAction =>
  next(place, "Why scenarios failed", "frt_explain_failure", { runId });

/** Returns the call that lists the failures of a run of the pillar. */
export function detailsOf(place: Place, pillar: Pillar, runId: string): NextAction {
  const parts = PILLAR_PARTS[pillar];
  if (parts === "pages") return reportOf(place, pillar, runId);
  return parts === "shots" ? failuresOf(place, runId) : explainOf(place, runId);
}

/** Returns the call that starts the pillar's run: run_vrt for screenshots, run_full_audit for all others. */
export const startOf = (place: Place, pillar: Pillar | null, label = "Run it"): NextAction =>
  pillar !== null && PILLAR_PARTS[pillar] === "shots"
    ? next(place, label, "run_vrt")
    : next(place, label, "run_full_audit", pillar === null ? {} : { pillars: [pillar] });
