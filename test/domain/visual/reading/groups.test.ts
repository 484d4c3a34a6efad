import { expect } from "chai";
import type { Change } from "../../../../domain/visual/reading/change.ts";
import { changeGroups, countChanges, groupSentence, showsChanges } from "../../../../domain/visual/reading/groups.ts";
import { change } from "./change.ts";

const at = (landmark: string, heading = "") => ({ landmark, heading });
const HEADER = change({
  key: "header",
  kind: "style",
  tag: "header",
  styles: [{ property: "color", before: "red", after: "blue" }],
});
const sponsors = (over: Partial<Change> = {}) =>
  change({ key: "sponsors", kind: "added", tag: "section", name: "Sponsors", at: at("footer"), ...over });
const shot = (index: number, changes: Change[], over: { url?: string; causes?: string[] } = {}) => ({
  index,
  fingerprint: "f",
  url: `https://shop.example/${index}`,
  changes,
  causes: changes.map(({ key }) => key),
  ...over,
});
const told = (shots: Parameters<typeof changeGroups>[0]) =>
  changeGroups(shots).map((group) => [groupSentence(group), group.shots.map(({ index }) => index)]);

describe("the changes of a run", () => {
  it("are each one over pages, viewports and browsers, those in most results first", () => {
    const price = change({ key: "price", kind: "text", tag: "span", text: { before: "€ 89", after: "€ 79" } });
    const shots = [shot(0, [price, HEADER]), shot(1, [HEADER]), shot(2, [HEADER], { url: "https://shop.example/0" })];
    expect(told(shots)).to.deep.equal([
      ["Text color of the header changed from red to blue, on 2 pages", [0, 1, 2]],
      ['Price changed from "€ 89" to "€ 79"', [0]],
    ]);
    expect(countChanges(shots)).to.equal(2);
  });

  it("are told by what their results have in common: words of one page are no words for another", () => {
    expect(told([shot(0, [sponsors()]), shot(1, [sponsors({ name: "Partners" })])])).to.deep.equal([
      ["Section added to the footer, on 2 pages", [0, 1]],
    ]);
    const text = (after: string, count = 1) =>
      change({ key: "badge", kind: "text", tag: "span", name: after, count, text: { before: "Sale", after } });
    expect(told([shot(0, [text("New")]), shot(1, [text("Soon")])])).to.deep.equal([
      ["Text changed, on 2 pages", [0, 1]],
    ]);
    expect(told([shot(0, [text("New", 2)]), shot(1, [text("New", 4)])])).to.deep.equal([
      ['Texts changed from "Sale" to "New", on 2 pages', [0, 1]],
    ]);
  });

  it("take their example from the fullest of the results that have the change, of equals the first", () => {
    const [bare, full] = [sponsors({ name: "" }), sponsors()];
    const [group] = changeGroups([shot(0, [bare]), shot(1, [HEADER, full]), shot(2, [full])]);
    expect([group?.example?.shot.index, group?.example?.change]).to.deep.equal([1, full]);
  });

  it("have no words where no result says what changed, never those of another change", () => {
    const cut = shot(0, [HEADER], { causes: ["header", "of the many that are not kept"] });
    expect(told([cut])).to.deep.equal([
      ["Text color of the header changed from red to blue", [0]],
      [null, [0]],
    ]);
  });

  it("of earlier versions go by the names they had, by their fingerprint, or are alone", () => {
    const old = [
      { index: 0, causes: ["a", "b"], fingerprint: "f" },
      { index: 1, causes: ["b"], fingerprint: "g" },
      { index: 2, fingerprint: "h" },
      { index: 3, causes: [], fingerprint: "h" },
      { index: 4, fingerprint: null },
      { index: 5, fingerprint: "" },
    ];
    expect(changeGroups(old).map(({ key, shots }) => [key, shots.map(({ index }) => index)])).to.deep.equal([
      ["b", [0, 1]],
      ["h", [2, 3]],
      ["a", [0]],
      [4, [4]],
      [5, [5]],
    ]);
    expect(countChanges(old)).to.equal(5);
  });

  it("count once where a result names one twice, and none of what did not fail, is new, or is an error", () => {
    expect(countChanges([shot(0, [HEADER], { causes: ["header", "header"] })])).to.equal(1);
    const reason = (code: "mismatch" | "no_baseline" | "baseline_missing_file") => ({ code });
    const shows = (status: Parameters<typeof showsChanges>[0]["status"], code: Parameters<typeof reason>[0]) =>
      showsChanges({ status, reasons: [reason(code)] });
    expect(shows("failed", "mismatch")).to.equal(true);
    for (const status of ["passed", "approved", "error", "pending"] as const)
      expect(shows(status, "mismatch"), status).to.equal(false);
    expect([shows("failed", "no_baseline"), shows("failed", "baseline_missing_file")]).to.deep.equal([false, false]);
  });
});
