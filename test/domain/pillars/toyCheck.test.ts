// A check consists of its file and its line in the pillar's table: then it appears in findings, score and report.
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect } from "chai";
import { failed } from "../../../domain/audit/finding.ts";
import { AUDIT_PILLARS } from "../../../domain/audit/pillars.ts";
import { runChecks } from "../../../domain/audit/runChecks.ts";
import type { PrivacyCheck } from "../../../domain/pillars/privacy/privacyCheck.ts";
import { mostPointsOf, privacyScore } from "../../../domain/pillars/privacy/score.ts";
import { PRIVACY_CHECKS } from "../../../domain/pillars/privacy/table.ts";
import type { SeoPage } from "../../../domain/pillars/seo/gathered.ts";
import { scoreOf, shareOf, weightsOf } from "../../../domain/pillars/seo/score.ts";
import type { SeoCheck } from "../../../domain/pillars/seo/seoCheck.ts";
import { PAGE_CHECKS, SITE_CHECKS } from "../../../domain/pillars/seo/table.ts";
import { renderReport } from "../../../domain/report/renderReport.ts";
import { finding, report, section } from "../report/sample.ts";
import { HOME, SITE, seoPage } from "./seo/samples.ts";

const folder = fileURLToPath(new URL("../../../domain/pillars", import.meta.url));

type Named = { rule: string };
const isCheck = (value: unknown): value is Named =>
  typeof value === "object" && value !== null && "rule" in value && "run" in value;

/** Returns the checks among a file's exports: single ones, in lists, and next to helpers. */
const checksIn = (exports: object): Named[] =>
  Object.values(exports)
    .flat()
    .map((value) => (typeof value === "object" && value !== null && "check" in value ? value.check : value))
    .filter(isCheck);

const load = async (...parts: string[]): Promise<object> => import(pathToFileURL(path.join(folder, ...parts)).href);

describe("the checks of every pillar", () => {
  for (const pillar of AUDIT_PILLARS)
    it(`of ${pillar} are those of its table, each of another name`, async () => {
      const files = readdirSync(path.join(folder, pillar, "checks"));
      const written = (await Promise.all(files.map((file) => load(pillar, "checks", file)))).flatMap(checksIn);
      const listed = checksIn(await load(pillar, "table.ts"));
      expect(listed.map(({ rule }) => rule)).to.have.members(written.map(({ rule }) => rule));
      expect(new Set(listed.map(({ rule }) => rule)).size).to.equal(listed.length);
    });
});

describe("a check that is added to a table", () => {
  const toy: SeoCheck<SeoPage> = {
    rule: "toy-wheels",
    severity: "moderate",
    weight: 7,
    title: "The toy has wheels.",
    fault: "Toy has no wheels",
    help: "Give the toy wheels.",
    run: () => failed("The toy stands still.", "main"),
  };
  const place = { pillar: "seo", page: HOME, baseUrl: SITE } as const;

  it("is in the findings, the score and the report", () => {
    const before = runChecks(PAGE_CHECKS, seoPage(), place);
    const { findings, rules } = runChecks([...PAGE_CHECKS, toy], seoPage(), place);
    expect(findings.filter(({ rule }) => rule === "toy-wheels")).to.have.length(1);
    expect(findings).to.have.length(before.findings.length + 1);
    const weights = weightsOf([...PAGE_CHECKS, toy, ...SITE_CHECKS]);
    const { earned, possible } = shareOf(before.rules);
    expect(shareOf(rules, weights)).to.deep.equal({ earned, possible: possible + 7 });
    expect(scoreOf([shareOf(rules, weights)])).to.be.below(scoreOf([shareOf(before.rules)]) ?? 0);
    const [own] = findings.filter(({ rule }) => rule === "toy-wheels");
    const made = renderReport(report([section("seo", { findings: [finding(own)] })]));
    for (const part of ["Toy wheels", "The toy stands still.", "Give the toy wheels."]) expect(made).to.include(part);
  });

  it("takes at most its own points where a pillar subtracts", () => {
    const { weight: _, run: __, ...words } = toy;
    const check: PrivacyCheck = { ...words, mostPoints: 15, run: () => failed("The toy tells.", "main") };
    const most = mostPointsOf([...PRIVACY_CHECKS, check]);
    const found = Array.from(
      { length: 3 },
      () => ({ rule: check.rule, outcome: "failed", severity: "moderate" }) as const,
    );
    expect(privacyScore(found, most)).to.equal(85);
    expect(privacyScore(found)).to.equal(100);
  });
});
