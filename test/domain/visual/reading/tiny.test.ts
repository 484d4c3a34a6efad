import { expect } from "chai";
import type { Region } from "../../../../domain/visual/outcome.ts";
import type { Change } from "../../../../domain/visual/reading/change.ts";
import { changeGroups, createChangeGroups, groupSentence } from "../../../../domain/visual/reading/groups.ts";
import { createTinyClasses, isTinyResult, markTiny, TINY } from "../../../../domain/visual/reading/tiny.ts";
import { reviewGroupOf } from "../../../../domain/visual/reviewGroups.ts";
import { box, change } from "./change.ts";

const region = (over: Partial<Region> = {}): Region => ({
  box: box(5, 5, 8, 9),
  kind: "other",
  selector: "",
  text: "",
  share: 1,
  changedPixels: 3,
  cause: "icon",
  ...over,
});
const ICON = change({ key: "icon", kind: "drawing", tag: "svg" });
const style = [{ property: "color", before: "red", after: "blue" }];

describe("tiny differences", () => {
  const rows: [name: string, expected: boolean, Partial<Change>, Region[]][] = [
    ["three pixels of an icon are", true, {}, [region()]],
    ["so are those of the same icon in two places", true, { count: 2 }, [region(), region({ box: box(90, 5, 8, 9) })]],
    [
      "at the bounds they are",
      true,
      {},
      [region({ changedPixels: TINY.pixels, box: box(0, 0, TINY.side, TINY.side) })],
    ],
    ["a pixel more is not", false, {}, [region({ changedPixels: TINY.pixels + 1 })]],
    ["a wider one is not", false, {}, [region({ box: box(0, 0, TINY.side + 1, 1) })]],
    ["one of two places that is large is not", false, {}, [region(), region({ changedPixels: 900 })]],
    ["words never are: 9 and 8 differ by three pixels", false, { kind: "text" }, [region()]],
    ["nor is a removed dot", false, { kind: "removed" }, [region()]],
    ["nor a style that somebody wrote", false, { kind: "style", styles: style }, [region()]],
    ["nor what pushed the page", false, { pushed: 2 }, [region()]],
    ["nor a change without a region", false, {}, []],
    ["nor one whose regions are another change's", false, {}, [region({ cause: "other" })]],
  ];
  for (const [name, expected, over, regions] of rows)
    it(name, () => {
      const [marked] = markTiny([{ ...ICON, ...over }], regions);
      expect(marked?.tiny === true).to.equal(expected);
    });

  it("are a class where all changes of a result are, and not many", () => {
    const tiny = { tiny: true };
    expect(
      [[], [tiny], [tiny, {}], Array(TINY.changes).fill(tiny), Array(TINY.changes + 1).fill(tiny)].map(isTinyResult),
    ).to.deep.equal([false, true, false, true, false]);
  });

  const tiny = { ...ICON, tiny: true };
  const dot = { ...tiny, key: "dot" };
  const words = change({ key: "words", kind: "text" });
  const letters = ["p", "q", "r"].map((key) => ({ ...tiny, key }));
  type Row = [name: string, results: Change[][], tinyChanges: string[], tinyResults: number[]];
  const classes: Row[] = [
    ["over three results are", [[tiny], [tiny], [tiny]], ["icon"], [0, 1, 2]],
    ["over two are looked at like any other", [[tiny], [tiny]], [], []],
    [
      "are beside another one of which there are many too",
      [[tiny, dot], [dot], [tiny, dot], [tiny]],
      ["icon", "dot"],
      [0, 1, 2, 3],
    ],
    ["are not beside one that stands alone", [[tiny], [tiny], [tiny, dot], [tiny]], ["icon"], [0, 1, 3]],
    [
      "stay so where one result has changed words as well",
      [[tiny], [tiny], [tiny], [tiny, words]],
      ["icon"],
      [0, 1, 2],
    ],
    ["need as many results that show nothing larger", [[tiny], [tiny], [tiny, words]], [], []],
    ["are not where the same change is large elsewhere", [[tiny], [tiny], [tiny], [{ ...tiny, tiny: false }]], [], []],
    ["are not where everything is drawn anew", Array(4).fill([tiny, ...letters]), [], []],
  ];
  for (const [name, results, tinyChanges, tinyResults] of classes)
    it(`${name}, in the report and in the review`, () => {
      const shots = results.map((changes, index) => ({
        index,
        changes,
        fingerprint: "f",
        status: "failed" as const,
        flaky: false,
        reasons: [],
      }));
      const known = createTinyClasses();
      for (const { changes } of shots) known.add(changes);
      const told = changeGroups(shots).flatMap(({ key, tiny }) => (tiny ? key : []));
      const judged = shots.flatMap((shot) => (reviewGroupOf(shot, known).kind === "tiny" ? shot.index : []));
      expect([told.sort(), judged]).to.deep.equal([tinyChanges.toSorted(), tinyResults]);
    });

  it("stay a class while they are approved one by one", () => {
    const groups = createChangeGroups<{ index: number; fingerprint: string; changes: Change[] }>();
    groups.addApproved([tiny]);
    groups.addApproved([tiny]);
    groups.add({ index: 2, fingerprint: "f", changes: [tiny] });
    expect(groups.groups().map((group) => group.tiny)).to.deep.equal([true]);
  });

  it("are told with the pixels of the change itself, and of how many results", () => {
    const of = (index: number, changedPixels: number, ...more: Change[]) => ({
      index,
      fingerprint: "f",
      changes: [{ ...tiny, changedPixels }, ...more],
    });
    const [group] = changeGroups([of(0, 3), of(1, 5), of(2, 4), of(3, 4, { ...words, changedPixels: 900 })]);
    expect(group && groupSentence(group)).to.equal("Tiny: 5 px of an icon, in 4 screenshots");
  });
});
