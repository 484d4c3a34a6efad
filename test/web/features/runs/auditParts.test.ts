import { expect } from "chai";
import { auditParts } from "../../../../web/src/features/runs/auditParts.ts";

type Parts = Parameters<typeof auditParts>[0];

describe("the parts of a full audit", () => {
  it("stand in the order of the pillars, planned or not", () => {
    const run = (pillar: string) => ({ pillar, type: `${pillar}-test` });
    const data = { pillars: ["a11y", "visual"].map(run), awaited: ["seo", "functional"] } as unknown as Parts;
    expect(auditParts(data).map(({ pillar, run }) => [pillar, run !== null])).to.deep.equal([
      ["visual", true],
      ["functional", false],
      ["a11y", true],
      ["seo", false],
    ]);
  });
});
