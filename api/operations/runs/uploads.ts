// A run whose screenshots are uploaded by a test runner: opened by the first sender, filled by many, judged when all are done.
import { ProductError } from "../../../domain/errors.ts";
import { IDLE_MINUTES, MAX_UPLOAD_BYTES, MAX_UPLOADS } from "../../../domain/uploads.ts";
import type { BrowserName, ViewportName } from "../../../domain/visual/shot.ts";
import { keepArtifact } from "../../../models/artifacts/keepArtifact.ts";
import { keepUpload, noteShardDone, touchUploads, uploadsSize } from "../../../models/uploads/queries.ts";
import { uploadIdOf } from "../../../models/uploads/schema.ts";
import { checkPng } from "../../../platform/pngCheck.ts";
import { requireRunRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { optional } from "../../lib/optional.ts";
import { beginRun } from "./beginRun.ts";
import type { RunInput, StartedRun } from "./runInput.ts";
import { requirePillars } from "./startRun.ts";
import { closed, findUploads, openRun, requireMap, requireMode } from "./uploadRun.ts";
import { scenarioOfUpload } from "./uploadScenario.ts";

export type OpenUploadsInput = Omit<RunInput, "scenarios" | "browsers" | "perfBudgets"> & {
  project?: string;
  /** Identifier shared by all senders of the run. */
  build: string;
  /** `baseline`: the screenshots become baselines without a comparison. */
  type?: "test" | "baseline";
  shards?: number;
  idleMinutes?: number;
};

/** Opens the run of a build, or returns the existing one: a build has one run within a day. */
export async function openUploads(ctx: OperationContext, caller: Caller, input: OpenUploadsInput): Promise<StartedRun> {
  requireRunRight(caller);
  const { project: named, build, type = "test", shards = 1, idleMinutes = IDLE_MINUTES.usual, ...run } = input;
  const project = await resolveProject(ctx, caller, named);
  await requirePillars(ctx, caller.orgId, ["visual"]);
  const upload = {
    build,
    shards,
    done: [],
    idleMs: idleMinutes * 60_000,
    lastAt: ctx.now(),
    closedAt: null,
  };
  const plan = {
    project,
    type: type === "test" ? ("vrt-test" as const) : ("baseline" as const),
    upload,
    body: { build, type },
  };
  const idempotency = { key: build, route: `uploads of ${project._id}` };
  return beginRun({ ...ctx, idempotency }, caller, run, plan);
}

export type UploadInput = {
  name: string;
  viewport: ViewportName;
  width: number;
  height: number;
  scale?: number;
  browser: BrowserName;
  browserVersion: string;
  platform: string;
  /** Address of the page; parts that may contain secrets are removed. */
  url?: string;
  test?: string;
  stable?: "yes" | "no";
  /** Id of its page map, which was sent before. */
  map?: string;
  /** Mode of the project that the screenshot shows. */
  mode?: string;
  /** `yes` if it is a first baseline of a scenario that Plumbline visits itself. */
  visited?: "yes" | "no";
};

/** Stores one screenshot. Sending the same one again changes nothing; a different one of the same test replaces it. */
export async function uploadShot(
  ctx: OperationContext,
  caller: Caller,
  runId: string,
  input: UploadInput,
  bytes: Buffer,
): Promise<{ runId: string; replaced: boolean; width: number; height: number }> {
  requireRunRight(caller);
  const run = await openRun(ctx, caller, runId);
  const facts = await checkPng(bytes);
  if (typeof facts === "string") throw new ProductError("validation_error", facts);
  const { name: label, viewport, browser, test = "" } = input;
  const mode = await requireMode(ctx, run, input.mode);
  const size = await uploadsSize(ctx.models, runId);
  if (size.count >= MAX_UPLOADS || size.bytes + bytes.length > MAX_UPLOAD_BYTES)
    throw new ProductError(
      "too_large",
      `A run accepts ${MAX_UPLOADS.toLocaleString("en-US")} screenshots of ${MAX_UPLOAD_BYTES / 1024 ** 3} GB together, and this one has ${size.count}: use several builds.`,
    );
  if (input.map !== undefined) await requireMap(ctx, run, input.map);
  const url = bareAddress(input.url) ?? run.baseUrl;
  const scenario = await scenarioOfUpload(ctx, run, { label, url, viewport, mode, visited: input.visited === "yes" });
  const at = ctx.now();
  const { projectId } = run;
  const artifactId = await keepArtifact(ctx, { projectId, bytes, contentType: "image/png" });
  const kept = await keepUpload(ctx.models, {
    _id: uploadIdOf(runId, label, viewport, browser, mode),
    runId,
    projectId: run.projectId,
    scenarioId: scenario._id,
    label,
    viewport: {
      name: viewport,
      width: input.width,
      height: input.height,
      scale: input.scale ?? 1,
      mobile: false,
    },
    browser,
    url,
    test,
    artifactId,
    mapId: input.map ?? null,
    mode,
    bytes: bytes.length,
    ...facts,
    renderer: { browser, version: input.browserVersion, platform: input.platform, fonts: "of the test runner" },
    stable: input.stable !== "no",
    at,
  });
  if ("taken" in kept) throw taken(label, kept.taken, input);
  if (!(await touchUploads(ctx.models, runId, at))) throw closed(runId);
  return { runId, replaced: kept.replaced, ...facts };
}

/** Marks one sender as done; when all are done, the run is judged. */
export async function finishUploads(
  ctx: OperationContext,
  caller: Caller,
  runId: string,
  shard: number,
): Promise<{ runId: string; waitingFor: number; statusUrl: string }> {
  requireRunRight(caller);
  const run = await findUploads(ctx, caller, runId);
  const statusUrl = `/api/ci/status/${runId}`;
  const { shards } = run.upload;
  if (shard > shards)
    throw new ProductError(
      "validation_error",
      `This run was opened for ${shards} test runners. Runner ${shard} is not one of them.`,
    );
  const noted = await noteShardDone(ctx.models, runId, shard);
  if (noted === null) return { runId, waitingFor: 0, statusUrl };
  const waitingFor = shards - new Set(noted.upload?.done).size;
  // If this notification fails, the run notices by itself later.
  if (waitingFor <= 0)
    await optional(ctx, "a run was not notified of its uploads", { runId }, () => ctx.engine.uploadsDone(runId));
  return { runId, waitingFor, statusUrl };
}

function taken(
  label: string,
  { test, viewport }: { test: string; viewport: { name: string; width: number; height: number } },
  input: UploadInput,
): ProductError {
  const sizes = `${viewport.width}×${viewport.height}`;
  const message =
    test === (input.test ?? "")
      ? `"${label}" was uploaded for ${viewport.name} at ${sizes} already, and now comes at ${input.width}×${input.height}: give one of them another name, or another viewport.`
      : `"${label}" was uploaded by another test of this build already (${test || "one without a name"}): use a unique name for each screenshot.`;
  return new ProductError("conflict", message);
}

/** Returns the address without user, query and fragment, because these may contain tokens; null if it is not an http(s) address. */
function bareAddress(url: string | undefined): string | null {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, origin, pathname } = new URL(url);
  return protocol === "http:" || protocol === "https:" ? origin + pathname : null;
}
