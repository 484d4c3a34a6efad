// One attempt at one shot: capture it, and where the picture is the baseline's own, decide at once.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { messageOf } from "../../domain/errors.ts";
import {
  type CaptureOutcome,
  passesByItself,
  type Reason,
  type Renderer,
  type ShotStatus,
} from "../../domain/visual/outcome.ts";
import type { PageMap } from "../../domain/visual/pageMap.ts";
import type { CaptureRecord, Shot } from "../../models/shot.ts";
import { sha256 } from "../../platform/artifactStore.ts";
import type { CaptureDeps } from "../deps.ts";
import { throwIfCancelled } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { onceDatabaseIsBack } from "../patience.ts";
import { siteAccessOf } from "../siteAccess.ts";
import { storeArtifact } from "../storeArtifact.ts";
import { decideShot, isDecided, openShot } from "../verdicts.ts";

export type CaptureInput = { shotId: string; attempt: number; kind: "visual" | "baseline" };
/** `captured`: a picture waits for its comparison. `again`: the page failed in a way that a second try may mend. */
export type CaptureAnswer = { state: "decided"; status: ShotStatus } | { state: "captured" } | { state: "again" };
export type CaptureActivities = { captureShot(input: CaptureInput): Promise<CaptureAnswer> };

export function createCaptureActivities(deps: CaptureDeps): CaptureActivities {
  const { models, artifacts } = deps;

  const store = (projectId: string, bytes: Uint8Array, contentType: string) =>
    storeArtifact(deps, { projectId, bytes, contentType });

  /** Keeps what this attempt saw; an attempt that is run twice leaves one record. */
  const keep = async (shot: Shot, record: CaptureRecord, artifactIds: Partial<Shot["artifacts"]>) => {
    const captures = [...shot.captures.filter((c) => c.attempt < record.attempt), record];
    const kept = {
      captures,
      attempts: captures.length,
      artifacts: { ...shot.artifacts, ...artifactIds },
      timings: record.timings,
    };
    await models.shots.updateOne({ _id: shot._id, status: shot.status }, { $set: kept });
    return kept;
  };

  const failed = async (
    shot: Shot,
    attempt: number,
    outcome: Extract<CaptureOutcome, { kind: "failed" }>,
  ): Promise<CaptureAnswer> => {
    const record = emptyRecord(attempt, outcome);
    if (attempt === 1 && passesByItself(outcome.reason.code)) {
      await keep(shot, record, {});
      return { state: "again" };
    }
    const captures = [...shot.captures.filter((c) => c.attempt < attempt), record];
    const status = await decideShot(deps, shot, {
      status: "error",
      reasons: [outcome.reason, ...outcome.notes],
      mismatchPercent: 100,
      captures,
      attempts: captures.length,
      timings: outcome.timings,
    });
    return { state: "decided", status };
  };

  const equal = async (
    shot: Shot,
    attempt: number,
    outcome: Extract<CaptureOutcome, { kind: "captured" }>,
  ): Promise<CaptureAnswer> => {
    const baseline = shot.baseline;
    const flaky = attempt > 1;
    const reasons: Reason[] = [
      {
        code: "equal",
        message:
          shot.kind === "baseline"
            ? "The page is what the baseline already shows."
            : "The picture equals its baseline.",
      },
      ...(flaky
        ? [{ code: "flaky" as const, message: "The first picture differed, the second equals the baseline." }]
        : []),
      ...outcome.notes,
    ];
    const record: CaptureRecord = {
      attempt,
      artifactId: baseline?.artifactId ?? null,
      mapId: baseline?.mapId ?? null,
      frameSha256: baseline?.frameSha256 ?? null,
      pixelSha256: baseline?.pixelSha256 ?? null,
      width: outcome.frame.width,
      height: outcome.frame.height,
      stable: true,
      renderer: outcome.renderer,
      notes: outcome.notes,
      timings: outcome.timings,
    };
    const captures = [...shot.captures.filter((c) => c.attempt < attempt), record];
    const status = await decideShot(deps, shot, {
      status: "passed",
      reasons,
      mismatchPercent: 0,
      changedPixels: 0,
      regions: [],
      shifts: [],
      bands: [],
      flaky,
      captures,
      attempts: captures.length,
      // The picture is the baseline's: nothing new is stored.
      artifacts: { ...shot.artifacts, test: baseline?.artifactId ?? null, map: baseline?.mapId ?? null },
      timings: outcome.timings,
    });
    return { state: "decided", status };
  };

  const captured = async (
    shot: Shot,
    attempt: number,
    outcome: Extract<CaptureOutcome, { kind: "captured" }> & { map?: PageMap },
  ): Promise<CaptureAnswer> => {
    const frameSha256 = sha256(outcome.frame.png);
    const alike = shot.captures.find((c) => c.attempt < attempt && c.frameSha256 === frameSha256);
    const [artifactId, mapId] = await Promise.all([
      alike?.artifactId ?? store(shot.projectId, outcome.frame.png, "image/png"),
      outcome.map
        ? packed(outcome.map).then((bytes) => store(shot.projectId, bytes, "application/gzip"))
        : (alike?.mapId ?? null),
    ]);
    const record: CaptureRecord = {
      attempt,
      artifactId,
      mapId,
      frameSha256,
      pixelSha256: null,
      width: outcome.frame.width,
      height: outcome.frame.height,
      stable: outcome.stable,
      renderer: outcome.renderer,
      notes: [...outcome.notes, ...differentRenderer(shot.baseline?.renderer ?? null, outcome.renderer)],
      timings: outcome.timings,
    };
    const kept = await keep(shot, record, { test: artifactId, map: mapId });
    if (alike && shot.mismatchPercent !== null && shot.reasons.length > 0) {
      // The second picture is the first one again: its hash and its comparison stand.
      const captures = kept.captures.map((c) => (c.attempt === attempt ? { ...c, pixelSha256: alike.pixelSha256 } : c));
      const verdict = {
        ...kept,
        captures,
        status: "failed" as const,
        reasons: shot.reasons,
        fingerprint: shot.fingerprint,
      };
      return { state: "decided", status: await decideShot(deps, shot, verdict) };
    }
    return { state: "captured" };
  };

  return {
    captureShot: ({ shotId, attempt }) =>
      withHeartbeat(async (signal, note) => {
        const shot = await onceDatabaseIsBack(signal, () => openShot(deps, shotId));
        if (isDecided(shot)) return { state: "decided", status: shot.status as ShotStatus };
        if (shot.captures.some((c) => c.attempt === attempt && c.artifactId)) return { state: "captured" };
        const baseline = shot.baseline;
        const owner = { projectId: shot.projectId, environmentId: shot.spec.environmentId };
        const access = await onceDatabaseIsBack(signal, () => siteAccessOf(deps, owner));
        let outcome: CaptureOutcome & { map?: PageMap };
        try {
          outcome = await deps.capture(
            shot.spec,
            access,
            {
              sha256: baseline?.frameSha256 ?? null,
              ...(baseline ? { readPng: () => artifacts.get(baseline.artifactId) } : {}),
              difference: (a, b) => deps.pictures.difference(a, b),
              extraKnownSha256: shot.captures.flatMap((c) => c.frameSha256 ?? []),
            },
            signal,
            note,
          );
        } catch (error) {
          throwIfCancelled(signal);
          deps.log("warn", "capture was interrupted", { runId: shot.runId, shotId, attempt, error: messageOf(error) });
          throw error;
        }
        throwIfCancelled(signal);
        outcome = { ...outcome, timings: storableKeys(outcome.timings) };
        note("storing");
        return onceDatabaseIsBack(signal, () => {
          if (outcome.kind === "failed") return failed(shot, attempt, outcome);
          if (outcome.equalsKnown && baseline) return equal(shot, attempt, outcome);
          return captured(shot, attempt, outcome);
        });
      }),
  };
}

/** Compressed away from the event loop: of a full map that takes 50 ms. */
const packed = (map: PageMap): Promise<Buffer> => promisify(gzip)(JSON.stringify(map), { level: 1 });

function emptyRecord(attempt: number, outcome: Extract<CaptureOutcome, { kind: "failed" }>): CaptureRecord {
  return {
    attempt,
    artifactId: null,
    mapId: null,
    frameSha256: null,
    pixelSha256: null,
    width: 0,
    height: 0,
    stable: false,
    renderer: null,
    notes: [outcome.reason, ...outcome.notes],
    timings: outcome.timings,
  };
}

function differentRenderer(before: Renderer | null, now: Renderer): Reason[] {
  if (!before) return [];
  const changes = (["browser", "version", "platform", "fonts"] as const).filter((k) => before[k] !== now[k]);
  if (changes.length === 0) return [];
  return [
    {
      code: "different_renderer",
      message: `The baseline was drawn by another renderer (${changes.map((k) => `${k}: ${before[k]} → ${now[k]}`).join(", ")}): small differences may come from that.`,
    },
  ];
}

/** The embedded database refuses field names with a dot, such as the capture's `in.lazy`. */
function storableKeys(timings: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(timings).map(([name, ms]) => [name.replaceAll(".", "_"), Math.round(ms)]));
}
