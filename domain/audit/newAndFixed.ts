// What an audit found new and what is fixed, with what they are counted from.
import { sincePart } from "../history/againstWords.ts";
import { plural } from "../text.ts";

/** The part of an audit's summary; a run that did not end well may lack any of it. */
type Counted = { new?: number; fixed?: number; against?: string | undefined };

/** "3 new findings, 1 fixed since main at a1b2c3d, where this branch began". */
export const newAndFixed = ({ new: fresh = 0, fixed = 0, against }: Counted): string =>
  `${plural(fresh, "new finding")}, ${fixed} fixed${sincePart(against)}`;
