import { expect } from "chai";
import type { Region } from "../../../../domain/visual/outcome.ts";
import type { Change } from "../../../../domain/visual/reading/change.ts";
import { changeGroups } from "../../../../domain/visual/reading/groups.ts";
import { isTinyResult, markTiny, TINY } from "../../../../domain/visual/reading/tiny.ts";
import { box, change } from "./change.ts";

const region = (over: Partial<Region> = {}): Region => ({
  ...{ box: box(5, 5, 8, 9), kind: "other", selector: "", text: "", share: 1, changedPixels: 3, cause: "icon" },
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

  it("are one over many results, and like any other in a few or beside a larger one", () => {
    const tiny = { ...ICON, tiny: true };
    const shot = (index: number, changes: Change[] = [tiny]) => ({ index, fingerprint: "f", changes });
    const isTiny = (...shots: ReturnType<typeof shot>[]) => changeGroups(shots).map((group) => group.tiny);
    expect(isTiny(shot(0), shot(1), shot(2))).to.deep.equal([true]);
    expect(isTiny(shot(0), shot(1))).to.deep.equal([false]);
    expect(isTiny(shot(0), shot(1), shot(2), shot(3, [tiny, change({ key: "x" })]))).to.deep.equal([false, false]);
  });
});
