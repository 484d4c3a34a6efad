// Public interface of the capture engine.
export type { SiteEntry } from "../../../browsers/page/access.ts";
export type { ExplainFailure, HostFailure } from "../../../browsers/page/failures.ts";
export { type CaptureLimits, DEFAULT_LIMITS } from "../../../browsers/page/limits.ts";
export type { CaptureResult } from "./captureIn.ts";
export { type CaptureDeps, captureShot } from "./captureShot.ts";
export type { KnownFrame, PixelDifference } from "./shoot.ts";
export { CAPTURE_PHASES, type CapturePhase } from "./stopwatch.ts";
