import { expect } from "chai";
import { ANNOUNCED_DAYS, type DueSweep, dueSweep } from "../../../domain/retention/announce.ts";

const NOW = new Date("2026-11-20T00:00:00Z");
const days = (count: number): Date => new Date(NOW.getTime() + count * 86_400_000);
const ANNOUNCE: DueSweep = { do: "announce", at: days(ANNOUNCED_DAYS) };

describe("whether a sweep is due", () => {
  const read = days(-1);
  for (const [what, last, announced, expected, planned = read] of [
    ["never swept, never announced", null, null, ANNOUNCE],
    ["announced for tomorrow", null, days(1), { do: "wait" }],
    ["announced just now", null, days(ANNOUNCED_DAYS), { do: "wait" }],
    ["announced for today", null, NOW, { do: "sweep" }],
    ["swept yesterday", days(-1), days(-30), { do: "sweep" }],
    ["swept eight days ago", days(-8), days(-30), { do: "sweep" }],
    ["swept nine days ago: a pause, or a clock that jumped", days(-9), days(-30), ANNOUNCE],
    ["announced after that pause", days(-9), days(2), { do: "wait" }],
    ["announced after that pause, and now due", days(-16), days(0), { do: "sweep" }],
    ["announced so long ago that nobody expects it", null, days(-9), ANNOUNCE],
    ["announced by a clock that was ahead", null, days(300), ANNOUNCE],
    ["swept by a clock that was ahead", days(300), null, { do: "sweep" }],
    ["announced for today, and not counted since: the service was off", null, NOW, ANNOUNCE, days(-4)],
    ["announced for today, and never counted", null, NOW, ANNOUNCE, null],
    ["announced for today, and counted three days ago", null, NOW, { do: "sweep" }, days(-3)],
    ["announced for tomorrow, and not counted lately", null, days(1), { do: "wait" }, days(-6)],
    ["swept yesterday: what is counted does not matter", days(-1), days(-30), { do: "sweep" }, null],
  ] as readonly (readonly [string, Date | null, Date | null, DueSweep, (Date | null)?])[])
    it(what, () => expect(dueSweep({ now: NOW, last, announced, planned })).to.deep.equal(expected));
});
