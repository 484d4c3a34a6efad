// What activities stand on. Workers make one of these; tests make their own. Only types are imported here.
import type { Client } from "@temporalio/client";
import type { Config } from "../domain/config.ts";
import type { CaptureOutcome } from "../domain/visual/outcome.ts";
import type { Box, PageMap } from "../domain/visual/pageMap.ts";
import type { ShotSpec } from "../domain/visual/shot.ts";
import type { ArtifactStore } from "../models/artifacts/store.ts";
import type { Models } from "../models/index.ts";
import type { Sealer } from "../models/sealing.ts";
import type { SiteEntry } from "./capture/engine/index.ts";
import type { ComparePool } from "./compare/engine/pool.ts";

export type Log = (
  level: "error" | "warn" | "info" | "debug",
  message: string,
  fields?: Record<string, unknown>,
) => void;

/** Counters and durations; the worker binds them to Prometheus. */
export type ActivityMetrics = {
  shot(kind: "visual" | "baseline", status: string, seconds: number): void;
  run(type: string, status: string, seconds: number): void;
};

/** What every activity may use. */
export type CommonDeps = {
  config: Config;
  /** For looking at workflows. */
  client: Client;
  models: Models;
  artifacts: ArtifactStore;
  log: Log;
  metrics: ActivityMetrics;
  now(): Date;
  ulid(): string;
};

/** A frame that is known already: the baseline's, and those of an earlier attempt. */
export type KnownFrames = {
  sha256: string | null;
  readPng?: () => Promise<Uint8Array>;
  difference?: (a: Uint8Array, b: Uint8Array) => Promise<{ equal: boolean; box: Box | null }>;
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

export type CompareDeps = CommonDeps & { pictures: ComparePool };

export type ReconcileDeps = CommonDeps & { queues: { orchestration: string; browser: string } };
