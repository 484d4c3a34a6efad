// What an attempt at a shot comes to.
import type { ShotStatus } from "../../domain/visual/outcome.ts";

/** `captured`: a picture waits for its comparison. `again`: the page failed in a way that a second try may mend. `away`: nobody answers for the site. */
export type CaptureAnswer =
  | { state: "decided"; status: ShotStatus }
  | { state: "captured" }
  | { state: "again" }
  | { state: "away" };
