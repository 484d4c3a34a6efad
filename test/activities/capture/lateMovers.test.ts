// Pages that change some seconds after they are ready, captured by the engine as in runs: a baseline, then tests of the unchanged page.
import { expect } from "chai";
import { createComparePool } from "../../../activities/compare/engine/pool.ts";
import { createMeasure, type Judged, type Measure, type Picture, specOf } from "../../../bench/truth/measure.ts";
import { startTruthSite, type TruthSite } from "../../../bench/truth/site.ts";
import { DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";
import { warmPool } from "../../support/warmPool.ts";

/** Pages of the truth bench. `turns`: the element that never stops changing, which must be named. */
const PAGES: { name: string; turns?: string }[] = [
  { name: "bar hidden after 3 s" },
  { name: "bar that slides in after 4 s" },
  { name: "bubble after 6 s" },
  { name: "carousel every 5 s", turns: "#car" },
  { name: "carousel by time-outs of 5 s", turns: "#car" },
  { name: "carousel by frames every 5 s", turns: "#car" },
  { name: "heading every 4 s", turns: "#h" },
  { name: "timer of a late script" },
  { name: "frame with a bar that hides" },
  { name: "bar that frames count down" },
  { name: "note after scrolling" },
  { name: "task put off for 4 s" },
  { name: "delayed animation" },
];
/** Simulates a page whose images load late: its timers have run this long when it is ready. */
const LATE_MS = 4_500;
/** Number of concurrent pages; each mostly waits. */
const LANES = 4;

describe("pages that change after they are ready", function () {
  this.timeout(600_000);
  let site: TruthSite;
  let pictures: ReturnType<typeof createComparePool>;
  const seen = new Map<string, { baseline: Picture; judged: Judged[] }>();

  const measurePage = async (measure: Measure, name: string): Promise<void> => {
    const url = `${site.origin}/restless/${encodeURIComponent(name)}/`;
    const spec = specOf(url, { browser: "chromium", viewport: DEFAULT_VIEWPORTS.desktop });
    const baseline = await measure.baseline(spec);
    const judged = [await measure.judge(spec, baseline), await measure.judge({ ...spec, delay: LATE_MS }, baseline)];
    seen.set(name, { baseline, judged });
  };

  before(async () => {
    site = await startTruthSite();
    pictures = createComparePool();
    const measure = createMeasure(warmPool(), pictures);
    const left = PAGES.map(({ name }) => name);
    const lane = async (): Promise<void> => {
      for (let name = left.shift(); name; name = left.shift()) await measurePage(measure, name);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  });
  after(() => Promise.all([site?.close(), pictures?.close()]));

  for (const { name, turns } of PAGES)
    it(`pass, also when they are ready late: ${name}`, () => {
      const { baseline, judged } = seen.get(name) ?? expect.fail("It was not measured.");
      expect(
        judged.map(({ passed }) => passed),
        judged.flatMap(({ sentences }) => sentences).join(" "),
      ).to.deep.equal([true, true]);
      expect(baseline.unsettled).to.equal(undefined);
      if (turns) expect(baseline.restless.map(({ selector }) => selector)).to.deep.equal([turns]);
    });
});
