// State shared by the phases of one capture.
import type { PageLease } from "../../../browsers/browserPool.ts";
import type { SiteEntry } from "../../../browsers/page/access.ts";
import type { ExplainFailure } from "../../../browsers/page/failures.ts";
import type { Guard } from "../../../browsers/page/guard.ts";
import type { CaptureLimits } from "../../../browsers/page/limits.ts";
import type { Reason } from "../../../domain/visual/outcome.ts";
import type { ShotSpec } from "../../../domain/visual/shot.ts";
import type { Stabiliser } from "../stabilisers/stabiliser.ts";
import type { Stopwatch } from "./stopwatch.ts";

export type Capturing = {
  spec: ShotSpec;
  lease: PageLease;
  access?: SiteEntry;
  explainFailure?: ExplainFailure;
  guard: Guard;
  limits: CaptureLimits;
  enabled: readonly Stabiliser[];
  clock: Stopwatch;
  /** Notes for people next to the screenshot, in the order they were found. */
  notes: Reason[];
};
