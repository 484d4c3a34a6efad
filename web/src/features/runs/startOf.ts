// What starts the same run again: everything that this one was started with. Pure.
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import { type StartInput, startOfType } from "../../lib/starts.ts";

/** null: no person starts a run of this type. */
export function startOf({ run, metadata, isAudit }: AppRun, project: string): StartInput | null {
  const kind = startOfType(run.type);
  if (kind === null) return null;
  const { scenarios, scenarioCount, browsers, pages, preview, location, feature } = metadata;
  // Not all of the scenarios are told, so not the same would run.
  if (scenarioCount !== null && scenarioCount > scenarios.length) return null;
  // Nothing that a person starts chooses more than one feature's tags and windows, or a feature at a preview.
  if (feature && (feature.featureId === null || preview)) return null;
  const start: StartInput = { kind, project };
  if (run.environmentId && !preview) start.environment = run.environmentId;
  if (preview) start.baseUrl = preview;
  if (location) start.location = location;
  if (pages) start.pages = pages;
  if (scenarios.length > 0) start.scenarios = scenarios;
  // A full audit has a run of each pillar, and each its own browsers.
  if (browsers.length > 0 && !isAudit) start.browsers = browsers;
  // Without its branch it would be compared as a run of the main branch.
  if (run.branch) start.branch = run.branch;
  if (run.commitSha) start.commitSha = run.commitSha;
  if (run.chosen.length > 0) start.pillars = run.chosen;
  if (feature?.featureId) {
    const { featureId, tags, viewports, retries, verifyTracking } = feature;
    start.feature = { featureId, tags, viewports, retries, verifyTracking };
  }
  return start;
}
