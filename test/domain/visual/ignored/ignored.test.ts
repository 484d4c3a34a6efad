// An ignored change is recognised again, and nothing else is mistaken for it.
import { expect } from "chai";
import { type Compared, coveredBy, differenceOf } from "../../../../domain/visual/ignored/difference.ts";
import {
  type Ignored,
  ignoredAnswer,
  ignoredReason,
  stateOf,
  untilOf,
} from "../../../../domain/visual/ignored/ignored.ts";
import { ignoredSentence } from "../../../../domain/visual/ignored/sentence.ts";
import type { Change } from "../../../../domain/visual/reading/change.ts";
import { box, change } from "../reading/change.ts";

const NOW = new Date("2026-11-24T12:00:00Z");
const at = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);

const banner = change({ key: "banner", kind: "text", changedPixels: 400, text: { before: "Spring", after: "Summer" } });
const price = change({ key: "price", kind: "text", changedPixels: 100, text: { before: "€ 9", after: "€ 0" } });
const result = (changes: readonly Change[], over: Partial<Compared> = {}): Compared => ({
  reasons: [{ code: "mismatch", message: "Pixels differ." }],
  changedPixels: changes.reduce((sum, { changedPixels }) => sum + changedPixels, 0),
  fingerprint: "f",
  causes: changes.map(({ key }) => key),
  changes,
  ...over,
});
const kept = (shown: Compared, over: Partial<Ignored> = {}): Ignored => ({
  id: "ign_1",
  ...differenceOf(shown)!,
  end: "30d",
  until: at(30),
  baseline: "art-base",
  by: "ada@shop.example",
  note: null,
  sentences: ["Text of the banner changed"],
  stoppedAt: null,
  stoppedBy: null,
  ...over,
});
const size = (height: number) => ({
  code: "size_changed" as const,
  message: "Longer.",
  data: { baselineWidth: 10, baselineHeight: 10, testWidth: 10, testHeight: height },
});
const finding = { code: "dynamic_region_changed" as const, message: "#clock is gone.", data: { selector: "#clock" } };

const block: Change = { ...banner, kind: "added", whole: "a" };
const moved = (y: number): Change =>
  change({ key: "aside", kind: "moved", changedPixels: 100, box: box(0, y, 10, 10), boxBefore: box(0, 0, 10, 10) });

describe("ignored changes", () => {
  const rows: [name: string, shown: Compared, ignored: readonly Compared[], passes: boolean][] = [
    ["the same difference", result([banner]), [result([banner])], true],
    ["a part of what was ignored", result([banner]), [result([banner, price])], true],
    ["two that were ignored one after the other", result([banner, price]), [result([banner]), result([price])], true],
    ["another change beside it", result([banner, price]), [result([banner])], false],
    [
      "the same element with other words",
      result([{ ...banner, text: { before: "Spring", after: "Fall" } }]),
      [result([banner])],
      false,
    ],
    [
      "from other words",
      result([{ ...banner, text: { before: "Winter", after: "Summer" } }]),
      [result([banner])],
      false,
    ],
    ["the same name on another element", result([{ ...banner, selector: "#other" }]), [result([banner])], false],
    ["a little larger", result([{ ...banner, changedPixels: 440 }]), [result([banner])], true],
    ["much larger", result([{ ...banner, changedPixels: 441 }]), [result([banner])], false],
    ["smaller", result([{ ...banner, changedPixels: 200 }]), [result([banner])], true],
    ["more pixels than its changes tell", result([banner], { changedPixels: 900 }), [result([banner])], false],
    [
      "another drawing of equal size",
      result([{ ...banner, kind: "drawing", changedPixels: 399 }]),
      [result([{ ...banner, kind: "drawing" }])],
      false,
    ],
    [
      "the page longer by as much",
      result([banner], { reasons: [size(20)] }),
      [result([banner], { reasons: [size(20)] })],
      true,
    ],
    [
      "the page longer by more",
      result([banner], { reasons: [size(21)] }),
      [result([banner], { reasons: [size(20)] })],
      false,
    ],
    ["what a rule found beside it", result([banner], { reasons: [finding] }), [result([banner])], false],
    [
      "the same finding of a rule",
      result([banner], { reasons: [finding] }),
      [result([banner], { reasons: [finding] })],
      true,
    ],
    [
      "a change without words, the same pixels",
      result([], { causes: ["x"], changedPixels: 5 }),
      [result([], { causes: ["x"], changedPixels: 5 })],
      true,
    ],
    [
      "a change without words, other pixels",
      result([], { causes: ["x"], fingerprint: "g" }),
      [result([], { causes: ["x"] })],
      false,
    ],
    ["nothing was ignored", result([banner]), [], false],
    ["a block that says something else further on", result([{ ...block, whole: "b" }]), [result([block])], false],
    ["the same block", result([block]), [result([block])], true],
    ["a block that was ignored by an earlier version", result([block]), [result([{ ...banner, kind: "added" }])], true],
    ["moved as far", result([moved(40)]), [result([moved(40)])], true],
    ["moved further", result([moved(41)]), [result([moved(40)])], false],
  ];
  for (const [name, shown, ignored, passes] of rows)
    it(`${name}: ${passes ? "passes" : "fails"}`, () => {
      const found = coveredBy(
        differenceOf(shown)!,
        ignored.map((one) => kept(one)),
      );
      expect(found !== null).to.equal(passes);
    });

  for (const code of ["no_baseline", "unstable", "flaky", "rule_hides_page", "baseline_missing_file"] as const)
    it(`${code}: there is nothing to ignore`, () => {
      expect(differenceOf(result([banner], { reasons: [{ code, message: "x" }] }))).to.equal(null);
    });
  it("a result of an earlier version that names no change cannot be known again", () => {
    expect(differenceOf(result([], { causes: [], fingerprint: null }))).to.equal(null);
  });

  const states: [Partial<Ignored>, baseline: string | undefined, state: string][] = [
    [{}, "art-base", "holds"],
    [{ until: at(0) }, "art-base", "expired"],
    [{ until: at(-1) }, undefined, "expired"],
    [{}, "art-new", "holds"],
    [{ end: "baseline", until: null }, "art-base", "holds"],
    [{ end: "baseline", until: null }, "art-new", "replaced"],
    [{ end: "baseline", until: null }, undefined, "holds"],
    [{ end: "forever", until: null }, "art-new", "holds"],
    [{ end: "forever", until: null, stoppedAt: at(-1), stoppedBy: "bob" }, "art-base", "stopped"],
  ];
  for (const [over, baseline, state] of states)
    it(`${JSON.stringify(over)} against ${baseline}: ${state}`, () => {
      expect(stateOf(kept(result([banner]), over), { now: NOW, baseline })).to.equal(state);
    });

  it("says by whom and until when, and what ran out waits again", () => {
    const answer = (over: Partial<Ignored>) =>
      ignoredAnswer(differenceOf(result([banner])), [kept(result([banner]), over)], { now: NOW, baseline: "art-base" });
    expect(answer({ note: "The banner of the week." })).to.deep.equal({
      passes: true,
      reason: {
        code: "ignored_change",
        message: "Ignored until 24 December 2026 by ada@shop.example: The banner of the week.",
        data: { ignored: "ign_1", by: "ada@shop.example", until: at(30).toISOString() },
      },
    });
    const ended = answer({ until: at(-1) });
    expect(ended?.passes).to.equal(false);
    expect(ended?.reason).to.include({
      code: "was_ignored",
      message: "Ignored until 23 November 2026 by ada@shop.example. It needs review again.",
    });
    expect(answer({ stoppedAt: at(-2), stoppedBy: "bob@shop.example" })?.reason.message).to.equal(
      "Ignored by ada@shop.example until bob@shop.example stopped it on 22 November 2026. It needs review again.",
    );
    expect(answer({ end: "forever", until: null })?.reason.message).to.match(/^Ignored permanently by ada/);
    expect(ignoredReason([kept(result([banner]), { end: "baseline", until: null })]).message).to.match(
      /^Ignored until the next baseline by ada@shop\.example: Text of the banner changed\.$/,
    );
  });

  it("a newer decision holds where an older one of the same change has ended", () => {
    const both = [kept(result([banner]), { until: at(-1) }), kept(result([banner]), { id: "ign_2" })];
    const answer = ignoredAnswer(differenceOf(result([banner])), both, { now: NOW, baseline: "art-base" });
    expect(answer?.reason.data).to.include({ ignored: "ign_2" });
  });

  it("counts days, and says what a run let pass", () => {
    expect(untilOf("7d", NOW)).to.deep.equal(at(7));
    expect([untilOf("baseline", NOW), untilOf("forever", NOW)]).to.deep.equal([null, null]);
    expect([0, 1, 3].map(ignoredSentence)).to.deep.equal([
      null,
      "1 screenshot passed because people ignore its changes.",
      "3 screenshots passed because people ignore their changes.",
    ]);
  });
});
