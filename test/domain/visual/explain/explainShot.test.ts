import { expect } from "chai";
import { explainShot } from "../../../../domain/visual/explain/explainShot.ts";
import { historyOf } from "../../../../domain/visual/explain/history.ts";
import {
  type EarlierResult,
  SHOT_CAUSE_KINDS,
  type ShotCauseKind,
  type ShotFacts,
} from "../../../../domain/visual/explain/shotCause.ts";
import { REASON_CODES, type Reason, type ReasonCode, type Region } from "../../../../domain/visual/outcome.ts";
import type { Change } from "../../../../domain/visual/reading/change.ts";
import { box, element, pageMap } from "../compare/paint.ts";
import { change } from "../reading/change.ts";

const SIZE = { width: 400, height: 600 };
const reason = (code: ReasonCode, data?: Reason["data"]): Reason => ({
  code,
  message: `A sentence about ${code}.`,
  ...(data && { data }),
});
const region = (over: Partial<Region> = {}): Region => ({
  box: box(10, 10, 50, 20),
  kind: "other",
  selector: "#a",
  text: "",
  share: 1,
  changedPixels: 100,
  ...over,
});
const facts = (over: Partial<ShotFacts> = {}): ShotFacts => ({
  reasons: [reason("mismatch")],
  mismatchPercent: 5,
  threshold: 0.1,
  regions: [region()],
  shifts: [],
  fingerprint: "f",
  flaky: false,
  sizes: { baseline: SIZE, test: SIZE },
  baselineMap: null,
  testMap: null,
  earlier: [],
  sameChange: 0,
  ...over,
});
const earlier = (runId: string, over: Partial<EarlierResult> = {}): EarlierResult => ({
  runId,
  status: "failed",
  mismatchPercent: 5,
  fingerprint: "f",
  flaky: false,
  ...over,
});
const side = (...elements: Parameters<typeof element>[0][]) => pageMap(400, 600, elements.map(element));
const BANNER = { selector: "#cookie-banner", id: "cookie-banner", text: "We use cookies", box: box(0, 500, 400, 100) };

type Case = [name: string, facts: Partial<ShotFacts>, kind: ShotCauseKind, action: string, confidence: number];

/** Reasons that explain everything, because nothing was compared. */
const FAILED_PAGES: [ReasonCode, ShotCauseKind][] = [
  ["http_error", "page_failed"],
  ["download", "page_failed"],
  ["too_large", "page_failed"],
  ["too_many_redirects", "page_failed"],
  ["page_error", "page_failed"],
  ["host_not_found", "unreachable"],
  ["connection_failed", "unreachable"],
  ["certificate_error", "unreachable"],
  ["address_refused", "refused"],
  ["timeout", "page_slow"],
  ["ready_selector_missing", "missing_element"],
  ["selector_not_found", "missing_element"],
  ["step_failed", "step"],
  ["browser_unavailable", "browser"],
  ["browser_crashed", "browser"],
  ["storage_full", "storage"],
  ["not_run", "not_run"],
  ["no_baseline", "no_baseline"],
  ["baseline_missing_file", "baseline_lost"],
];

const FLAKY_BEFORE = ["1", "2"].map((id) => earlier(id, { status: "passed", fingerprint: "", flaky: true }));

const CASES: Case[] = [
  [
    "another length of the page",
    { reasons: [reason("size_changed")], sizes: { baseline: SIZE, test: { width: 400, height: 700 } } },
    "page_size",
    "approve",
    0.9,
  ],
  [
    "a page that did not come to rest",
    { reasons: [reason("unstable", { x: 300, y: 300, width: 5, height: 5 })] },
    "dynamic",
    "rule",
    0.85,
  ],
  ["two captures that differed", { flaky: true }, "dynamic", "fix", 0.75],
  [
    "another change in each run",
    { earlier: ["a", "b", "c"].map((fingerprint) => earlier(`run_${fingerprint}`, { fingerprint })) },
    "dynamic",
    "rule",
    0.7,
  ],
  ["flaky results before", { earlier: FLAKY_BEFORE }, "dynamic", "rule", 0.5],
  [
    "a consent banner",
    {
      regions: [region({ kind: "added", selector: "#cookie-banner", box: BANNER.box, share: 0.9 })],
      baselineMap: side({ selector: "#a", box: box(0, 0, 10, 10) }),
      testMap: side({ selector: "#a", box: box(0, 0, 10, 10) }, BANNER),
    },
    "overlay",
    "fix",
    0.85,
  ],
  [
    "a consent banner whose region the maps name otherwise",
    {
      regions: [region({ selector: "main", box: BANNER.box })],
      baselineMap: side({ selector: "main", box: box(0, 0, 400, 600) }),
      testMap: side({ selector: "main", box: box(0, 0, 400, 600) }, BANNER),
    },
    "overlay",
    "fix",
    0.85,
  ],
  [
    "a consent banner that was in the baseline",
    {
      regions: [region({ kind: "removed", selector: "#cookie-banner", box: BANNER.box })],
      baselineMap: side(BANNER),
      testMap: side(),
    },
    "overlay",
    "fix",
    0.85,
  ],
  ["a dialogue", { regions: [region({ kind: "added", selector: "[role=dialog]" })] }, "overlay", "fix", 0.6],
  [
    "another renderer",
    { mismatchPercent: 5, reasons: [reason("different_renderer")], regions: [] },
    "renderer",
    "approve",
    0.5,
  ],
  [
    "just above the threshold, as often before",
    { mismatchPercent: 0.2, earlier: FLAKY_BEFORE },
    "threshold",
    "approve",
    0.4,
  ],
  [
    "the edges of letters, as often before",
    {
      mismatchPercent: 0.15,
      earlier: FLAKY_BEFORE,
      regions: Array.from({ length: 12 }, () => region({ share: 1 / 12 })),
    },
    "threshold",
    "approve",
    0.6,
  ],
  [
    "a rule about the layout",
    { reasons: [reason("layout_changed", { selector: "#cart" })] },
    "layout_rule",
    "approve",
    0.95,
  ],
  ["a page that was still loading", { reasons: [reason("still_loading")], regions: [] }, "still_loading", "fix", 0.5],
  ["a page that was cut", { reasons: [reason("cut")], regions: [] }, "page_size", "fix", 0.4],
];

const AT = { selector: "#a", tag: "p", box: box(10, 10, 50, 20), boxBefore: box(10, 10, 50, 20) };
const words = (before: string, after: string) => ({ kind: "text" as const, text: { before, after } });
const FAMILY = { property: "font-family", before: "Inter", after: "serif" };

type Told = [name: string, change: Partial<Change>, facts: Partial<ShotFacts>, ShotCauseKind, string, number, string];

const CHANGES: Told[] = [
  ["a text", words("Buy", "Sell"), {}, "content", "approve", 0.95, 'Text changed from "Buy" to "Sell".'],
  [
    "a text that differs in its numbers only, where earlier runs differed too",
    words("3 left, 12:40", "2 left, 13:05"),
    { earlier: FLAKY_BEFORE },
    "content",
    "rule",
    0.95,
    'Text changed from "3 left, 12:40" to "2 left, 13:05".',
  ],
  [
    "a price that changed once",
    words("€ 12.40", "€ 13.05"),
    {},
    "content",
    "approve",
    0.95,
    'Price changed from "€ 12.40" to "€ 13.05".',
  ],
  [
    "a block that pushes the content below it",
    { kind: "added", name: "Sale", boxBefore: null, pushed: 24 },
    {},
    "added",
    "approve",
    0.95,
    '"Sale" added; content below moved 24 px down.',
  ],
  [
    "a broken image",
    { kind: "broken_image", tag: "img", image: { before: "/a.jpg", after: "/b.jpg" } },
    {},
    "broken_image",
    "fix",
    0.95,
    "Image does not load (b.jpg).",
  ],
  [
    "an image that was still loading",
    { kind: "drawing", tag: "img" },
    { reasons: [reason("mismatch"), reason("still_loading")] },
    "late_image",
    "fix",
    0.9,
    "Image looks different, and the page was still loading.",
  ],
  ["a font that did not load", { kind: "font" }, {}, "font", "fix", 0.9, "Font of a text changed."],
  [
    "a font that the page asks for",
    { kind: "font", styles: [FAMILY] },
    {},
    "font",
    "approve",
    0.9,
    "Font of a text changed from Inter to serif.",
  ],
  [
    "what frames of one capture showed moving",
    {},
    { reasons: [reason("unstable", { x: 10, y: 10, width: 5, height: 5 })] },
    "animation",
    "rule",
    0.9,
    "Frames of one capture kept differing at a text.",
  ],
  [
    "what differs between two captures",
    {},
    { flaky: true, movement: [AT.box] },
    "animation",
    "fix",
    0.6,
    "Two captures of the same page differ at a text.",
  ],
  ["pixels that no element explains", {}, {}, "unknown", "approve", 0.3, "Pixels differ at x=10, y=10."],
  [
    "what only overlaps a moving part",
    {},
    { reasons: [reason("unstable", { x: 40, y: 10, width: 100, height: 20 })] },
    "unknown",
    "approve",
    0.3,
    "Pixels differ at x=10, y=10.",
  ],
];

/** Results of earlier versions, which have regions but no changes. */
const REGIONS: [name: string, Partial<ShotFacts>, told: [ShotCauseKind, number, string][]][] = [
  ["a text", { regions: [region({ kind: "text", text: "Buy" })] }, [["content", 0.6, 'Text of "Buy" changed.']]],
  [
    "a look",
    { regions: [region({ kind: "recoloured", text: "Buy" })] },
    [["style", 0.6, '"Buy" block looks different.']],
  ],
  ["pixels of an element", { regions: [region({ text: "Buy" })] }, [["unknown", 0.3, 'Pixels differ in "Buy".']]],
  [
    "pixels of no element, which tell a place and nothing else",
    { regions: [region({ kind: "added", selector: "" })] },
    [["unknown", 0.3, "Pixels differ at x=10, y=10."]],
  ],
  [
    "rows that came and rows that went",
    {
      shifts: [
        { kind: "inserted", y: 100, height: 24 },
        { kind: "removed", y: 400, height: 9 },
      ],
      regions: [
        region({ kind: "added", selector: "#sale", text: "Sale", box: box(0, 100, 400, 24), share: 0.7 }),
        region({ kind: "removed", selector: "", box: box(0, 400, 400, 9), share: 0.3 }),
      ],
    },
    [
      ["added", 0.6, '"Sale" added; content below moved 24 px down.'],
      ["unknown", 0.3, "Pixels differ at x=0, y=400; content below moved 9 px up."],
    ],
  ],
  [
    "many regions of one element, once",
    { regions: [0.5, 0.3].map((share) => region({ kind: "text", text: "Buy", share })) },
    [["content", 0.6, 'Text of "Buy" changed.']],
  ],
];

describe("explaining a failed result", () => {
  for (const [name, over, given, kind, action, confidence, evidence] of CHANGES)
    it(`tells a change: ${name}`, () => {
      const changes = [change({ ...AT, key: "k", ...over })];
      const { causes } = explainShot(facts({ ...given, changes }));
      const found = causes.find((cause) => cause.change === "k");
      expect(found, JSON.stringify(causes)).to.deep.include({ kind, action, confidence, evidence, selector: "#a" });
    });

  for (const [name, given, told] of REGIONS)
    it(`tells a result without changes by its regions: ${name}`, () => {
      const { causes } = explainShot(facts(given));
      expect(causes.map((cause) => [cause.kind, cause.confidence, cause.evidence])).to.deep.equal(told);
      const shares = (all: { share: number | null }[]) => all.reduce((sum, { share }) => sum + (share ?? 0), 0);
      expect(shares(causes)).to.be.closeTo(shares(given.regions ?? []), 1e-9);
    });

  for (const changes of [undefined, [change({ key: "added columns", kind: "resized", tag: "body" })]])
    it(`tells once that a page got wider, ${changes ? "with" : "without"} changes`, () => {
      const { causes } = explainShot(
        facts({
          changes,
          regions: [region({ kind: "added", selector: "", box: box(400, 0, 80, 600), cause: "added columns" })],
          reasons: [reason("mismatch"), reason("size_changed")],
          sizes: { baseline: SIZE, test: { ...SIZE, width: 480 } },
        }),
      );
      expect(causes.map((cause) => [cause.kind, cause.change, cause.evidence])).to.deep.equal([
        ["page_size", "added columns", "A sentence about size_changed."],
      ]);
      expect(causes[0]?.advice).to.contain("viewport");
    });

  for (const [code, kind] of FAILED_PAGES)
    it(`names ${code} as the one cause, whatever the pixels look like`, () => {
      const { causes, advice } = explainShot(facts({ reasons: [reason(code), reason("unstable")], flaky: true }));
      expect(causes.map((cause) => [cause.kind, cause.evidence])).to.deep.equal([[kind, `A sentence about ${code}.`]]);
      expect(advice).to.deep.equal([causes[0]?.advice]);
    });

  for (const [name, given, kind, action, confidence] of CASES)
    it(`sees ${name}`, () => {
      const { causes, advice } = explainShot(facts(given));
      const found = causes.find((cause) => cause.kind === kind);
      expect(found, JSON.stringify(causes)).to.include({ action, confidence });
      expect(found?.evidence).to.match(/\.$/);
      expect(advice).to.include(found?.advice);
      for (const cause of causes) expect(SHOT_CAUSE_KINDS).to.include(cause.kind);
      expect(explainShot(facts(given))).to.deep.equal(explainShot(facts(given)));
    });

  it("names the setting that takes a consent banner off, where the capture found it", () => {
    const given = {
      regions: [region({ kind: "added" as const, selector: "#cookie-banner", box: BANNER.box, share: 0.9 })],
      baselineMap: side({ selector: "#a", box: box(0, 0, 10, 10) }),
      testMap: side({ selector: "#a", box: box(0, 0, 10, 10) }, BANNER),
    };
    const adviceFor = (reasons: Reason[]) =>
      explainShot(facts({ ...given, reasons })).causes.find(({ kind }) => kind === "overlay")?.advice;
    const found = reason("consent_banner", { setting: "dismissSelectors", value: "#no" });
    expect(adviceFor([found])).to.contain('set the scenario\'s dismissSelectors to ["#no"]');
    expect(adviceFor([])).to.contain("dismissSelectors");
  });

  it("puts a small change beside no rule of its own: no threshold, overlay or dynamic cause", () => {
    for (const given of [
      { mismatchPercent: 5 },
      { mismatchPercent: 0.2, reasons: [reason("size_changed")] },
      { mismatchPercent: 0.2, threshold: 0.5 },
      { mismatchPercent: null },
      // A text about cookies that was there before is not a banner.
      { regions: [region({ kind: "text", text: "Our cookie policy" })] },
      { regions: [region({ kind: "added", selector: "#cookie", share: 0.01 })] },
      { earlier: [earlier("1", { fingerprint: "a" }), earlier("2", { fingerprint: "b" })] },
    ] satisfies Partial<ShotFacts>[]) {
      const kinds = explainShot(facts(given)).causes.map((cause) => cause.kind);
      expect(kinds, JSON.stringify(given)).to.not.include.members(["threshold"]);
      expect(kinds, JSON.stringify(given)).to.not.include.members(["overlay"]);
      expect(kinds, JSON.stringify(given)).to.not.include.members(["dynamic"]);
    }
  });

  it("advises no tolerance where nobody chose one, nor for a change that comes once", () => {
    for (const given of [{ mismatchPercent: 0.2 }, { mismatchPercent: 0.2, threshold: 0, earlier: FLAKY_BEFORE }])
      expect(explainShot(facts(given)).causes.map(({ kind }) => kind)).not.to.include("threshold");
  });

  it("orders by how much a cause accounts for and how sure it is, ten at most", () => {
    const regions = [
      region({ kind: "text", selector: "#most", share: 0.7 }),
      region({ kind: "recoloured", selector: "#less", share: 0.28 }),
      region({ kind: "added", selector: "#detail", share: 0.01 }),
    ];
    const { causes } = explainShot(facts({ regions, flaky: false }));
    expect(causes.map(({ selector }) => selector)).to.deep.equal(["#most", "#less", "#detail"]);
    const many = Array.from({ length: 30 }, (_, i) => region({ selector: `#r${i}`, share: 1 / 30, kind: "text" }));
    expect(explainShot(facts({ regions: many })).causes).to.have.length(10);
  });

  it("says what the result has in common with others first", () => {
    const { advice } = explainShot(facts({ sameChange: 2, earlier: [earlier("run_3"), earlier("run_2")] }));
    expect(advice[0]).to.match(/^The same change is in 2 other results of this run/);
    expect(advice[1]).to.match(/^It has failed this way since run_2 \(2 runs before this one\)/);
  });

  for (const [name, given, expected] of [
    ["nothing before", [], { earlier: 0, failed: 0, same: 0, since: null, different: 0 }],
    [
      "a pass before",
      [earlier("1", { status: "passed", fingerprint: "" })],
      { earlier: 1, failed: 0, same: 0, since: null, different: 0 },
    ],
    ["the same since", [earlier("3"), earlier("2")], { earlier: 2, failed: 2, same: 2, since: "2", different: 0 }],
    [
      "the same after a pass in between",
      [earlier("3"), earlier("2", { status: "passed", fingerprint: "" }), earlier("1")],
      { earlier: 3, failed: 2, same: 1, since: "3", different: 0 },
    ],
    [
      "others",
      [earlier("2", { fingerprint: "g" }), earlier("1", { fingerprint: "h", status: "approved" })],
      { earlier: 2, failed: 2, same: 0, since: null, different: 2 },
    ],
  ] as const)
    it(`reads the history: ${name}`, () => {
      expect(historyOf("f", given)).to.deep.equal(expected);
    });

  const PAGE = { selector: "main", id: "main", tag: "main", box: box(0, 0, 400, 600) };
  const clock = (text: string, height: number) => ({
    selector: "#clock",
    id: "clock",
    text,
    textHash: text,
    box: box(10, 10, 100, height),
  });
  /** The clock takes up an additional line in every capture. */
  const varying = (over: Partial<ShotFacts> = {}) =>
    facts({
      flaky: true,
      threshold: 0,
      reasons: [reason("size_changed"), reason("flaky")],
      regions: [
        region({ kind: "added", selector: "", box: box(0, 30, 400, 20), share: 0.6 }),
        region({ kind: "text", selector: "#clock", share: 0.4 }),
      ],
      shifts: [{ kind: "inserted", y: 30, height: 20 }],
      sizes: { baseline: SIZE, test: { width: 400, height: 620 } },
      baselineMap: side(PAGE, clock("12:40", 20)),
      testMap: pageMap(400, 620, [PAGE, clock("12:41, and 20 seconds", 40)].map(element)),
      otherCapture: { size: { width: 400, height: 640 }, map: side(PAGE, clock("12:41, and nineteen seconds", 60)) },
      movement: [box(0, 10, 400, 50)],
      ...over,
    });

  it("of a length on which two captures did not agree never says approve: a stabiliser, then a content rule", () => {
    const once = explainShot(varying());
    expect(once.causes.map(({ action }) => action)).to.not.include.members(["approve"]);
    expect(once.causes.map(({ rule }) => rule)).to.deep.equal(once.causes.map(() => undefined));
    expect(once.advice.join(" "))
      .to.match(/fixedClock/)
      .and.not.match(/[Aa]pprove|rule of mode/);
    const often = explainShot(varying({ earlier: FLAKY_BEFORE }));
    expect(often.causes.map(({ action }) => action)).to.not.include.members(["approve"]);
    expect(often.causes[0]).to.deep.include({
      rule: { kind: "content", selector: "#clock", normalize: "date" },
      advice: 'Add a content rule (date) for "#clock" (create_content_rule), then capture the baselines again.',
    });
  });

  it("names only a rule that its own estimate says settles it", () => {
    const moving = { threshold: 0, reasons: [reason("mismatch"), reason("flaky")], flaky: true, earlier: FLAKY_BEFORE };
    const dot = (width: number) => ({ selector: "#a", id: "a", box: box(10, 10, width, 20) });
    const shot = (width: number) =>
      explainShot(facts({ ...moving, baselineMap: side(PAGE, dot(50)), testMap: side(PAGE, dot(width)) })).causes[0];
    expect(shot(50)?.rule).to.deep.equal({ kind: "comparison", selector: "#a", mode: "dynamic" });
    // Its size changes, which a dynamic rule does not allow.
    expect(shot(55)?.rule).to.deep.equal({ kind: "comparison", selector: "#a", mode: "ignore" });
    const nowhere = explainShot(facts({ ...moving, baselineMap: side(PAGE), testMap: side(PAGE) })).causes[0];
    expect(nowhere).to.include({ action: "fix" }).and.not.have.property("rule");
  });

  const at = (y: number) => box(10, y, 50, 20);
  const PRICE = region({ kind: "text", share: 0.7, box: at(10) });
  const CLOCK = region({ kind: "other", selector: "#clock", share: 0.3, box: at(40) });
  const price = (text: string) => ({ selector: "#a", id: "a", text, textHash: text, box: at(10) });
  const now = (text: string) => ({ ...clock(text, 20), box: at(40) });
  for (const [name, given, said] of [
    ["by their pixels", { movement: [at(40)] }, [true, true]],
    [
      "by their pixels, where the maps show nothing",
      { movement: [at(40)], testMap: side(price("€ 12")) },
      [true, true],
    ],
    ["that differ elsewhere", { movement: [at(400)] }, [true, false]],
    ["by their maps alone", { otherCapture: { size: SIZE, map: side(price("€ 13"), now("3")) } }, [true, true]],
    ["whose maps are equal", { otherCapture: { size: SIZE, map: side(price("€ 13"), now("2")) } }, [true, false]],
  ] satisfies [string, Partial<ShotFacts>, [change: boolean, movement: boolean]][])
    it(`of two captures ${name} tells what both show alike as a change, and the rest as movement`, () => {
      const { causes } = explainShot(
        varying({
          reasons: [reason("mismatch"), reason("flaky")],
          shifts: [],
          sizes: { baseline: SIZE, test: SIZE },
          regions: [PRICE, CLOCK],
          baselineMap: side(price("€ 12"), now("1")),
          testMap: side(price("€ 13"), now("2")),
          otherCapture: null,
          movement: null,
          ...given,
        }),
      );
      const isMovement = (wanted: string) =>
        causes.some(({ selector, kind }) => selector === wanted && kind === "animation");
      expect([!isMovement("#a"), isMovement("#clock")]).to.deep.equal(said);
    });

  it("advises a rule for what a timer changed, at the first failure and beside what changed for good", () => {
    const late = {
      code: "restless",
      message: "It changes by itself.",
      data: { late: true, selector: "#clock" },
    } as const;
    const given = (reasons: ShotFacts["reasons"]) =>
      explainShot(
        varying({
          reasons,
          shifts: [],
          sizes: { baseline: SIZE, test: SIZE },
          regions: [PRICE, CLOCK],
          otherCapture: null,
          changes: [
            change({ kind: "text", key: "a", selector: "#a", box: at(10), boxBefore: at(10), share: 0.7 }),
            change({ kind: "text", key: "clock", selector: "#clock", box: at(40), boxBefore: at(40), share: 0.3 }),
          ],
          baselineMap: side(price("€ 12"), now("1")),
          testMap: side(price("€ 13"), now("2")),
          movement: [at(40)],
        }),
      ).causes.map(({ selector, action, rule }) => [selector, action, rule]);
    const failed = [reason("mismatch"), reason("flaky")];
    expect(given([...failed, late])).to.deep.equal([
      ["#a", "approve", undefined],
      ["#clock", "rule", { kind: "comparison", selector: "#clock", mode: "dynamic" }],
    ]);
    expect(given(failed).some(([, action]) => action === "rule")).to.equal(false);
  });

  it("advises an ignore rule where a part that keeps changing has a new size or position", () => {
    const moved: Reason = { ...reason("dynamic_region_changed"), data: { selector: "#a", restless: true } };
    const wider = { selector: "#a", id: "a", box: box(10, 10, 70, 20) };
    const given = {
      threshold: 0,
      baselineMap: side(PAGE, { ...wider, box: box(10, 10, 50, 20) }),
      testMap: side(PAGE, wider),
    };
    const [cause] = explainShot(
      facts({ ...given, reasons: [moved], regions: [region({ selector: "#a", share: 1 })] }),
    ).causes;
    expect(cause).to.deep.include({ action: "rule", rule: { kind: "comparison", selector: "#a", mode: "ignore" } });
    const [owned] = explainShot(facts({ ...given, reasons: [{ ...moved, data: { selector: "#a" } }] })).causes;
    expect(owned?.action).to.equal("approve");
  });

  it("takes another length by one pixel for no cause, unless nothing else differs", () => {
    const longer = (regions: Region[]) =>
      explainShot(
        facts({
          regions,
          reasons: [reason("size_changed")],
          sizes: { baseline: SIZE, test: { width: 400, height: 601 } },
        }),
      ).causes.map(({ kind, selector }) => [kind, selector]);
    expect(longer([region({ kind: "text" })])).to.deep.equal([["content", "#a"]]);
    expect(longer([])).to.deep.equal([["page_size", ""]]);
  });

  it("has an answer for every reason", () => {
    for (const code of REASON_CODES)
      expect(() => explainShot(facts({ reasons: [reason(code)], sizes: null }))).to.not.throw();
  });
});
