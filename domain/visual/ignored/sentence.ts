// What a run says of changes that people ignore.
import { plural } from "../../text.ts";

/** null: no result passed so. */
export const ignoredSentence = (results: number): string | null =>
  results === 0
    ? null
    : `${plural(results, "screenshot")} passed because people ignore ${results === 1 ? "its" : "their"} changes.`;
