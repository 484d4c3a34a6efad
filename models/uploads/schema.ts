import { createHash } from "node:crypto";
import type { Renderer } from "../../domain/visual/outcome.ts";
import type { BrowserName, Viewport } from "../../domain/visual/shot.ts";
import { describeCollection, document, json, required } from "../lib/schema.ts";

/** One picture that was uploaded into a run; a shot is made of it when the run takes no more. */
export type Upload = {
  /** Of run, name, viewport, browser and mode: the same picture sent twice is one. */
  _id: string;
  runId: string;
  projectId: string;
  scenarioId: string;
  label: string;
  viewport: Viewport;
  browser: BrowserName;
  /** Missing or null: the page without one. */
  mode?: string | null;
  /** The page, without what may hold secrets. */
  url: string;
  /** Which test sent it: another one may not use its name. */
  test: string;
  artifactId: string;
  /** The map of the page; earlier test runners sent none. */
  mapId?: string | null;
  /** Playwright's trace of the test, as the test runner cleaned it. */
  traceId?: string | null;
  traceBytes?: number;
  bytes: number;
  width: number;
  height: number;
  renderer: Renderer;
  /** The page came to rest before it was taken. */
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

/** `mode`: null for the page without one. */
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
