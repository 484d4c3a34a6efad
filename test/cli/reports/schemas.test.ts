// Reports follow the formats of their readers: SARIF 2.1.0, JUnit, GitLab's code quality, and the limits of GitHub's annotations.
import { readFile } from "node:fs/promises";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { expect } from "chai";
import { validateXML } from "xmllint-wasm";
import { annotatedOf } from "../../../cli/reports/annotations.ts";
import { annotations, stepSummary } from "../../../cli/reports/github.ts";
import { gitlabReport } from "../../../cli/reports/gitlab.ts";
import type { ReportItem } from "../../../cli/reports/items.ts";
import { junitReport } from "../../../cli/reports/junit.ts";
import { sarifReport } from "../../../cli/reports/sarif.ts";

const fileOf = (name: string) => readFile(new URL(`schemas/${name}`, import.meta.url), "utf8");

const HOSTILE = '</failure><x a="1">&\u0000\u001b[31m]]>\u{1f600}\ud800 ::error::x\r\n| a | `b` <script>%0A,:';
const PAGES = [
  "https://shop.test/",
  "https://shop.test/a b/ü?c=d#e",
  "https://shop.test/File:Logo.png",
  "https://shop.test//double",
  "https://shop.test/./",
  "no address: at all",
  "",
];

/** Every outcome, severity and page, with possible page texts. */
const ITEMS: ReportItem[] = PAGES.flatMap((page, at) =>
  (["passed", "failed", "error", "warning"] as const).flatMap((outcome) =>
    (["critical", "serious", "moderate", "minor", "info"] as const).map((severity) => ({
      runId: `run_${at % 2}`,
      run: at % 2 === 0 ? "Security" : "Visual test",
      rule: at === 1 ? HOSTILE : "csp-missing",
      name: `${HOSTILE} ${at}`,
      outcome,
      severity,
      message: HOSTILE,
      help: at === 2 ? "" : HOSTILE,
      page,
      fault: at === 2 ? HOSTILE : null,
      fingerprint: `${at} ${outcome} ${severity}`,
      isNew: at === 0 ? null : at % 2 === 0,
    })),
  ),
);
const LISTS: [string, ReportItem[]][] = [
  ["everything that there may be", ITEMS],
  ["nothing", []],
  ["6,000 faults", Array.from({ length: 6_000 }, (_, n) => ({ ...(ITEMS[5] as ReportItem), fingerprint: String(n) }))],
];

describe("reports and their readers", () => {
  const compiled = async (name: string) => {
    const ajv = new Ajv({ strict: true, allErrors: true });
    formats.default(ajv);
    return ajv.compile(JSON.parse(await fileOf(name)) as object);
  };
  let sarif: Awaited<ReturnType<typeof compiled>>;
  let codeQuality: Awaited<ReturnType<typeof compiled>>;
  let xsd: string;
  before(async () => {
    [sarif, codeQuality, xsd] = await Promise.all([
      compiled("sarif.json"),
      compiled("codeQuality.json"),
      fileOf("junit.xsd"),
    ]);
  });
  const junitErrors = async (text: string) =>
    (await validateXML({ xml: { fileName: "junit.xml", contents: text }, schema: xsd })).errors.map(
      ({ message }) => message,
    );

  for (const [what, items] of LISTS) {
    it(`SARIF of ${what}`, () => {
      const log = JSON.parse(sarifReport(items, "1.2.3"));
      sarif(log);
      expect(sarif.errors ?? []).to.deep.equal([]);
      const [{ tool, results }] = log.runs;
      for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).to.equal(ruleId);
    });

    it(`JUnit of ${what}`, async () => {
      expect(await junitErrors(junitReport(items))).to.deep.equal([]);
    });

    it(`GitLab's code quality of ${what}`, () => {
      const list = JSON.parse(gitlabReport(items)) as { fingerprint: string }[];
      codeQuality(list);
      expect(codeQuality.errors ?? []).to.deep.equal([]);
      expect(new Set(list.map(({ fingerprint }) => fingerprint)).size).to.equal(list.length);
    });
  }

  it("a wrong one would be found", async () => {
    const log = JSON.parse(sarifReport(ITEMS, "1.2.3"));
    log.runs[0].results[0].levels = "error";
    expect(sarif(log)).to.equal(false);
    log.runs[0].results[0] = { message: { text: "" } };
    expect(sarif(log)).to.equal(false);
    expect(codeQuality([{ description: "x" }])).to.equal(false);
    expect(await junitErrors("<testsuites><testsuite/></testsuites>")).not.to.deep.equal([]);
    expect(await junitErrors(junitReport(ITEMS).replace("</testcase>", "<system-in/></testcase>"))).not.to.deep.equal(
      [],
    );
  });

  it("two findings of one name are one entry for GitLab, which takes each fingerprint once", () => {
    const twice = [ITEMS[5] as ReportItem, ITEMS[5] as ReportItem];
    expect(JSON.parse(gitlabReport(twice))).to.have.length(1);
  });

  it("GitHub: ten annotations of a kind, none over 64 KB, a summary under 1 MiB", () => {
    const long = (ITEMS.filter(({ outcome }) => outcome === "failed") as ReportItem[]).flatMap((item, at) =>
      Array.from({ length: 2 }, (_, n) => ({
        ...item,
        message: `${at} ${n} ${"<ü|`".repeat(20_000)}`,
        name: "n%".repeat(20_000),
      })),
    );
    const told = annotatedOf([], [], long);
    const lines = annotations(told);
    for (const kind of ["error", "warning"])
      expect(lines.filter((line) => line.startsWith(`::${kind} `))).to.have.length(10);
    for (const line of lines) {
      expect(line).not.to.match(/[\r\n]/);
      expect(Buffer.byteLength(line)).to.be.below(64 * 1024);
    }
    expect(Buffer.byteLength(stepSummary([], told))).to.be.below(1024 * 1024);
  });
});
