// What the rest of the service uses of the capture engine.
export type { SiteEntry } from "./access.ts";
export { CAPTURE_PHASES, type CaptureDeps, type CapturePhase, type CaptureResult, captureShot } from "./captureShot.ts";
export type { ExplainFailure, HostFailure } from "./failures.ts";
export { type CaptureLimits, DEFAULT_LIMITS } from "./limits.ts";
export type { KnownFrame, PixelDifference } from "./shoot.ts";
