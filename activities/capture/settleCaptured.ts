// Handles a screenshot that differs from the baseline, or has none: stores it for the comparison.
import type { PageMap } from "../../domain/visual/pageMap.ts";
import { keepArtifact } from "../../models/artifacts/keepArtifact.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";
import { sha256 } from "../../platform/artifacts/store.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { storeMap } from "../storeMap.ts";
import { decideShot } from "../verdicts.ts";
import type { CaptureAnswer } from "./answer.ts";
import { keepAttempt } from "./keepAttempt.ts";
import { type Captured, capturedRecord } from "./records.ts";

export async function settleCaptured(
  deps: CommonDeps,
  shot: Shot,
  attempt: number,
  outcome: Captured & { map?: PageMap; pixelSha256?: string },
  rested = false,
): Promise<CaptureAnswer> {
  const { projectId } = shot;
  const frameSha256 = sha256(outcome.frame.png);
  const alike = shot.captures.find((c) => c.attempt < attempt && c.frameSha256 === frameSha256);
  const [artifactId, mapId] = await Promise.all([
    alike?.artifactId ?? keepArtifact(deps, { projectId, bytes: outcome.frame.png, contentType: "image/png" }),
    outcome.map ? storeMap(deps, { projectId, map: outcome.map }) : (alike?.mapId ?? null),
  ]);
  const renderer = shot.baseline?.renderer ?? null;
  const record = capturedRecord(
    attempt,
    { artifactId, mapId, frameSha256, pixelSha256: outcome.pixelSha256 ?? null, ...(rested && { rested }) },
    outcome,
    renderer,
  );
  const kept = await keepAttempt(deps, shot, record, { test: artifactId, map: mapId });
  return alike && shot.mismatchPercent !== null && shot.reasons.length > 0
    ? settleAlike(deps, shot, kept, { attempt, alike })
    : { state: "captured" };
}

/** The second screenshot equals the first: its hash and its comparison are reused. */
async function settleAlike(
  deps: CommonDeps,
  shot: Shot,
  kept: Awaited<ReturnType<typeof keepAttempt>>,
  { attempt, alike }: { attempt: number; alike: CaptureRecord },
): Promise<CaptureAnswer> {
  const { pixelSha256 } = alike;
  const captures = kept.captures.map((c) => (c.attempt === attempt ? { ...c, pixelSha256 } : c));
  const { reasons, fingerprint, causes = [], changes = [] } = shot;
  const found = { reasons, fingerprint, causes, changes };
  const status = await decideShot(deps, shot, { ...kept, captures, status: "failed", ...found });
  return { state: "decided", status };
}
