// Interface through which a plan finds what its shots are compared with.
import type { Referenced } from "./byHistory.ts";
import type { BaselineKey, BaselinePart } from "./key.ts";

export type ReferenceFinder = {
  /** Returns the key under which a shot of this run is promoted. */
  keyOf(part: BaselinePart): BaselineKey;
  find(part: BaselinePart): Referenced | null;
};
