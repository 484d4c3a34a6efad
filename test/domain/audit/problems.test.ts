import { expect } from "chai";
import { type FindingResult, findingProblems } from "../../../domain/audit/problems.ts";

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

  it("are titled by the message where the rule has no words", () => {
    expect(read(null)).to.deep.equal([{ title: finding.message, sentence: finding.message }]);
  });
});
