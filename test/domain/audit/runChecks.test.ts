import { expect } from "chai";
import {
  type Check,
  type CheckResult,
  failed,
  inapplicable,
  passed,
  review,
  warning,
} from "../../../domain/audit/finding.ts";
import { pageKey, runChecks } from "../../../domain/audit/runChecks.ts";

const check = (rule: string, run: Check<null>["run"], severity: Check<null>["severity"] = "serious"): Check<null> => ({
  rule,
  severity,
  title: "It holds.",
  fault: "It is broken",
  help: "Mend it.",
  run,
});
const at = (page: string, baseUrl = "https://shop.example/") => ({ pillar: "seo" as const, page, baseUrl });

describe("runChecks", () => {
  it("keeps what did not pass, worst first, and the worst outcome of every rule", () => {
    const { findings, rules } = runChecks(
      [
        check("fine", () => passed("Fine.")),
        check("nothing", () => inapplicable("There is none.")),
        check("doubt", () => review("Look at it.")),
        check("many", () => [warning("A little.", "a"), failed("Much.", "b", { severity: "minor" }), passed("Fine.")]),
        check("worst", () => failed("Broken."), "critical"),
        check("empty", () => []),
      ],
      null,
      at("https://shop.example/p"),
    );
    expect(findings.map((f) => `${f.rule} ${f.outcome} ${f.severity} ${f.target}`)).to.deep.equal([
      "worst failed critical ",
      "many failed minor b",
      "many warning serious a",
      "doubt review serious ",
    ]);
    expect(Object.fromEntries(rules.map((r) => [r.rule, r.outcome]))).to.deep.equal({
      fine: "passed",
      nothing: "inapplicable",
      doubt: "review",
      many: "failed",
      worst: "failed",
      empty: "inapplicable",
    });
  });

  it("gives the same fingerprint in two environments, and another for another page, rule or target", () => {
    const one = (page: string, baseUrl: string, rule = "r", target = "t") =>
      runChecks([check(rule, () => failed("No.", target))], null, at(page, baseUrl)).findings[0]?.fingerprint;
    const live = one("https://shop.example/p?a=1", "https://shop.example");
    expect(live).to.match(/^[0-9a-f]{32}$/);
    expect(one("http://127.0.0.1:4500/p?a=1#part", "http://127.0.0.1:4500")).to.equal(live);
    expect(one("https://other.example/p?a=1", "https://shop.example")).not.to.equal(live);
    expect(one("https://shop.example/p?a=2", "https://shop.example")).not.to.equal(live);
    expect(one("https://shop.example/p?a=1", "https://shop.example", "s")).not.to.equal(live);
    expect(one("https://shop.example/p?a=1", "https://shop.example", "r", "u")).not.to.equal(live);
  });

  it("keeps several results about one target apart", () => {
    const { findings } = runChecks(
      [check("r", () => [failed("One."), failed("Two.")])],
      null,
      at("https://shop.example/"),
    );
    expect(new Set(findings.map((f) => f.fingerprint)).size).to.equal(2);
  });

  it("gives a failure on a page that was still loading the cause that it has on the others", () => {
    const one = (result: CheckResult) => runChecks([check("r", () => result)], null, at("https://shop.example/"));
    const { findings } = one({ ...review("No title yet."), unsure: true });
    expect(findings[0]).to.include({ outcome: "review", unsure: true });
    expect(findings[0]?.cause).to.equal(one(failed("No title.")).findings[0]?.cause);
    expect(findings[0]?.cause).not.to.equal(one(review("Perhaps.")).findings[0]?.cause);
  });

  it("names the page that a site-wide result names", () => {
    const { findings } = runChecks(
      [check("r", () => failed("No.", "", { page: "https://shop.example/elsewhere" }))],
      null,
      at("https://shop.example/"),
    );
    expect(findings[0]?.page).to.equal("https://shop.example/elsewhere");
  });

  it("leaves addresses alone that are none", () => {
    expect(pageKey("not an address", "https://shop.example")).to.equal("not an address");
  });
});
