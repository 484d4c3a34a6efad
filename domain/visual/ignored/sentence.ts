// The sentence of a run about its ignored changes.
import { plural } from "../../text.ts";

/** Returns the sentence, or null if no result passed because of ignored changes. */
export const ignoredSentence = (results: number): string | null =>
  results === 0
    ? null
    : `${plural(results, "screenshot")} passed because people ignore ${results === 1 ? "its" : "their"} changes.`;
