import { expect } from "chai";
import { rangeOf, timeLabels } from "../../../web/src/components/chartOptions.ts";
import { formatDate, formatTime } from "../../../web/src/lib/format.ts";

const line = (...values: number[]) => [{ name: "Phone", values }];
const CLS = { good: 0.1, poor: 0.25 };

describe("the axes of a chart", () => {
  for (const [what, chart, top] of [
    ["nothing but zeros shows what is good and what is poor", { lines: line(0, 0), zones: CLS }, 0.2625],
    ["values above the poor limit are all in view", { lines: line(0, 2), zones: CLS }, 2.1],
    ["a budget above all of it is in view", { lines: line(0), zones: CLS, budget: 1 }, 1.05],
    ["a given range stays", { lines: line(7), zones: CLS, range: [0, 100] as [number, number] }, 100],
  ] as const)
    it(what, () => expect(rangeOf({ times: [], ...chart })).to.deep.equal([0, top]));
  it("without zones goes as the values want it", () => expect(rangeOf({ times: [], lines: line(3) })).to.equal(null));

  const at = (iso: string) => new Date(iso).getTime() / 1_000;
  it("says times as the rest of the dashboard, and each day once", () => {
    const times = ["2026-11-27T12:00:00Z", "2026-11-27T12:00:30Z", "2026-11-27T12:01:00Z"];
    const [first = "", , third = ""] = times;
    expect(timeLabels(times.map(at))).to.deep.equal([
      `${formatTime(first)}\n${formatDate(first)}`,
      "",
      formatTime(third),
    ]);
  });
  it("says days alone where a step is a day or more", () => {
    const days = ["2026-11-25T12:00:00Z", "2026-11-27T12:00:00Z"];
    expect(timeLabels(days.map(at))).to.deep.equal(days.map(formatDate));
  });
});
