// Records of one attempt at a shot. Pure functions.
import { given } from "../../domain/given.ts";
import type { CaptureOutcome, Reason, Renderer } from "../../domain/visual/outcome.ts";
import { rendererChanges } from "../../domain/visual/renderer.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";

export type Failed = Extract<CaptureOutcome, { kind: "failed" }>;
export type Captured = Extract<CaptureOutcome, { kind: "captured" }>;

/** Returns the captures of a shot including this attempt's; an attempt that runs twice leaves one record. */
export function withRecord(shot: Pick<Shot, "captures">, record: CaptureRecord): CaptureRecord[] {
  return [...shot.captures.filter(({ attempt }) => attempt < record.attempt), record];
}

/** Returns the record of a page that could not be captured. */
export function failedRecord(attempt: number, { reason, notes, timings }: Failed): CaptureRecord {
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
    notes: [reason, ...notes],
    timings,
  };
}

/** Returns the record of a screenshot that equals the baseline. */
export function equalRecord(attempt: number, baseline: Shot["baseline"], outcome: Captured): CaptureRecord {
  const { frame, renderer, applied, notes, timings } = outcome;
  return {
    attempt,
    artifactId: baseline?.artifactId ?? null,
    mapId: baseline?.mapId ?? null,
    frameSha256: baseline?.frameSha256 ?? null,
    pixelSha256: baseline?.pixelSha256 ?? null,
    width: frame.width,
    height: frame.height,
    stable: true,
    renderer,
    ...given({ applied }),
    notes,
    timings,
  };
}

/** Returns the record of a screenshot that waits for its comparison. `before`: the renderer of the baseline. */
export function capturedRecord(
  attempt: number,
  kept: {
    artifactId: string;
    mapId: string | null;
    frameSha256: string;
    pixelSha256: string | null;
    rested?: boolean;
  },
  { frame, stable, restless, applied, renderer, notes, timings }: Captured,
  before: Renderer | null,
): CaptureRecord {
  return {
    attempt,
    ...kept,
    width: frame.width,
    height: frame.height,
    stable,
    restless,
    ...given({ applied }),
    renderer,
    notes: [...notes, ...differentRenderer(before, renderer)],
    timings,
  };
}

function differentRenderer(before: Renderer | null, now: Renderer): Reason[] {
  const changes = before ? rendererChanges(before, now) : [];
  if (changes.length === 0) return [];
  return [
    {
      code: "different_renderer",
      message: `The baseline was drawn by another renderer (${changes.join(", ")}): differences as small as another renderer makes them do not count.`,
    },
  ];
}

/** The embedded database rejects field names with a dot, such as the capture's `in.lazy`. */
export function storableTimings(timings: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(timings).map(([name, ms]) => [name.replaceAll(".", "_"), Math.round(ms)]));
}
