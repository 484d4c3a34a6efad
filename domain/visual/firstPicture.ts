// Identifies results that have no baseline to be compared with.
import type { ReasonCode } from "./outcome.ts";

const FIRST: readonly ReasonCode[] = ["no_baseline", "baseline_missing_file"];

/** Whether a result shows no change because it is the first screenshot of its place. */
export const isFirstPicture = ({ reasons }: { reasons: readonly { code: ReasonCode }[] }): boolean =>
  reasons.some(({ code }) => FIRST.includes(code));
