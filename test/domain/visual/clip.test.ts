import { expect } from "chai";
import { boundedClip, explainCut, MAX_PIXELS, MAX_PIXELS_WIDE } from "../../../domain/visual/clip.ts";

describe("the bounds of a picture", () => {
  const cases: [name: string, box: [number, number], scale: number, maxHeight: number, shown: [number, number]][] = [
    ["a usual page", [1_440, 3_000], 1, 50_000, [1_440, 3_000]],
    ["a long page, as ever", [1_440, 80_000], 1, 50_000, [1_440, 50_000]],
    ["a very wide one", [40_000, 500], 1, 50_000, [16_000, 500]],
    ["a very wide one at scale 2", [40_000, 500], 2, 50_000, [8_000, 500]],
    ["one that is large both ways", [30_000, 30_000], 1, 50_000, [16_000, 5_000]],
    ["a long page at scale 3", [1_000, 50_000], 3, 50_000, [1_000, 8_888]],
  ];
  for (const [name, [width, height], scale, maxHeight, [shownWidth, shownHeight]] of cases)
    it(`${name}: ${width} × ${height} at scale ${scale} is shown ${shownWidth} × ${shownHeight}`, () => {
      const whole = { x: 0, y: 0, width, height };
      const shown = boundedClip(whole, scale, maxHeight);
      expect(shown).to.deep.equal({ x: 0, y: 0, width: shownWidth, height: shownHeight });
      expect(shown.width * scale).to.be.at.most(MAX_PIXELS_WIDE);
      expect(shown.width * shown.height * scale * scale).to.be.at.most(MAX_PIXELS);
      const cut = explainCut(whole, shown);
      if (width === shownWidth && height === shownHeight) return expect(cut).to.equal(undefined);
      expect(cut?.code).to.equal("cut");
      for (const size of [shownHeight, ...(width === shownWidth ? [] : [width, shownWidth])])
        expect(cut?.message).to.contain(`${size}`);
    });

  it("an element far out begins where a browser can still draw", () => {
    const clip = boundedClip({ x: 20_000_000, y: 5, width: 100, height: 100 }, 1, 50_000);
    expect(clip).to.deep.equal({ x: 1_000_000, y: 5, width: 100, height: 100 });
  });
});
