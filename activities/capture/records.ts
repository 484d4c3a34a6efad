// What is kept of one attempt at a shot. Pure.
import { given } from "../../domain/given.ts";
import type { CaptureOutcome, Reason, Renderer } from "../../domain/visual/outcome.ts";
import { rendererChanges } from "../../domain/visual/renderer.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";

export type Failed = Extract<CaptureOutcome, { kind: "failed" }>;
export type Captured = Extract<CaptureOutcome, { kind: "captured" }>;

/** The captures of a shot with this attempt's; an attempt that is run twice leaves one record. */
export function withRecord(shot: Pick<Shot, "captures">, record: CaptureRecord): CaptureRecord[] {
  return [...shot.captures.filter(({ attempt }) => attempt < record.attempt), record];
}

/** Of a page that could not be taken. */
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

/** Of a picture that is the baseline's own. */
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

/** Of a picture that waits for its comparison. `before`: what drew the baseline. */
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

/** The embedded database refuses field names with a dot, such as the capture's `in.lazy`. */
export function storableTimings(timings: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(timings).map(([name, ms]) => [name.replaceAll(".", "_"), Math.round(ms)]));
}
