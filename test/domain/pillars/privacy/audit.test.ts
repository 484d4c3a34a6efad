import { expect } from "chai";
import { auditPage } from "../../../../domain/pillars/privacy/audit.ts";
import { rollUp } from "../../../../domain/pillars/privacy/rollUp.ts";
import { privacyScore } from "../../../../domain/pillars/privacy/score.ts";
import { asking, BANNER, beacon, cookie, measured, party, silent, snapshot, unreached } from "./gathered.ts";

const place = { pillar: "privacy", page: "https://shop.test/", baseUrl: "https://shop.test" } as const;
const audit = (input: ReturnType<typeof asking>, accepted: string[] = []) =>
  auditPage(input, input.necessaryNames, { ...place, accepted });

describe("auditPage", () => {
  it("gives a page that holds to the answers 100", () => expect(audit(asking())).to.include({ score: 100 }));
  it("gives a page that asks and collects nothing 100", () => {
    const { score, status, findings } = audit(silent());
    expect({ score, status, findings }).to.deep.equal({ score: 100, status: undefined, findings: [] });
  });
  it("says nothing of a page whose rejecting could not be measured", () => {
    const { score, status, findings, metrics } = audit(asking({ rejected: unreached("banner_stays") }));
    expect({ score, status }).to.deep.equal({ score: null, status: "not_measured" });
    expect(findings.map(({ outcome }) => outcome)).to.deep.equal(["review"]);
    expect(metrics.beaconsAfterReject).to.equal(null);
  });
  it("stays measured when a person accepts what failed in the states that were reached", () => {
    const given = asking({ before: snapshot({ cookies: [cookie("_ga")] }), rejected: unreached("banner_stays") });
    const accepted = audit(given).findings.flatMap(({ outcome, fingerprint }) =>
      outcome === "failed" ? fingerprint : [],
    );
    expect(accepted).to.have.length(1);
    const { score, status } = audit(given, accepted);
    expect({ score, status }).to.deep.equal({ score: 50, status: undefined });
  });
  it("says why a page was not measured, as well as that", () => {
    const { code, reason, details } = audit(asking({ rejected: unreached("banner_stays") }));
    expect(code).to.equal("consent_not_measured");
    expect(reason).to.match(/^Before consent nothing failed, .* could not be measured\. /);
    expect(details.covers).to.deep.equal(["before", "accepted"]);
  });
  for (const [name, accepted, covers, sentence] of [
    ["rejecting alone", asking().accepted, ["before", "accepted"], /before consent and after accepting only/],
    ["neither choice", unreached("unreadable"), ["before"], /^Neither choice .* the state before consent only/],
    ["a banner without any button", unreached("no_button"), ["before"], /^Neither choice/],
    ["a banner that was gone on the second visit", unreached("no_banner"), ["before"], /^Neither choice/],
  ] as const)
    it(`of ${name} that could not be made: the score covers a part, says so and is never high`, () => {
      const rejected = accepted.state === "measured" ? unreached("banner_stays") : accepted;
      const given = asking({ before: snapshot({ cookies: [cookie("_ga")] }), rejected, accepted });
      const { score, status, details, findings } = audit(given);
      expect({ score, status }).to.deep.equal({ score: 50, status: undefined });
      expect(details.covers).to.deep.equal(covers);
      expect(details.coverage).to.match(sentence);
      const reviews = findings.filter(({ rule }) => rule === "consent-state-unverified");
      expect(reviews.map(({ message }) => message).join()).to.contain(details.coverage);
      expect(audit(asking({ rejected, accepted })).score).to.equal(null);
    });
  it("takes points where there is no button to reject", () => {
    const banner = { ...BANNER, rejectLabel: null };
    const { score } = audit(asking({ banner, rejected: unreached("no_button") }));
    expect(score).to.equal(96);
  });
  it("names a cookie by the same fingerprint in every run, whatever number is in its name", () => {
    const of = (name: string) =>
      audit(asking({ before: snapshot({ cookies: [cookie(name)] }) })).findings[0]?.fingerprint;
    expect(of("_hjSession_1234567"))
      .to.equal(of("_hjSession_7654321"))
      .and.match(/^[0-9a-f]{32}$/);
    expect(of("_ga")).not.to.equal(of("_gid"));
  });
  it("lists everything that fails, however much there is", () => {
    const names = Array.from(
      { length: 90 },
      (_, at) => `_ga_X${String.fromCharCode(65 + (at % 26))}${Math.floor(at / 26)}`,
    );
    const sites = Array.from({ length: 90 }, (_, at) => party(at < 45 ? "video" : "ad", { site: `ads${at}.test` }));
    const given = asking({ before: snapshot({ cookies: names.map((name) => cookie(name)), parties: sites }) });
    const failing = (rule: string) =>
      audit(given).findings.filter((one) => one.rule === rule && one.outcome === "failed").length;
    expect(failing("cookie-before-consent")).to.equal(90);
    expect(failing("third-party-before-consent")).to.equal(45);
  });
  it("stays under 100 kB of details and 5 kB of evidence on a page full of cookies", () => {
    const cookies = Array.from({ length: 300 }, (_, at) => cookie(`_hj${"x".repeat(150)}${at}`));
    const beacons = Array.from({ length: 60 }, (_, at) =>
      beacon({ endpoint: `https://shop.test/${"p".repeat(280)}${at}/matomo.php` }),
    );
    const full = { cookies, beacons };
    const { details, findings } = audit(
      asking({ before: snapshot(full), rejected: measured(full), accepted: measured(full) }),
    );
    expect(JSON.stringify(details).length).to.be.lessThan(100_000);
    for (const { evidence } of findings) expect(JSON.stringify(evidence).length).to.be.lessThan(5_000);
    expect(findings.length).to.be.lessThan(250);
    // Which beacons come first differs from run to run.
    expect(findings.filter(({ rule }) => rule === "beacon-before-consent")).to.have.length(60);
  });
});

describe("privacyScore", () => {
  it("is 100 without findings and never below 0", () => {
    const rules = ["cookie-before-consent", "beacon-before-consent", "beacon-after-reject", "cookie-after-reject"];
    const all = rules.flatMap((rule) =>
      Array.from({ length: 9 }, () => ({ rule, outcome: "failed" as const, severity: "serious" as const })),
    );
    expect(privacyScore([])).to.equal(100);
    expect(privacyScore(all)).to.equal(0);
  });
  it("takes most for what is sent after rejecting, less for a warning, nothing for a question", () => {
    const one = (rule: string, outcome: "failed" | "warning" | "review") =>
      privacyScore([
        { rule, outcome, severity: "serious" },
        { rule, outcome, severity: "serious" },
      ]);
    expect(one("beacon-after-reject", "failed")).to.equal(60);
    expect(one("cookie-before-consent", "failed")).to.equal(70);
    expect(one("cookie-before-consent", "warning")).to.equal(87);
    expect(one("cookie-before-consent", "review")).to.equal(100);
  });
});

describe("rollUp", () => {
  const page = (score: number | null, outcome: "passed" | "review") => ({
    index: 0,
    url: "https://shop.test/",
    scenarioLabels: [],
    status: score === null ? ("not_measured" as const) : ("passed" as const),
    score,
    metrics: {},
    rules: [{ rule: "consent-state-unverified", outcome, severity: "moderate" as const }],
  });
  it("is the mean of the measured pages, and says what is not known", () => {
    const rolled = rollUp([page(100, "passed"), page(50, "passed"), page(null, "review")]);
    expect(rolled).to.include({ score: 75, passed: 2, failed: 0, review: 1 });
    expect(rolled.warningSentences.join()).to.match(/^On one page a choice/);
  });
  it("says where the score covers the state before consent only", () => {
    const only = { ...page(40, "review"), metrics: { statesCovered: 1 } };
    expect(rollUp([only, only]).warningSentences).to.deep.equal([
      "On 2 pages neither choice in the consent banner could be made: the score covers the state before consent only. Name the banner's buttons in the project's privacy settings (consent.acceptSelector and consent.rejectSelector).",
    ]);
    const none = { ...page(null, "review"), metrics: { statesCovered: 1 } };
    expect(rollUp([none]).warningSentences.join()).to.match(/nothing failed in it, so there is no score/);
  });
  it("has no score without a measured page", () => expect(rollUp([page(null, "review")]).score).to.equal(null));
});
