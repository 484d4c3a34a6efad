import { expect } from "chai";
import { seenIn } from "../../../domain/audit/fixed.ts";
import { type FindingResult, findingProblems } from "../../../domain/audit/problems.ts";
import { keptOf } from "../../../domain/problems/problem.ts";

const finding: FindingResult = {
  id: "fnd_1",
  fingerprint: "f1",
  rule: "image-alt",
  severity: "serious",
  outcome: "failed",
  page: "https://shop.example/",
  pageIndex: 0,
  target: "/hero.png",
  message: "The image /hero.png has no alt attribute.",
  help: "Add one.",
  accepted: null,
  known: false,
  added: null,
  firstSeen: null,
};

describe("problems of an audit", () => {
  const read = (fault: string | null) =>
    findingProblems(
      {
        baseUrl: "https://shop.example/",
        seen: { measuredKeys: new Set(["/"]), siteMeasured: true },
        site: null,
        isLeftOut: () => false,
        plannedKeys: new Set(["/"]),
        whole: true,
        faultOf: (rule) => (rule === "image-alt" ? fault : null),
      },
      [finding],
    ).found.map(({ title, sentence }) => ({ title, sentence }));

  it("are titled by what is wrong, and the finding's message is their sentence", () => {
    expect(read("Image has no alt text")).to.deep.equal([
      { title: "Image has no alt text", sentence: finding.message },
    ]);
  });

  const MEASURED = [
    { index: 0, key: "/a", status: "passed", rules: [{ rule: "h1" }, { rule: "contrast" }] },
    { index: -1, key: "", status: "passed", rules: [{ rule: "title-duplicate" }] },
  ];
  for (const [what, site, place, rule, expected] of [
    ["pages of a rule about the site that was asked", true, "/a", "title-duplicate", true],
    ["no pages of it that were not measured", true, "/b", "title-duplicate", false],
    ["no pages of it in a run of some scenarios", false, "/a", "title-duplicate", false],
    ["the site", true, "", "title-duplicate", true],
    ["no site in a run of some scenarios", false, "", "title-duplicate", false],
    ["no rule about the site that gave no answer", true, "", "sitemap-missing", false],
    ["pages in a run of some scenarios", false, "/a", "h1", true],
    ["no pages whose list may have left it out", true, "/a", "contrast", false],
  ] as const)
    it(`looked at ${what}`, () => {
      const seen = seenIn(MEASURED, -1);
      const run = { baseUrl: "https://shop.example/", seen, site: site ? seen : null, plannedKeys: new Set(["/a"]) };
      const isLeftOut = (rule: string, key: string) => rule === "contrast" && key === "/a";
      const { looked } = findingProblems({ ...run, isLeftOut, whole: site, faultOf: () => null }, []);
      expect(looked({ page: place, label: "", viewport: "", browser: "" }, rule)).to.equal(expected);
    });

  it("are the worst ones if there are more than are stored", () => {
    const many = Array.from(
      { length: 5_000 },
      (_, at): FindingResult => ({ ...finding, cause: `c${at}`, severity: "minor" }),
    );
    const seen = seenIn(MEASURED, -1);
    const run = { baseUrl: "https://shop.example/", seen, site: seen, plannedKeys: new Set(["/a"]), whole: true };
    const worst: FindingResult = { ...finding, cause: "worst", severity: "critical" };
    const { found } = findingProblems({ ...run, isLeftOut: () => false, faultOf: () => null }, [...many, worst]);
    // Lists and gates of the run have all.
    expect(found).to.have.length(5_001);
    const kept = keptOf(found);
    expect([kept.length, kept[0]?.cause]).to.deep.equal([5_000, "worst"]);
  });

  it("are titled by the message where the rule has no words", () => {
    expect(read(null)).to.deep.equal([{ title: finding.message, sentence: finding.message }]);
  });
});
