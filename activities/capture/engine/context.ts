// Browser options of a shot, set before its page is opened.

import type { PageOptions } from "../../../browsers/browserPool.ts";
import { withMode } from "../../../browsers/contextOptions.ts";
import type { ShotSpec } from "../../../domain/visual/shot.ts";
import { contextPart } from "../stabilisers/index.ts";
import type { Stabiliser } from "../stabilisers/stabiliser.ts";
import { WATCH_TIMERS } from "./rest.ts";

/** Shots with equal options can use each other's prepared pages. */
export function pageOptions(spec: ShotSpec, enabled: readonly Stabiliser[]): PageOptions {
  const { width, height, scale, mobile } = spec.viewport;
  const { initScript, ...part } = contextPart(enabled, spec);
  const usual = { width, height, scale, mobile, ...part, initScript: initScript + WATCH_TIMERS };
  return withMode(usual, spec.mode);
}
