import { expect } from "chai";
import sharp from "sharp";
import { type CompareInput, comparePictures } from "../../../../domain/visual/compare/comparePictures.ts";
import type { Picture } from "../../../../domain/visual/compare/picture.ts";
import type { MapElement } from "../../../../domain/visual/pageMap.ts";
import { blank, box, type Colour, copy, element, fill, page, pageMap, stack } from "./paint.ts";

const W = 300;
const H = 300;
const PAGE = blank(W, H);

/** An unchanged page except for one box in another color. */
function painted(area: ReturnType<typeof box>, colour: Colour): Picture {
  const picture = copy(PAGE);
  fill(picture, area, colour);
  return picture;
}

const judge = (test: Picture, over: Partial<CompareInput> = {}) =>
  comparePictures({
    baseline: PAGE,
    test,
    baselineMap: null,
    testMap: null,
    rules: [],
    misMatchThreshold: 0,
    align: true,
    ...over,
  }).comparison;

const GREY = (shade: number): Colour => [shade, shade, shade];

describe("the verdict over pixels", () => {
  for (const [what, test, over, verdict, code] of [
    ["the digit of a price", painted(box(10, 10, 4, 3), GREY(0)), {}, "failed", "mismatch"],
    ["a section 5 % darker", painted(box(0, 0, W, 100), GREY(242)), {}, "failed", "mismatch"],
    ["a shade that nobody sees", painted(box(0, 0, W, 100), GREY(254)), {}, "passed", "within_threshold"],
    [
      "a tolerated share",
      painted(box(10, 10, 4, 3), GREY(0)),
      { misMatchThreshold: 0.1 },
      "passed",
      "within_threshold",
    ],
    [
      "more than the tolerated share",
      painted(box(10, 10, 40, 3), GREY(0)),
      { misMatchThreshold: 0.1 },
      "failed",
      "mismatch",
    ],
    [
      "a few letters that another renderer draws otherwise",
      painted(box(10, 10, 9, 9), GREY(0)),
      { sameRenderer: false },
      "passed",
      "within_threshold",
    ],
    [
      "what no other drawing of letters explains",
      painted(box(10, 10, 12, 12), GREY(0)),
      { sameRenderer: false },
      "failed",
      "mismatch",
    ],
    [
      "a flat colour that became another one under another renderer",
      painted(box(0, 0, W, 100), GREY(247)),
      { sameRenderer: false },
      "failed",
      "mismatch",
    ],
    [
      "a flat colour that another renderer rounds otherwise",
      painted(box(0, 0, W, 100), GREY(254)),
      { sameRenderer: false },
      "passed",
      "within_threshold",
    ],
  ] as [string, Picture, Partial<CompareInput>, string, string][])
    it(`${what}: ${verdict}`, () => {
      const { verdict: actual, reasons } = judge(test, over);
      expect({ verdict: actual, code: reasons[0]?.code }).to.deep.equal({ verdict, code });
    });

  const drawn = async (shape: string): Promise<Picture> => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}"><rect width="${W}" height="${H}" fill="#fff"/>${shape}</svg>`;
    const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  };
  const button = (radius: number) => `<rect x="20" y="20" width="100" height="40" rx="${radius}" fill="#0f766e"/>`;
  const figure = (text: string) => `<text x="20.4" y="40.3" font-family="sans-serif" font-size="15">${text}</text>`;
  for (const [what, before, after] of [
    ["a corner that is 1 px less round", button(8), button(7)],
    ["a comma for a point", figure("0.04"), figure("0,04")],
  ] as const)
    it(`${what}, which is nothing but smoothed edges, fails on one renderer and under another one passes`, async () => {
      const baseline = await drawn(before);
      const test = await drawn(after);
      const verdicts = [true, false].map((sameRenderer) => judge(test, { baseline, sameRenderer }).verdict);
      expect(verdicts).to.deep.equal(["failed", "passed"]);
    });

  it("never says that nothing differs when something does: how much, how far apart, where", () => {
    const { reasons, changedPixels, differingPixels } = judge(painted(box(20, 30, 10, 10), GREY(254)));
    expect({ changedPixels, differingPixels }).to.deep.equal({ changedPixels: 0, differingPixels: 100 });
    expect(reasons[0]?.message).to.equal(
      "100 pixels differ by less than the colour distance of 0.02, the first at x=20, y=30; they do not count.",
    );
  });

  it("shows a share under a hundredth of a percent as such, and not as 0", () => {
    const tall = blank(1_000, 1_000);
    const test = copy(tall);
    fill(test, box(500, 500, 3, 3), GREY(0));
    const { reasons } = judge(test, { baseline: tall });
    expect(reasons[0]?.message).to.match(/^< 0\.01 % of the pixels \(9\) differ\. Largest change at x=500, y=500\.$/);
  });
});

describe("the verdict over content", () => {
  const AREA = box(20, 20, 60, 20);
  const PRICE = element({ selector: "#price", textHash: "1", text: "€ 12", box: AREA });
  /** Too faint to count as changed pixels. */
  const FAINT = painted(box(20, 20, 30, 10), GREY(254));
  const content = (before: Partial<MapElement>, after: Partial<MapElement> | null, over: Partial<CompareInput> = {}) =>
    judge(FAINT, {
      baselineMap: pageMap(W, H, [{ ...PRICE, ...before }]),
      testMap: pageMap(W, H, after ? [{ ...PRICE, ...after }] : []),
      ...over,
    });
  const told = ({ verdict, reasons }: ReturnType<typeof judge>) => ({
    verdict,
    content: reasons.find(({ code }) => code === "content_changed")?.message ?? null,
  });

  for (const [what, before, after, sentence] of [
    ["a text", {}, { textHash: "2", text: "€ 13" }, 'Price changed from "€ 12" to "€ 13".'],
    ["an image", { image: "/a.png" }, { image: "/b.png" }, 'Background image of "€ 12" replaced (b.png).'],
    ["an image that is broken", { broken: false }, { broken: true }, '"€ 12" does not load.'],
    ["the value of a field", { value: "1" }, { value: "" }, '"€ 12" shows something else.'],
    ["an element that is gone", {}, null, '"€ 12" removed.'],
    [
      "a colour",
      { styles: { color: "red" } },
      { styles: { color: "blue" } },
      'Text color of "€ 12" changed from red to blue.',
    ],
    ["a shadow", { styles: { boxShadow: "none" } }, { styles: { boxShadow: "1px" } }, '"€ 12" got a shadow.'],
  ] as [string, Partial<MapElement>, Partial<MapElement> | null, string][])
    it(`${what} fails, though no pixel counts`, () => {
      expect(told(content(before, after))).to.deep.equal({ verdict: "failed", content: sentence });
    });

  const OTHER = { textHash: "2", text: "€ 13" };
  for (const [what, over, verdict, says] of [
    ["fails where no tolerance was chosen", {}, "failed", true],
    ["fails under another renderer", { sameRenderer: false }, "failed", true],
    ["is a remark where a tolerance was chosen", { misMatchThreshold: 1 }, "passed", true],
    [
      "fails under a tolerance where the project says so",
      { misMatchThreshold: 1, contentChanges: "fail" },
      "failed",
      true,
    ],
    ["is a remark where the project says so", { contentChanges: "warn" }, "passed", true],
    ["is not looked at where the project says so", { contentChanges: "ignore" }, "passed", false],
  ] as [string, Partial<CompareInput>, string, boolean][])
    it(`a changed text ${what}`, () => {
      const { verdict: actual, content: sentence } = told(content({}, OTHER, over));
      expect({ verdict: actual, says: sentence !== null }).to.deep.equal({ verdict, says });
    });

  for (const [what, before, after, over] of [
    [
      "a text that the pictures do not show",
      {},
      { ...OTHER, box: box(200, 200, 20, 20) },
      { baselineMap: pageMap(W, H, [{ ...PRICE, box: box(200, 200, 20, 20) }]) },
    ],
    ["a text under a rule", {}, OTHER, { rules: [{ id: "r", selector: "#price", mode: "ignore" }] }],
    [
      "a style under a tolerance",
      { styles: { color: "red" } },
      { styles: { color: "blue" } },
      { misMatchThreshold: 1 },
    ],
    [
      "the colour of what has no text",
      { textHash: "", styles: { color: "red" } },
      { textHash: "", styles: { color: "blue" } },
      {},
    ],
    ["a style that an older map does not know", {}, { styles: { boxShadow: "1px" } }, {}],
    ["a wrapper without anything to see", { selector: "#a", textHash: "", text: "" }, null, {}],
  ] as [string, Partial<MapElement>, Partial<MapElement> | null, Partial<CompareInput>][])
    it(`${what} is no changed content`, () => {
      expect(told(content(before, after, over))).to.deep.equal({ verdict: "passed", content: null });
    });

  it("takes elements of shadow trees and frames for new only where both maps know of them", () => {
    const inner = element({ selector: "#host >> p", textHash: "9", text: "inner", box: AREA, inside: "shadow" });
    const maps = (v: 1 | 2) => ({
      baselineMap: { ...pageMap(W, H, [PRICE]), v },
      testMap: { ...pageMap(W, H, [PRICE, inner]), v: 2 as const },
    });
    expect(told(judge(FAINT, maps(1)))).to.deep.equal({ verdict: "passed", content: null });
    expect(told(judge(FAINT, maps(2)))).to.deep.equal({ verdict: "failed", content: '"inner" added.' });
  });

  it("tells three changes and counts the others", () => {
    const many = (hash: string) =>
      pageMap(
        W,
        H,
        Array.from({ length: 5 }, (_, i) =>
          element({ selector: `#p${i}`, textHash: `${hash}${i}`, text: hash + "klmno"[i], box: AREA }),
        ),
      );
    const { content: sentence } = told(judge(FAINT, { baselineMap: many("a"), testMap: many("b") }));
    expect(sentence).to.equal(
      'Text changed from "ak" to "bk"; Text changed from "al" to "bl"; Text changed from "am" to "bm"; 2 more.',
    );
  });
});

describe("the verdict beside a rule", () => {
  const OFFER = box(100, 100, 60, 20);
  const rules = [{ id: "r", selector: "#offer", mode: "ignore" as const }];
  const map = pageMap(W, H, [element({ selector: "#offer", textHash: "1", box: OFFER })]);
  for (const [what, area, verdict] of [
    ["a letter that reaches over the element's side", box(98, 110, 4, 3), "passed"],
    ["a change close to its side", box(94, 110, 4, 3), "failed"],
    ["a change right above it", box(110, 98, 4, 2), "failed"],
  ] as const)
    it(`${verdict}: ${what}`, () =>
      expect(judge(painted(area, GREY(0)), { rules, baselineMap: map, testMap: map }).verdict).to.equal(verdict));
});

describe("a flat colour that becomes another one under another renderer beside a rule", () => {
  const rules = [{ id: "r", selector: "#side", mode: "ignore" as const }];
  for (const [what, side, verdict] of [
    ["fails where its rows begin under the rule", box(0, 0, 40, H), "failed"],
    ["passes where the rule covers nearly all of it", box(20, 0, W - 20, H), "passed"],
  ] as const)
    it(what, () => {
      const map = pageMap(W, H, [element({ selector: "#side", box: side })]);
      const over = { sameRenderer: false, rules, baselineMap: map, testMap: map };
      expect(judge(painted(box(8, 0, W - 8, 60), GREY(247)), over).verdict).to.equal(verdict);
    });
});

describe("the verdict over restless parts", () => {
  const CLOCK = element({ selector: "#clock", textHash: "1", text: "10:00", box: box(100, 100, 50, 20) });
  const part = { selector: "#clock", box: box(100, 100, 50, 20) };
  const ticked = painted(box(105, 105, 20, 10), GREY(0));
  const after = { ...CLOCK, textHash: "2", text: "10:01" };
  const maps = (changed: MapElement) => ({
    baselineMap: pageMap(W, H, [CLOCK]),
    testMap: pageMap(W, H, [changed]),
  });

  for (const [where, restless] of [
    ["the baseline", { baseline: [part], test: [] }],
    ["the new picture", { baseline: [], test: [part] }],
    ["both", { baseline: [part], test: [part] }],
  ] as const)
    it(`a part that kept changing in ${where} is out of the score, and named with its rule`, () => {
      const { verdict, reasons } = judge(ticked, { ...maps(after), restless });
      expect(verdict).to.equal("passed");
      expect(reasons.filter(({ code }) => code === "restless").map(({ message }) => message)).to.deep.equal([
        '"#clock" kept changing while the page was at rest, so only its size and place were compared; a dynamic rule for "#clock" ignores this permanently.',
      ]);
    });

  it("fails when the part has another size or is gone", () => {
    const grown = { ...after, box: box(100, 100, 50, 40) };
    const restless = { baseline: [part], test: [part] };
    expect(judge(ticked, { ...maps(grown), restless }).reasons[0]?.code).to.equal("dynamic_region_changed");
    expect(
      judge(ticked, { baselineMap: pageMap(W, H, [CLOCK]), testMap: pageMap(W, H, []), restless }).verdict,
    ).to.equal("failed");
  });

  const bar = (width: number) => ({ ...CLOCK, selector: "#bar", box: box(100, 100, width, 8) });
  const filling = (moving: ReturnType<typeof box>) => ({ selector: "#bar", box: moving, moving });
  for (const [what, before, now, moving, verdict] of [
    [
      "has another size where it was seen to change: a bar that fills",
      bar(80),
      bar(30),
      box(120, 100, 70, 8),
      "passed",
    ],
    ["is larger than it was ever seen to be", bar(80), bar(150), box(120, 100, 70, 8), "failed"],
    ["has another height", bar(80), { ...bar(80), box: box(100, 100, 80, 14) }, box(120, 100, 70, 8), "failed"],
    [
      "blinks: it is not there just now, but something changes in its place",
      bar(80),
      null,
      box(100, 100, 80, 8),
      "passed",
    ],
    ["is gone, and nothing changes in its place", bar(80), null, box(100, 200, 80, 8), "failed"],
  ] as const)
    it(`${verdict} when the part ${what}`, () => {
      const restless = { baseline: [filling(box(120, 100, 70, 8))], test: [filling(moving)] };
      const elements = now === null ? [] : [now];
      const { verdict: actual } = judge(painted(box(130, 102, 20, 4), GREY(0)), {
        baselineMap: pageMap(W, H, [before]),
        testMap: pageMap(W, H, elements),
        restless,
      });
      expect(actual).to.equal(verdict);
    });

  it("passes when a line runs through a window of the page, whose ends nobody sees", () => {
    const window = { ...CLOCK, selector: "#window", parent: -1, box: box(40, 100, 100, 20) };
    const run = (x: number) => ({ ...CLOCK, selector: "#run", parent: 0, box: box(x, 100, 160, 20) });
    const moving = { selector: "#run", box: box(40, 100, 100, 20), moving: box(42, 102, 96, 14) };
    const judged = judge(painted(box(60, 104, 20, 8), GREY(0)), {
      baselineMap: pageMap(W, H, [window, run(30)]),
      testMap: pageMap(W, H, [window, run(-90)]),
      restless: { baseline: [moving], test: [moving] },
    });
    expect(judged.verdict).to.equal("passed");
  });

  /** Lines of text, each with background below it, above other text that they push down. */
  const lines = (count: number, ground: number): Picture => {
    const text = blank(W, count * (12 + ground));
    for (let at = 0; at < count; at += 1) fill(text, box(100, at * (12 + ground), 50, 12), GREY(at * 9));
    return stack(page(W, 100, 1), text, page(W, 100, 2));
  };
  for (const [what, grown, verdict] of [
    ["whose last line may as well have come with the ground above it", box(98, 100, 54, 36), "passed"],
    ["that is too small for a line", box(98, 100, 54, 20), "failed"],
    ["that is elsewhere", box(98, 10, 54, 36), "failed"],
  ] as const)
    it(`${verdict}: a page that grew by a line of a part ${what}`, () => {
      const judged = judge(lines(2, 12), {
        baseline: lines(1, 12),
        restless: { baseline: [], test: [{ selector: "", box: grown }] },
      });
      expect(judged.verdict).to.equal(verdict);
    });

  it("fails for a change beside it", () => {
    const beside = copy(ticked);
    fill(beside, box(10, 10, 5, 5), GREY(0));
    expect(judge(beside, { ...maps(after), restless: { baseline: [part], test: [] } }).verdict).to.equal("failed");
  });
});

describe("the names of changes", () => {
  const header = (text: string, width: number) =>
    element({ selector: "#top", id: "top", textHash: text, text, box: box(0, 0, width, 20) });
  /** A page whose header has another text and, if `below` is set, another change further down. */
  const causes = (width: number, below: boolean) => {
    const [before, after] = [blank(width, H), blank(width, H)];
    fill(after, box(4, 4, 30, 10), GREY(0));
    if (below) fill(after, box(4, 200, 30, 10), GREY(0));
    return comparePictures({
      baseline: before,
      test: after,
      baselineMap: pageMap(width, H, [header("Old", width)]),
      testMap: pageMap(width, H, [header("New", width)]),
      rules: [],
      misMatchThreshold: 0,
      align: true,
    }).comparison.causes;
  };

  it("are equal for one changed element, whatever else changed and however wide the page is", () => {
    const [only] = causes(300, false);
    expect(only).to.match(/^[0-9a-f]{16}$/);
    expect(causes(200, false)).to.deep.equal([only]);
    const both = causes(300, true);
    expect(both).to.have.length(2);
    expect(both).to.include(only);
  });

  it("differ for another change of the same element", () => {
    const other = comparePictures({
      baseline: PAGE,
      test: painted(box(4, 4, 30, 10), GREY(0)),
      baselineMap: pageMap(W, H, [header("Old", W)]),
      testMap: pageMap(W, H, [header("Newest", W)]),
      rules: [],
      misMatchThreshold: 0,
      align: true,
    }).comparison.causes;
    expect(other).to.have.length(1);
    expect(other).not.to.deep.equal(causes(300, false));
  });
});
