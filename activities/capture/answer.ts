// Result of one attempt at a shot.
import type { ShotStatus } from "../../domain/visual/outcome.ts";

/** `captured`: a screenshot waits for its comparison. `again`: the page failed in a way that a retry may fix. `away`: the site is unreachable. */
export type CaptureAnswer =
  | { state: "decided"; status: ShotStatus }
  | { state: "captured" }
  | { state: "again" }
  | { state: "away" };
