import { createHash } from "node:crypto";
import type { Renderer } from "../../domain/visual/outcome.ts";
import type { BrowserName, Viewport } from "../../domain/visual/shot.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** One picture that was uploaded into a run; it becomes a shot when the run is closed to uploads. */
export type Upload = {
  /** Hash of run, name, viewport, browser and mode, so that the same picture sent twice is stored once. */
  _id: string;
  runId: string;
  projectId: string;
  scenarioId: string;
  label: string;
  viewport: Viewport;
  browser: BrowserName;
  /** Missing or null if there is no mode. */
  mode?: string | null;
  /** The page, without parts that may contain secrets. */
  url: string;
  /** The test that sent it; another test may not use its name. */
  test: string;
  artifactId: string;
  /** The map of the page; missing from earlier test runners. */
  mapId?: string | null;
  /** Playwright's trace of the test, as cleaned by the test runner. */
  traceId?: string | null;
  traceBytes?: number;
  bytes: number;
  width: number;
  height: number;
  renderer: Renderer;
  /** Whether the page came to rest before it was taken. */
  stable: boolean;
  at: Date;
};

export const uploadSchema = document<Upload>({
  _id: required(String),
  runId: required(String),
  projectId: required(String),
  scenarioId: required(String),
  label: required(String),
  viewport: required(json),
  browser: required(String),
  mode: { type: String, default: null },
  url: required(String),
  test: { type: String, default: "" },
  artifactId: required(String),
  mapId: { type: String, default: null },
  traceId: { type: String, default: null },
  traceBytes: { type: Number, default: 0 },
  bytes: required(Number),
  width: required(Number),
  height: required(Number),
  renderer: required(json),
  stable: required(Boolean),
  at: required(Date),
});
describeCollection(uploadSchema, {
  holds: "A screenshot that a test runner uploaded into a run.",
  id: "a hash of run, name, viewport, browser and mode",
});
uploadSchema.index({ runId: 1 });

/** `mode`: null if there is no mode. */
export function uploadIdOf(
  runId: string,
  label: string,
  viewport: string,
  browser: string,
  mode: string | null = null,
): string {
  const key = JSON.stringify(mode === null ? [label, viewport, browser] : [label, viewport, browser, mode]);
  return `${runId}:${createHash("sha256").update(key).digest("hex").slice(0, 24)}`;
}
