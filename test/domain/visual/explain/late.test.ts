import { expect } from "chai";
import { lateNotes, lateSelectors } from "../../../../domain/visual/explain/late.ts";
import type { Change } from "../../../../domain/visual/reading/change.ts";
import { box, change } from "../reading/change.ts";

const BAR = {
  kind: "removed",
  selector: "#bar",
  tag: "div",
  name: "Tools",
  box: null,
  boxBefore: box(0, 10, 400, 40),
} as const;

describe("what changes by a timer", () => {
  for (const [name, given, mode, said] of [
    ["what goes has an ignore rule", BAR, "ignore", /an ignore rule for "#bar" \(create_comparison_rule\)/],
    ["what comes has one too", { ...BAR, kind: "added", box: box(0, 10, 400, 40) }, "ignore", /an ignore rule/],
    ["what turns stays where it is: a dynamic rule", { ...BAR, kind: "text" }, "dynamic", /a dynamic rule for "#bar"/],
    ["what pushes the page has no rule", { ...BAR, pushed: -40 }, null, /removeSelectors: \["#bar"\]/],
  ] as [string, Partial<Change>, string | null, RegExp][])
    it(name, () => {
      const [note, ...more] = lateNotes([change(given)]);
      expect([note?.code, note?.data?.mode, note?.data?.selector, more]).to.deep.equal(["restless", mode, "#bar", []]);
      expect(note?.message)
        .to.match(said)
        .and.not.match(/approve/i);
    });

  it("names each element once, three at most, and none without a selector", () => {
    const selectors = ["#a", "", "#b", "#a", "#c", "#d"];
    const notes = lateNotes(selectors.map((selector, at) => change({ ...BAR, key: String(at), selector })));
    expect(notes.map(({ data }) => data?.selector)).to.deep.equal(["#a", "#b", "#c"]);
    expect([
      ...lateSelectors([...notes, { code: "restless", message: "", data: { selector: "#clock" } }]),
    ]).to.deep.equal(["#a", "#b", "#c"]);
  });
});
