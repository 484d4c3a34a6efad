// Describes how many findings of an audit are new and how many are fixed, and since which run.
import { sincePart } from "../history/againstWords.ts";
import { plural } from "../text.ts";

/** The part of an audit's summary that is needed. Any of it can be missing if the run did not complete. */
type Counted = { new?: number; fixed?: number; against?: string | undefined };

/** Returns "3 new findings, 1 fixed since main at a1b2c3d, where this branch began". */
export const newAndFixed = ({ new: fresh = 0, fixed = 0, against }: Counted): string =>
  `${plural(fresh, "new finding")}, ${fixed} fixed${sincePart(against)}`;
