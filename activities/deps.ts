import type { SiteEntry } from "../browsers/page/access.ts";
import type { VisitDeps } from "../browsers/page/visit.ts";
import type { AuditPage } from "../domain/audit/page.ts";
import type { AuditPillar } from "../domain/audit/pillars.ts";
import type { MovedParts } from "../domain/visual/compare/movedParts.ts";
import type { CaptureOutcome } from "../domain/visual/outcome.ts";
import type { PageMap } from "../domain/visual/pageMap.ts";
import type { ShotSpec } from "../domain/visual/shot.ts";
import type { QueueNames } from "../domain/workflowNames.ts";
import type { Schedule } from "../models/schedules/schema.ts";
import type { Sealer } from "../platform/sealing.ts";
import type { GatherTools, PillarAudit } from "./audit/pillar.ts";
import type { CommonDeps } from "./commonDeps.ts";
import type { ComparePool } from "./compare/engine/pool.ts";

/** An already known frame: from the baseline or from an earlier attempt. */
export type KnownFrames = {
  sha256: string | null;
  pixelsEqual?: (png: Uint8Array) => Promise<boolean>;
  difference?: (a: Uint8Array, b: Uint8Array) => Promise<{ equal: boolean } & MovedParts>;
  extraKnownSha256?: string[];
};

export type CaptureDeps = CommonDeps & {
  sealer: Sealer;
  pictures: ComparePool;
  /** The capture engine, bound to the worker's warm browsers. */
  capture(
    spec: ShotSpec,
    access: SiteEntry | undefined,
    known: KnownFrames,
    signal: AbortSignal,
    onProgress: (phase: string) => void,
  ): Promise<CaptureOutcome & { map?: PageMap }>;
};

export type AuditDeps = CommonDeps & {
  sealer: Sealer;
  visit: VisitDeps;
  pillars: Record<AuditPillar, PillarAudit>;
  /** Runs Lighthouse once for its SEO score, 0 to 100. */
  lighthouseSeo(
    tools: GatherTools,
    page: AuditPage,
  ): Promise<{ score: number; reason?: undefined } | { score: null; code: string; reason: string }>;
};

export type CompareDeps = CommonDeps & { pictures: ComparePool };

/** Dependencies for reading stored images and drawing new ones. */
export type PictureDeps = Pick<CompareDeps, "models" | "artifacts" | "pictures" | "now">;

export type ReconcileDeps = CommonDeps & { queues: QueueNames };

export type ScheduleDeps = ReconcileDeps & {
  /**
   * Decides what the schedule needs, based on the record given, and does it; no-op if another process was faster. `aheadMs`: how
   * far the current time is ahead of this process's clock.
   */
  takeDue(schedule: Schedule, aheadMs: number): Promise<void>;
};

export type NotifyDeps = CommonDeps & {
  sealer: Sealer;
  /** Time in ms for the receiver's whole response. Defaults to 15 s. */
  answerMs?: number;
};
