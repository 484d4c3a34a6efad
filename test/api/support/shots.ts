// Runs and shots in the form in which workflows store them.
import type { BrowserName, ViewportName } from "../../../domain/visual/shot.ts";
import type { Models } from "../../../models/index.ts";
import { refreshProblems } from "../../../models/problems/refresh.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { CaptureRecord, Shot } from "../../../models/shots/schema.ts";

const RENDERER = { browser: "chromium", version: "140", platform: "linux", fonts: "f" };

/** A capture whose picture is identified by its name. */
export function capture(picture: string, attempt = 1): CaptureRecord {
  return {
    attempt,
    artifactId: `art-${picture}`,
    mapId: `map-${picture}`,
    frameSha256: `frame-${picture}`,
    pixelSha256: `pixels-${picture}`,
    width: 1440,
    height: 900,
    stable: true,
    renderer: RENDERER,
    notes: [],
    timings: {},
  };
}

export async function addRun(models: Models, _id: string, patch: Partial<Run> = {}): Promise<string> {
  await models.runs.create({
    _id,
    orgId: "org_a",
    projectId: "prj_shop",
    projectSlug: "shop",
    type: "vrt-test",
    status: "completed",
    baseUrl: "https://shop.example",
    requestedBy: "test",
    createdAt: new Date("2026-03-10T11:00:00Z"),
    seq: 5,
    progress: { done: 0, total: 0, phase: "completed" },
    environmentId: "env_prod",
    environmentName: "Production",
    ...patch,
  });
  return _id;
}

/** Tests that need many results of one scenario use made-up viewports. */
export type ShotPatch = Partial<Omit<Shot, "viewport" | "browser">> & { viewport?: string; browser?: string };

/** Adds a shot; by default a failed one of the scenario Home on a desktop. */
export async function addShot(models: Models, runId: string, index: number, patch: ShotPatch = {}): Promise<string> {
  const _id = `${runId}-${String(index).padStart(5, "0")}`;
  const scenarioLabel = patch.scenarioLabel ?? "Home";
  const scenarioId = patch.scenarioId ?? "scn_home";
  const captures = patch.captures ?? [capture(_id)];
  const place = {
    scenarioId,
    selector: patch.selector ?? "",
    viewport: (patch.viewport ?? "desktop") as ViewportName,
    browser: (patch.browser ?? "chromium") as BrowserName,
  };
  await models.shots.create({
    _id,
    runId,
    projectId: "prj_shop",
    index,
    scenarioLabel,
    ...place,
    url: "https://shop.example/",
    spec: {},
    kind: "visual",
    baselineVersionId: null,
    baselineKey: { projectId: "prj_shop", environmentId: "env_prod", ...place, branch: "main" },
    baseline: null,
    status: "failed",
    reasons: [{ code: "mismatch", message: "Pixels differ." }],
    mismatchPercent: 12.5,
    changedPixels: 1000,
    threshold: 0.1,
    attempts: captures.length,
    captures,
    artifacts: { baseline: "art-base", test: captures.at(-1)?.artifactId ?? null, diff: null, map: null },
    decidedAt: new Date("2026-03-10T11:01:00Z"),
    ...(patch as Partial<Shot>),
  });
  return _id;
}

/** Writes the problems of every completed run, oldest first, as the ends of these runs would have done. */
export async function keepProblems(models: Models): Promise<void> {
  const runs = await models.runs.find({ status: "completed" }).sort({ createdAt: 1, _id: 1 }).lean<Run[]>();
  for (const run of runs) await refreshProblems(models, run);
}
