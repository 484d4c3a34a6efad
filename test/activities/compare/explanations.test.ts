// Genuine changes of one element, captured and compared as in a run: does the result name the element, the change and what to do?
import { expect } from "chai";
import { captureShot } from "../../../activities/capture/engine/captureShot.ts";
import { createComparePool } from "../../../activities/compare/engine/pool.ts";
import { CHANGES, type Edit } from "../../../bench/truth/changes.ts";
import { specOf } from "../../../bench/truth/measure.ts";
import { startTruthSite } from "../../../bench/truth/site.ts";
import { explainShot, type ShotExplanation } from "../../../domain/visual/explain/explainShot.ts";
import { DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";
import { warmPool } from "../../support/warmPool.ts";
import { type Counts, countFiles } from "./engine/countBoth.ts";

type Seeded = { page: string; name: string; selector: string; says: RegExp; action: "approve" | "fix"; edit?: Edit };

const style = (tag: string, css: string): Edit => ({ find: tag, replace: `${tag} style="${css}"` });
const approve = (page: string, name: string, selector: string, says: RegExp, edit?: Edit): Seeded => ({
  page,
  name,
  selector,
  says,
  edit,
  action: "approve",
});

const SEEDED: readonly Seeded[] = [
  approve(
    ...(["dashboard", "digit of a figure", "div.wrap > div:nth-of-type(2) > strong:nth-of-type(1)"] as const),
    /^Number changed from "1,904" to "1,964"\.$/,
  ),
  approve(
    ...(["dashboard", "table row gone", "tbody > tr:nth-of-type(4)"] as const),
    /^"V-1101" row removed under "Vehicles"\.$/,
  ),
  approve(
    ...(["dashboard", "table row added", "tbody > tr:nth-of-type(6)"] as const),
    /^"V-1121" row added under "Vehicles"; content below moved \d+ px down\.$/,
  ),
  approve(
    ...(["dashboard", "legend mark missing", "div.legend > span:nth-of-type(2) > i:nth-of-type(1)"] as const),
    /^Text removed under "Average delay, minutes"\.$/,
  ),
  approve(
    "docs",
    "line height of a paragraph",
    "p.pausing",
    /^Line height of "A paused.*" changed from 26\.4px to 27\.2px\.$/,
  ),
  approve(
    "docs",
    "letter spacing of a heading",
    "#options",
    /^Letter spacing of the "Options" heading changed from normal to 0\.24px\.$/,
  ),
  approve(
    "docs",
    "weight of a navigation link",
    "a.here",
    /^Text weight of the "Queues" link changed from 600 to 400\.$/,
  ),
  approve("docs", "2 px move of a button", "a.next", /^Position of the "Retries →" link changed\.$/),
  approve("docs", "note 3 % darker", "p.note", /^Background of "Names may.*" changed from #eef5fc to #e6edf4\.$/),
  approve(
    ...([
      "docs",
      "text from right to left",
      "p.pausing",
      /^Reading direction of "A paused.*" changed from ltr to rtl\.$/,
    ] as const),
    style(`<p class="pausing"`, "direction: rtl"),
  ),
  approve(
    ...(["news", "text in columns", "p.clip", /^Columns of "Every ticket.*" changed from auto to 2; content/] as const),
    style(`<p class="clip"`, "columns: 2"),
  ),
  approve(
    ...(["news", "lead picture replaced", "article.lead > img:nth-of-type(1)"] as const),
    /^"The quay at dawn" image replaced by another image \(pier\.png\)\.$/,
  ),
  approve(
    ...(["news", "text no longer cut off", "section.cards > article:nth-of-type(1)"] as const),
    /^"Saturday market.*" article is 71 px shorter and 95 px wider; content below moved 71 px up\.$/,
  ),
  approve(
    "news",
    "two items of a list swapped",
    "ol.read > li:nth-of-type(2)",
    /^"The baker.*" list item moved in the sidebar\.$/,
  ),
  approve("news", "underline of one link gone", "a.budget", /^"port's own budget" link lost its underline\.$/),
  {
    page: "recipe",
    name: "picture broken",
    selector: "img",
    action: "fix",
    says: /^"A tray of potatoes" image .* does not load \(missing\.png\); content below moved 53 px up\.$/,
  },
  approve(
    "recipe",
    "1 px move of a list item",
    "li.oil",
    /^"6 tbsp olive oil" list item under "You need" moved 1 px to the right\.$/,
  ),
  approve(
    "pricing",
    "padding 2 px more",
    "a.cta",
    /^Padding of the "Try it.*" link changed from 12px to 14px; content below moved 4 px down\.$/,
  ),
  approve("pricing", "shadow gone", "div.starter", /^"Starter" block lost its shadow\.$/),
  approve("pricing", "tick missing", "li.sso > svg:nth-of-type(1)", /^Image removed under "Team"\.$/),
];

/** A capture mostly waits for the page to come to rest. */
const LANES = 4;
const HIDES = /\brules?\b|\bignore|mask|hideSelectors|removeSelectors|misMatchThreshold/i;

describe("explanations of seeded changes", function () {
  this.timeout(120_000);
  const explained = new Map<Seeded, ShotExplanation>();
  const counted = new Map<Seeded, Counts>();

  before(async () => {
    const never = new AbortController().signal;
    const pictures = createComparePool();
    const deps = { pool: warmPool() };
    const difference = (a: Uint8Array, b: Uint8Array) => pictures.difference(a, b);
    const place = { browser: "chromium" as const, viewport: DEFAULT_VIEWPORTS.desktop };
    const taken = async (url: string, known: { sha256: string | null; readPng?: () => Promise<Uint8Array> }) => {
      const shot = await captureShot(deps, specOf(url, place), { ...known, difference }, never);
      if (shot.kind === "failed") throw new Error(shot.reason.message);
      return { ...shot, map: shot.map ?? null };
    };
    const explainPage = async (page: string): Promise<void> => {
      const site = await startTruthSite();
      const url = `${site.origin}/calm/${page}`;
      const base = await taken(url, { sha256: null });
      for (const seeded of SEEDED.filter((one) => one.page === page)) {
        const edit = seeded.edit ?? CHANGES.find((one) => one.page === page && one.name === seeded.name)?.edit;
        if (!edit) throw new Error(`There is no change "${seeded.name}" of ${page}.`);
        site.show(edit);
        const shot = await taken(url, { sha256: "another", readPng: async () => base.frame.png });
        const maps = { baselineMap: base.map, testMap: shot.map };
        const { comparison } = await pictures.compare({
          baselinePng: base.frame.png,
          testPng: shot.frame.png,
          ...maps,
          rules: [],
          misMatchThreshold: 0,
          sameRenderer: true,
          contentChanges: null,
          restless: { baseline: base.restless, test: shot.restless },
        });
        const counts = await countFiles(base.frame.png, shot.frame.png);
        if (counts) counted.set(seeded, counts);
        const { reasons, mismatchPercent, regions, shifts, changes, fingerprint, sizes } = comparison;
        const facts = { mismatchPercent, regions, shifts, changes, fingerprint, sizes, ...maps };
        const context = { threshold: 0, flaky: false, earlier: [], sameChange: 0 };
        explained.set(seeded, explainShot({ ...facts, ...context, reasons: [...reasons, ...shot.notes] }));
      }
      await site.close();
    };
    // The pages with the most changes come first, so that the lanes end at about the same time.
    const pages = [...Map.groupBy(SEEDED, ({ page }) => page)].sort((a, b) => b[1].length - a[1].length);
    const lane = async (): Promise<void> => {
      for (let next = pages.shift(); next; next = pages.shift()) await explainPage(next[0]);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    await pictures.close();
  });

  it("the comparison counts what pixelmatch counts, on all of one size", () => {
    expect(counted.size).to.be.greaterThan(8);
    for (const [{ page, name }, { comparison, pixelmatch }] of counted)
      expect(comparison, `${page}: ${name}`).to.deep.equal(pixelmatch);
  });

  for (const seeded of SEEDED)
    it(`${seeded.page}: ${seeded.name}`, () => {
      const { causes, advice } = explained.get(seeded)!;
      const [first] = causes;
      expect(first?.evidence, JSON.stringify(causes)).to.match(seeded.says);
      expect(first).to.include({ selector: seeded.selector, action: seeded.action });
      expect(advice[0]).to.equal(first?.advice);
      // A genuine change must be fixed or approved, whatever else is reported about it; it is never hidden by a rule.
      expect(causes.map(({ action }) => action)).not.to.include("rule");
      for (const sentence of advice) expect(sentence).not.to.match(HIDES);
    });
});
