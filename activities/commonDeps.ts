// Dependencies available to every activity.
import type { Client } from "@temporalio/client";
import type { AuditPillar } from "../domain/audit/pillars.ts";
import type { Config } from "../domain/config.ts";
import type { Models } from "../models/index.ts";
import type { ArtifactStore } from "../platform/artifacts/store.ts";

export type Log = (
  level: "error" | "warn" | "info" | "debug",
  message: string,
  fields?: Record<string, unknown>,
) => void;

/** Counters and durations; the worker binds them to Prometheus. */
export type ActivityMetrics = {
  shot(kind: "visual" | "baseline", status: string, seconds: number): void;
  run(type: string, status: string, seconds: number): void;
  /** Records an audited page. */
  page(pillar: AuditPillar, status: string, seconds: number): void;
};

export type CommonDeps = {
  config: Config;
  /** Temporal client for querying workflows. */
  client: Client;
  models: Models;
  artifacts: ArtifactStore;
  log: Log;
  metrics: ActivityMetrics;
  now(): Date;
  ulid(): string;
};
