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
import type { SiteEntry } from "./capture/engine/index.ts";
import type { CommonDeps } from "./commonDeps.ts";
import type { ComparePool } from "./compare/engine/pool.ts";

/** A frame that is known already: the baseline's, and those of an earlier attempt. */
export type KnownFrames = {
  sha256: string | null;
  pixelsEqual?: (png: Uint8Array) => Promise<boolean>;
  difference?: (a: Uint8Array, b: Uint8Array) => Promise<{ equal: boolean } & MovedParts>;
  extraKnownSha256?: string[];
};

export type CaptureDeps = CommonDeps & {
  sealer: Sealer;
  pictures: ComparePool;
  /** The capture engine bound to the worker's warm browsers. */
  capture(
    spec: ShotSpec,
    access: SiteEntry | undefined,
    known: KnownFrames,
    signal: AbortSignal,
    onProgress: (phase: string) => void,
  ): Promise<CaptureOutcome & { map?: PageMap }>;
};

/** What audits stand on besides. */
export type AuditDeps = CommonDeps & {
  sealer: Sealer;
  visit: VisitDeps;
  pillars: Record<AuditPillar, PillarAudit>;
  /** One Lighthouse run for its SEO score, 0 to 100. */
  lighthouseSeo(
    tools: GatherTools,
    page: AuditPage,
  ): Promise<{ score: number; reason?: undefined } | { score: null; code: string; reason: string }>;
};

export type CompareDeps = CommonDeps & { pictures: ComparePool };

/** What reads stored pictures and draws new ones. */
export type PictureDeps = Pick<CompareDeps, "models" | "artifacts" | "pictures" | "now">;

export type ReconcileDeps = CommonDeps & { queues: QueueNames };

/** What starts the runs of schedules. */
export type ScheduleDeps = ReconcileDeps & {
  /**
   * Decides and does what the schedule needs, as it was read; another process may be quicker, which changes nothing. `aheadMs`: so
   * much later than this process's clock says it is.
   */
  takeDue(schedule: Schedule, aheadMs: number): Promise<void>;
};

/** What sends messages. */
export type NotifyDeps = CommonDeps & {
  sealer: Sealer;
  /** Milliseconds that a receiver has for its whole answer; 15 s unless given. */
  answerMs?: number;
};
