// Uploads another tool's pictures as baselines, in a run of type baseline.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ArgsAt } from "../../api/endpoints/typedPath.ts";
import type { LeftOut } from "../../domain/import/types.ts";
import type { ViewportName } from "../../domain/visual/shot.ts";
import { ClientError } from "../client/exit.ts";
import { readStatus } from "../client/runs.ts";
import type { Service } from "../client/service.ts";

type Query = NonNullable<NonNullable<ArgsAt<"POST", "/api/ci/uploads/{runId}/shots", object>[0]>["query"]>;
/** `test`: the file that the picture was read from. */
export type BaselinePicture = {
  bytes: Uint8Array;
  query: Omit<Query, "name" | "viewport" | "test"> & { name: string; viewport: ViewportName; test: string };
};
type Place = { project: string | null; environment: string | null };

const POLL_MS = 500;
/** Errors that concern only one picture; any other error concerns all of them. */
const OF_ONE_PICTURE = new Set([400, 409, 413, 422].map((status) => `http_${status}`));

/**
 * Uploads the pictures and waits until they are baselines. `error`: why they are not, or not all of them. `refused`: pictures that the
 * service does not accept.
 */
export async function uploadBaselines(
  service: Service,
  { project, environment }: Place,
  pictures: readonly BaselinePicture[],
  signal?: AbortSignal,
): Promise<{ runId: string; error: string | null; refused: LeftOut[] }> {
  const all = createHash("sha256").update(JSON.stringify(pictures.map(({ query }) => query)));
  for (const { bytes } of pictures) all.update(bytes);
  const build = `import-${Date.now().toString(36)}-${all.digest("hex").slice(0, 16)}`;
  const { runId } = await service.post("/api/ci/uploads", {
    body: { project: project ?? undefined, environment: environment ?? undefined, build, type: "baseline" },
    idempotencyKey: build,
    signal,
  });
  const params = { runId };
  const refused: LeftOut[] = [];
  for (const [at, { bytes, query }] of pictures.entries())
    try {
      const idempotencyKey = `${build}-${at}`;
      await service.post("/api/ci/uploads/{runId}/shots", { params, bytes, idempotencyKey, query, signal });
    } catch (error) {
      if (!(error instanceof ClientError && OF_ONE_PICTURE.has(error.code))) throw error;
      refused.push({ path: query.test, reason: error.message });
    }
  await service.post("/api/ci/uploads/{runId}/finish", {
    params,
    body: {},
    idempotencyKey: `${build}-finish`,
    signal,
  });
  for (;;) {
    const { status, error, summary } = await readStatus(service, runId, signal);
    if (status === "failed") return { runId, error: error ?? "the run failed", refused };
    if (status === "completed")
      return { runId, error: summary?.failed ? `${summary.failed} of them could not become baselines` : null, refused };
    await sleep(POLL_MS, undefined, { signal });
  }
}
