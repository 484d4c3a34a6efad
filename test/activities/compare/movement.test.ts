import { expect } from "chai";
import { changedByTimer } from "../../../activities/compare/movement.ts";
import { TIMERS } from "../../../domain/visual/explain/late.ts";
import type { CaptureRecord } from "../../../models/shots/schema.ts";
import { box, change } from "../../domain/visual/reading/change.ts";

const BUBBLE = change({ kind: "added", key: "bubble", selector: "#chat", box: box(300, 500, 80, 40) });
const TITLE = change({ kind: "text", key: "title", selector: "h1", box: box(0, 0, 200, 30) });
const GONE = change({ kind: "removed", key: "gone", selector: "#tip", box: null, boxBefore: box(0, 100, 400, 40) });

const record = (fields: Partial<CaptureRecord>) => ({ timings: {}, ...fields }) as CaptureRecord;
const AT_ONCE = record({});
const TIMED = record({ rested: true, timings: { [TIMERS]: 6_000 } });

describe("what a timer changed between two captures", () => {
  const moved = [box(300, 500, 80, 40), box(0, 100, 400, 40)];
  for (const [name, boxes, other, deciding, expected] of [
    ["is where they differ, whether it came or went", moved, AT_ONCE, TIMED, ["bubble", "gone"]],
    ["is nothing that both show alike", [], AT_ONCE, TIMED, []],
    ["is not known where no timer was waited for", moved, AT_ONCE, record({ rested: true }), []],
    ["is not known where both were taken at rest", moved, record({ rested: true }), TIMED, []],
    ["is not known of one capture", null, null, TIMED, []],
  ] as const)
    it(name, () => {
      const changes = changedByTimer([BUBBLE, TITLE, GONE], boxes && [...boxes], { other, record: deciding });
      expect(changes.map(({ key }) => key)).to.deep.equal(expected);
    });
});
