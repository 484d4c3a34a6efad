import { expect } from "chai";
import { titleOf } from "../../../web/src/lib/runTitle.ts";

describe("runs in lists", () => {
  for (const [chosen, title] of [
    [[], "Full audit"],
    [["visual"], "Full audit: Visual"],
    [["seo", "a11y"], "Full audit: SEO, Accessibility"],
    [["seo", "a11y", "perf", "visual"], "Full audit: 4 pillars"],
  ] as const)
    it(`of ${chosen.join(" and ") || "all pillars"} are called ${title}`, () => {
      expect(titleOf({ name: "Full audit", chosen: [...chosen] })).to.equal(title);
    });
});
