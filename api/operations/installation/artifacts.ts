// Moves the artifact store: the operator at the terminal copies it while the service runs and then sets `SVC_ARTIFACTS`.
import { stat } from "node:fs/promises";
import path from "node:path";
import { type ArtifactMark, markText, strangeStore } from "../../../domain/artifactMark.ts";
import { parseS3Place } from "../../../domain/artifactPlace.ts";
import { ProductError } from "../../../domain/errors.ts";
import { StrangerError } from "../../../domain/installation.ts";
import { markOf, storeInUse, takeStore } from "../../../models/installations/artifactStore.ts";
import { nameDatabase } from "../../../models/installations/queries.ts";
import { type CopyCounts, copyArtifacts } from "../../../platform/artifacts/copy.ts";
import { filesOf, openStore, type StorePlace, storePlace } from "../../../platform/artifacts/open.ts";
import {
  ArtifactStoreFullError,
  ArtifactStoreRefusedError,
  ArtifactStoreUnavailableError,
  type MarkedStore,
} from "../../../platform/artifacts/store.ts";
import { newInstallationId } from "../../../platform/installationFile.ts";
import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";

/** `next`: the target is used once the service restarts with it; otherwise the service already uses it. */
export type Copied = CopyCounts & { from: string; to: string; next: boolean };
export type CopyProgress = Parameters<typeof copyArtifacts>[2];

/**
 * Copies artifacts from one place to another: `files` (in the data folder), a folder, or s3://bucket/prefix. Throws `validation_error` for
 * an invalid place, `conflict` if the target belongs to another installation, and `unavailable` if a store fails; what was copied stays,
 * and the next call copies the rest.
 */
export async function copyStore(
  ctx: AdminContext,
  caller: Caller,
  { from, to }: { from: string; to: string },
  progress?: CopyProgress,
): Promise<Copied> {
  mustBeAllowed(caller, "operate");
  const places = [placeOf(ctx, from, "--from"), placeOf(ctx, to, "--to")] as const;
  if (JSON.stringify(places[0]) === JSON.stringify(places[1]))
    throw new ProductError("validation_error", "--from and --to are the same place.");
  await mustBeFolder(places[0]);
  return told(async () => {
    const [source, target] = [await openStore(places[0]), await openStore(places[1])];
    const { installationId } = await nameDatabase(ctx.models, ctx.config.queuePrefix);
    const inUse = (await storeInUse(ctx.models))?.store ?? null;
    const mark = await targetMark({ installation: installationId, source, target, inUse });
    if (mark) await target.mark.write(markText({ ...mark, copying: true }), { replace: true });
    const counts = await copyArtifacts(source, target, progress);
    if (mark) await target.mark.write(markText(mark), { replace: true });
    await recordAudit(ctx, caller, "artifacts.copy", target.where, { from: source.where, copied: counts.copied });
    return { ...counts, from: source.where, to: target.where, next: mark !== null };
  });
}

/**
 * Makes the configured store, or another place, the installation's store although it has none of its artifacts, which are then lost.
 * Throws the same errors as `copyStore`.
 */
export async function claimLostStore(ctx: AdminContext, caller: Caller, place?: string): Promise<{ store: string }> {
  mustBeAllowed(caller, "operate");
  const at = place === undefined ? storePlace(ctx.config) : placeOf(ctx, place, "the place");
  return told(async () => {
    const store = await openStore(at);
    const { installationId } = await nameDatabase(ctx.models, ctx.config.queuePrefix);
    await takeStore({ models: ctx.models, installation: installationId, store });
    await recordAudit(ctx, caller, "artifacts.claim", store.where);
    return { store: store.where };
  });
}

type Ends = { installation: string; source: MarkedStore; target: MarkedStore; inUse: string | null };

/**
 * Returns the mark of a target that will replace the store in use; null if the target is already in use and only receives what was added
 * after a move.
 */
async function targetMark({ installation, source, target, inUse }: Ends): Promise<ArtifactMark | null> {
  for (const store of [source, target]) {
    const mark = await markOf(store);
    if (mark && mark.installation !== installation)
      throw strangeStore(store.where, `belongs to installation ${mark.installation}, not to ${installation}`);
  }
  const [mark, from] = [await markOf(target), (await markOf(source))?.store ?? null];
  if (mark && mark.store === inUse) return null;
  // Artifacts missing from the source would be lost when the installation starts with the target.
  if (inUse !== null && from !== inUse)
    throw new ProductError("conflict", `${source.where} is not the artifact store in use: copy from that one.`);
  const follows = inUse ?? from;
  // An interrupted copy continues under the same name.
  const store = mark?.follows === follows && mark ? mark.store : newInstallationId();
  return { installation, store, follows, copying: false };
}

function placeOf({ config }: AdminContext, text: string, option: string): StorePlace {
  if (text === "files") return path.resolve(filesOf(config.dataDir));
  if (!/^[a-z0-9]+:\/\//i.test(text)) return path.resolve(text);
  const place = parseS3Place(text);
  if (Array.isArray(place))
    throw new ProductError("validation_error", `${option} ${place.join(", ")}, "files" or a folder.`);
  return place;
}

async function mustBeFolder(place: StorePlace): Promise<void> {
  if (typeof place !== "string") return;
  const found = await stat(place).catch(() => null);
  if (!found?.isDirectory()) throw new ProductError("validation_error", `--from: the folder ${place} was not found.`);
}

/** Turns store failures into errors for the person who ran the command. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StrangerError) throw new ProductError("conflict", `${error.message}.`);
    if (error instanceof ArtifactStoreRefusedError) throw new ProductError("forbidden", error.message);
    if (error instanceof ArtifactStoreFullError)
      throw new ProductError(
        "save_failed",
        "The target is full. Copied artifacts stay: free up space and run the command again.",
      );
    if (error instanceof ArtifactStoreUnavailableError) throw new ProductError("unavailable", error.message);
    throw error;
  }
}
