// A page that got wider or narrower: the surplus columns of one screenshot as a change of the page.
import type { Region } from "../outcome.ts";
import type { Change } from "./change.ts";
import { plainChange } from "./described.ts";
import { type Reading, withShares } from "./readChanges.ts";

/** The columns are at the right edge of the wider page. Their cause is the key of the change. */
export function widthChange({ box, kind, cause = "", changedPixels, share }: Region): Change {
  const narrow = { ...box, x: 0, width: box.x };
  const wide = { ...box, x: 0, width: box.x + box.width };
  const [before, after] = kind === "added" ? [narrow, wide] : [wide, narrow];
  return { ...plainChange(cause, "resized", after, before), tag: "body", changedPixels, share };
}

/** Adds the change of the page's width. A body that got wider or narrower with its page is the same change. */
export function withWidth(reading: Reading, columns: Region | undefined): Reading {
  if (!columns) return reading;
  const width = widthChange(columns);
  const body = reading.changes.find((change) => change.tag === "body" && growthOf(change) * growthOf(width) > 0);
  const named = (key: string) => (key === body?.key ? width.key : key);
  return {
    changes: withShares([...reading.changes.filter((change) => change !== body), body ? joined(width, body) : width]),
    ofRegions: reading.ofRegions.map(named),
    ofBands: reading.ofBands.map(named),
  };
}

const growthOf = ({ kind, box, boxBefore }: Change): number =>
  kind === "resized" && box && boxBefore ? box.width - boxBefore.width : 0;

/** The width is the page's, because content can be wider than the body; the height is the body's. */
function joined(width: Change, body: Change): Change {
  const { box, boxBefore } = width;
  return {
    ...width,
    box: box && body.box && { ...box, height: body.box.height },
    boxBefore: boxBefore && body.boxBefore && { ...boxBefore, height: body.boxBefore.height },
    pushed: body.pushed,
    changedPixels: width.changedPixels + body.changedPixels,
  };
}
