// Lets the engine capture a shot, with what is already known about it.
import type { SiteEntry } from "../../browsers/page/access.ts";
import { messageOf } from "../../domain/errors.ts";
import { maskTexts } from "../../domain/functional/values.ts";
import { given } from "../../domain/given.ts";
import type { CaptureOutcome } from "../../domain/visual/outcome.ts";
import type { PageMap } from "../../domain/visual/pageMap.ts";
import type { BaselinePicture } from "../../models/baselines/schema.ts";
import type { Shot } from "../../models/shots/schema.ts";
import { sha256 } from "../../platform/artifacts/store.ts";
import type { CaptureDeps } from "../deps.ts";
import { throwIfCancelled } from "../failures.ts";
import { onceDatabaseIsBack } from "../outageWait.ts";
import { siteAccessOf } from "../siteAccess.ts";
import { createAccessMask } from "../siteSecrets.ts";
import { pngSize } from "./engine/shoot.ts";
import { storableTimings } from "./records.ts";

/** `pixelSha256`: of its frame, if requested. */
type Taken = CaptureOutcome & { map?: PageMap; pixelSha256?: string };

/** A page may echo its credentials, and its map is stored and quoted in explanations, so they are masked. */
const withoutAccess = (outcome: Taken, access: SiteEntry | undefined): Taken =>
  outcome.map === undefined ? outcome : { ...outcome, map: maskTexts(outcome.map, createAccessMask(access)) };

/** Returns pixel hashes of frames: each frame is decoded once, one of an earlier attempt not at all. The baseline is never decoded here. */
function pixelsOfFrames({ pictures }: Pick<CaptureDeps, "pictures">, captures: Shot["captures"]) {
  const known = new Map<string, string>();
  for (const { frameSha256, pixelSha256 } of captures)
    if (frameSha256 !== null && pixelSha256 !== null) known.set(frameSha256, pixelSha256);
  const hashOf = async (png: Uint8Array): Promise<string> => {
    const frame = sha256(png);
    const hash = known.get(frame) ?? (await pictures.pixelHash(png));
    known.set(frame, hash);
    return hash;
  };
  return {
    known: (png: Uint8Array) => known.get(sha256(png)),
    async equal(png: Uint8Array, { width, height, pixelSha256 }: BaselinePicture): Promise<boolean> {
      const size = pngSize(png);
      return size.width === width && size.height === height && (await hashOf(png)) === pixelSha256;
    },
  };
}

/** `confirms`: whether this capture checks that a new baseline's first screenshot is reproducible. `rest`: see ShotSpec. */
export type Taking = { attempt: number; confirms: boolean; rest: boolean };

/** Throws if the browser was lost, which is worth another attempt; problems of the page are an outcome. */
export async function takePicture(
  deps: CaptureDeps,
  { _id: shotId, runId, projectId, spec, baseline, reference, captures }: Shot,
  { attempt, confirms, rest }: Taking,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<Taken> {
  const owner = { projectId, environmentId: spec.environmentId, preview: spec.preview };
  const access = await onceDatabaseIsBack(signal, () => siteAccessOf(deps, owner));
  // A new baseline must equal its own first screenshot. For a merge no frame is known, because it looks like neither side.
  const expected = confirms || reference?.merge ? null : baseline;
  const pixels = pixelsOfFrames(deps, captures);
  const known = {
    sha256: expected?.frameSha256 ?? null,
    ...(expected ? { pixelsEqual: (png: Uint8Array) => pixels.equal(png, expected) } : {}),
    difference: (a: Uint8Array, b: Uint8Array) => deps.pictures.difference(a, b),
    extraKnownSha256: captures.flatMap((c) => c.frameSha256 ?? []),
  };
  try {
    const outcome = await deps.capture(rest ? { ...spec, rest } : spec, access, known, signal, note);
    throwIfCancelled(signal);
    const isNew = outcome.kind === "captured" && !outcome.equalsKnown;
    const pixelSha256 = isNew ? pixels.known(outcome.frame.png) : undefined;
    return {
      ...withoutAccess(outcome, access),
      timings: storableTimings(outcome.timings),
      ...given({ pixelSha256 }),
    };
  } catch (error) {
    throwIfCancelled(signal);
    deps.log("warn", "capture was interrupted", { runId, shotId, attempt, error: messageOf(error) });
    throw error;
  }
}
