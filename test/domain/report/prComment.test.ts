import { expect } from "chai";
import {
  commentMarker,
  MAX_CHARACTERS,
  type PrComment,
  prComment,
  verbatim,
} from "../../../domain/report/prComment.ts";

const comment = (more: Partial<PrComment> = {}): PrComment => ({
  projectId: "prj_1",
  projectName: "Shop",
  environmentId: null,
  environmentName: null,
  verdict: "pass",
  reasons: [{ level: "pass", message: "Visual: all 3 pictures passed." }],
  rows: [],
  failures: [],
  furtherFailures: 0,
  linksUntil: null,
  at: "2026-03-10T12:00:00Z",
  ...more,
});

describe("prComment", () => {
  it("is exactly this for a run that passed", () => {
    expect(prComment(comment({ environmentName: "Staging" }))).to.equal(
      [
        "<!-- plumbline:prj_1 -->",
        "### ✅ Quality gate passed: `Shop` on `Staging`",
        "",
        "- ✅ `Visual: all 3 pictures passed.`",
        "",
        "<sub>Plumbline keeps this one comment up to date; last on 10 March 2026, 12:00 UTC.</sub>",
        "",
      ].join("\n"),
    );
  });

  it("begins with the marker by which it is found again, another one for each environment", () => {
    const ofAll = comment();
    const ofOne = comment({ environmentId: "env_1", environmentName: "Staging" });
    for (const one of [ofAll, ofOne]) expect(prComment(one).startsWith(commentMarker(one))).to.equal(true);
    expect(commentMarker(ofOne).startsWith(commentMarker(ofAll))).to.equal(false);
  });

  it("counts the failures that it does not show", () => {
    const failure = { pillar: "seo" as const, level: "critical", what: "No title.", where: "/", links: [] };
    const body = prComment(comment({ failures: Array(12).fill(failure), furtherFailures: 3 }));
    expect(body.match(/No title\./g)).to.have.length(10);
    expect(body).to.contain("- and 5 more failures.");
  });

  it("stays under what GitHub takes, whatever it is given", () => {
    const long = "x".repeat(100_000);
    const links = Array.from({ length: 40 }, () => ({ label: "picture", url: `https://p.test/${"y".repeat(1_000)}` }));
    const body = prComment(
      comment({
        projectName: long,
        reasons: Array(500).fill({ level: "fail", message: long }),
        rows: [{ pillar: "seo", verdict: "fail", runId: long, result: long, links: [] }],
        failures: Array(50).fill({ pillar: "seo", level: long, what: long, where: long, links }),
      }),
    );
    expect(body.length).to.be.at.most(MAX_CHARACTERS);
    expect(body).to.match(/- and \d+ more failures\.\n\n<sub>/);
  });

  for (const [what, text, shown] of [
    ["a mention", "@everyone", "`@everyone`"],
    ["a link", "[x](https://evil.example)", "`[x](https://evil.example)`"],
    ["HTML", "<img src=x>", "`<img src=x>`"],
    ["a backtick, which would end the span", "a`b``@c", "`aˋbˋˋ@c`"],
    ["a bar, which would end a cell", "a|b\\|c", "`a¦b\\¦c`"],
    ["line breaks and commands", "a\r\n/close\u2028b", "`a /close b`"],
    ["what is not seen", "a\u200b\u202eb\u0000c\u2066", "`a b c`"],
    ["half of a pair", "a\ud800", "`a\ufffd`"],
    ["nothing", " \n", "–"],
  ] as const)
    it(`writes ${what} as it stands, and lets it do nothing`, () => {
      expect(verbatim(text)).to.equal(shown);
    });

  it("cuts long texts", () => {
    expect(verbatim("x".repeat(400))).to.equal(`\`${"x".repeat(299)}…\``);
  });
});
