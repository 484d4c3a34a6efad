// Builds the input that starts a run again with the same parameters. Pure.
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import { type StartInput, startOfType } from "../../lib/starts.ts";

/** Returns null if a run of this type cannot be started manually. */
export function startOf({ run, metadata, isAudit }: AppRun, project: string): StartInput | null {
  const kind = startOfType(run.type);
  if (kind === null) return null;
  const { scenarios, scenarioCount, browsers, pages, preview, location, feature } = metadata;
  // Not all scenarios are listed, so the new run would differ.
  if (scenarioCount !== null && scenarioCount > scenarios.length) return null;
  // A manual start cannot select tags and viewports for several features, or run a feature against a preview.
  if (feature && (feature.featureId === null || preview)) return null;
  const start: StartInput = { kind, project };
  if (run.environmentId) start.environment = run.environmentId;
  if (preview) start.baseUrl = preview;
  if (location) start.location = location;
  if (pages) start.pages = pages;
  if (scenarios.length > 0) start.scenarios = scenarios;
  // A full audit starts one run per pillar, each with its own browsers.
  if (browsers.length > 0 && !isAudit) start.browsers = browsers;
  // Without its branch, the run would be compared as a run of the main branch.
  if (run.branch) start.branch = run.branch;
  if (run.commitSha) start.commitSha = run.commitSha;
  if (run.chosen.length > 0) start.pillars = run.chosen;
  if (feature?.featureId) {
    const { featureId, tags, viewports, retries, verifyTracking } = feature;
    start.feature = { featureId, tags, viewports, retries, verifyTracking };
  }
  return start;
}
