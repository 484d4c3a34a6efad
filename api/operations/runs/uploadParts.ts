// Additions to uploaded screenshots: the page map, the trace of the test, and an early verdict.
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { ProductError } from "../../../domain/errors.ts";
import { runPagePath } from "../../../domain/report/runPage.ts";
import { shotKindOf } from "../../../domain/runTypes.ts";
import { MAX_UPLOAD_BYTES } from "../../../domain/uploads.ts";
import type { PageMap } from "../../../domain/visual/pageMap.ts";
import type { BrowserName, ViewportName } from "../../../domain/visual/shot.ts";
import { readMapElement, readMapHead } from "../../../domain/visual/uploadedMap.ts";
import { type UploadVerdict, verdictWithout } from "../../../domain/visual/uploadVerdict.ts";
import { keepArtifact } from "../../../models/artifacts/keepArtifact.ts";
import { findUpload, noteTrace, tracesSize } from "../../../models/uploads/queries.ts";
import { uploadIdOf } from "../../../models/uploads/schema.ts";
import { inTurns } from "../../../platform/inTurns.ts";
import { requireRunRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { publicLink } from "../../lib/publicLink.ts";
import { MAP_TYPE, openRun, requireMode, type UploadRun } from "./uploadRun.ts";

/** Limit of the unpacked size. Parsing that much takes 50 ms; a map of 5,000 elements is 4 MB. */
const MAX_MAP_BYTES = 6 * 1024 * 1024;
/** First bytes of a ZIP file. */
const ZIP = Buffer.from("PK\u0003\u0004", "latin1");

/** Stores the map of a page; its id is sent with the screenshot that shows the page. */
export async function uploadMap(
  ctx: OperationContext,
  caller: Caller,
  runId: string,
  bytes: Buffer,
): Promise<{ runId: string; mapId: string }> {
  requireRunRight(caller);
  const run = await openRun(ctx, caller, runId);
  const map = await readMap(bytes);
  const packed = await promisify(gzip)(JSON.stringify(map), { level: 1 });
  return { runId, mapId: await keep(ctx, run, packed, MAP_TYPE) };
}

/** Stores the trace of a test along with the screenshots it sent; a later trace replaces it. */
export async function uploadTrace(
  ctx: OperationContext,
  caller: Caller,
  runId: string,
  { test, bytes }: { test: string; bytes: Buffer },
): Promise<{ runId: string }> {
  requireRunRight(caller);
  const run = await openRun(ctx, caller, runId);
  if (!bytes.subarray(0, ZIP.length).equals(ZIP)) throw new ProductError("validation_error", "The trace is not a ZIP.");
  if ((await tracesSize(ctx.models, runId)) + bytes.length > MAX_UPLOAD_BYTES)
    throw new ProductError("too_large", `A run accepts traces of ${MAX_UPLOAD_BYTES / 1024 ** 3} GB together.`);
  const traceId = await keep(ctx, run, bytes, "application/zip");
  if (!(await noteTrace(ctx.models, { runId, test, traceId, bytes: bytes.length })))
    throw new ProductError("not_found", "This test has no screenshot in the run.");
  return { runId };
}

export type VerdictInput = { name: string; viewport: ViewportName; browser: BrowserName; mode?: string };

/** Compares an uploaded screenshot immediately. The run compares it again when it ends, and that verdict counts. */
export async function verdictOfUpload(
  ctx: OperationContext,
  caller: Caller,
  runId: string,
  { name, viewport, browser, mode: named }: VerdictInput,
): Promise<UploadVerdict & { runId: string; reviewUrl: string }> {
  requireRunRight(caller);
  const run = await openRun(ctx, caller, runId);
  const mode = await requireMode(ctx, run, named);
  const upload = await findUpload(ctx.models, uploadIdOf(runId, name, viewport, browser, mode));
  if (!upload)
    throw new ProductError("not_found", `"${name}" was not uploaded for ${viewport} in ${browser} into this run.`);
  const verdict =
    shotKindOf(run.type) === "visual"
      ? await ctx.engine.judgeUpload(
          { uploadId: upload._id, artifactId: upload.artifactId },
          { projectSlug: run.projectSlug },
        )
      : verdictWithout("passed", [
          { code: "baseline_captured", message: "This run captures baselines and compares nothing." },
        ]);
  return { runId, ...verdict, reviewUrl: publicLink(ctx, runPagePath({ ...run, runId })) };
}

async function readMap(bytes: Buffer): Promise<PageMap> {
  const wrong = (sentence: string) => new ProductError("validation_error", sentence);
  const text = await promisify(gunzip)(bytes, { maxOutputLength: MAX_MAP_BYTES }).catch(() => {
    throw wrong(`The page map is not gzip, or larger than ${MAX_MAP_BYTES / 1024 ** 2} MB.`);
  });
  const head = readMapHead(parsed(String(text)));
  if (typeof head === "string") throw wrong(head);
  const { map, elements } = head;
  await inTurns(elements, (element) => map.elements.push(readMapElement(element, map.elements.length)));
  return map;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const keep = (ctx: OperationContext, { projectId }: UploadRun, bytes: Buffer, contentType: string): Promise<string> =>
  keepArtifact(ctx, { projectId, bytes, contentType });
