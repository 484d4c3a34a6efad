import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { ClientError } from "../../../cli/client/exit.ts";
import { outcomeOf } from "../../../cli/client/outcome.ts";
import type { RunStatus } from "../../../cli/client/runs.ts";
import type { Service } from "../../../cli/client/service.ts";
import { annotatedOf } from "../../../cli/reports/annotations.ts";
import { annotations, stepSummary } from "../../../cli/reports/github.ts";
import { gitlabReport } from "../../../cli/reports/gitlab.ts";
import { writeReports } from "../../../cli/reports/index.ts";
import { type ReportItem, readItems, withoutResult } from "../../../cli/reports/items.ts";
import { junitReport } from "../../../cli/reports/junit.ts";
import { fileOf, sarifReport } from "../../../cli/reports/sarif.ts";

const item = (patch: Partial<ReportItem>): ReportItem => ({
  runId: "run_1",
  run: "Security",
  rule: "csp-missing",
  name: "/shop",
  outcome: "failed",
  severity: "serious",
  message: "The page has no policy.",
  help: "Send one.",
  page: "https://shop.test/shop?a=1",
  fingerprint: "f",
  fault: null,
  isNew: true,
  ...patch,
});
const HOSTILE = '</failure><x a="1">&\u0000\u001b[31m]]> ::error::x\n| a | `b` <script>';

describe("reports for CI", () => {
  it("JUnit: failures, errors and passes by run, whatever a page's text holds", () => {
    const text = junitReport([
      item({ message: HOSTILE, name: HOSTILE }),
      item({ run: "Visual test", runId: "run_2", rule: "visual", name: "Home (phone, chromium)", outcome: "error" }),
      item({ run: "Visual test", runId: "run_2", rule: "visual", name: "Cart (phone, chromium)", outcome: "passed" }),
      item({
        run: "Visual test",
        runId: "run_2",
        rule: "visual",
        outcome: "passed",
        remark: `By ann in #41 ${HOSTILE}`,
      }),
    ]);
    expect(text).to.match(/<system-out>By ann in #41 &#60;\/failure&#62;/);
    expect(text).to.contain('<testsuites name="Plumbline" tests="4" failures="1" errors="1" skipped="0">');
    expect(text).to.contain('<testcase name="Cart (phone, chromium)" classname="Visual test"/>');
    expect(text).to.contain("&#60;/failure&#62;&#60;x a=&#34;1&#34;&#62;&#38;");
    expect(text.match(/<failure /g)).to.have.length(1);
    expect(text).not.to.include("\u0000");
    expect(text).not.to.include("\u001b");
  });

  it("say of a pass whose decisions it rests on: of an approval, and where two sides meet", async () => {
    const place = { scenarioLabel: "Home", url: "https://shop.test/", selector: null, browser: "chromium" };
    const shot = (viewport: string, code: string, data?: object) => ({
      ...place,
      viewport,
      shotId: viewport,
      status: "passed",
      reasons: [{ code, message: `By ${code}.`, data }],
    });
    const by = { by: "ann", branch: "feature" };
    const results = [shot("a", "approved_on_branch", by), shot("b", "merged", by), shot("c", "equal")];
    const service = { get: () => Promise.resolve({ results, nextCursor: null }) } as unknown as Service;
    const run: RunStatus = {
      runId: "run_1",
      projectId: "prj_1",
      type: "vrt-test",
      status: "completed",
      error: null,
      perfBudgetResult: null,
      summary: { total: 3, passed: 3, failed: 0 },
    };
    const ended = [{ run, title: "Visual test", outcome: outcomeOf(run) }];
    const items = await readItems(service, ended, String);
    expect(items.map(({ remark }) => remark)).to.deep.equal(["By approved_on_branch.", "By merged.", undefined]);
  });

  it("JUnit: a run that did not complete is an error, not a report without failures", () => {
    const run = (runId: string, status: string) => {
      const of = { runId, projectId: "prj_1", type: "vrt-test", status, error: "The worker was lost.", summary: null };
      const whole = { ...of, perfBudgetResult: null } as unknown as RunStatus;
      return { run: whole, title: "Visual test", outcome: outcomeOf(whole) };
    };
    const ended = [run("run_lost", "failed"), run("run_open", "running"), run("run_said", "failed")];
    const found = [item({ runId: "run_said" })];
    const items = withoutResult(ended, found);
    expect(items.map(({ runId, message }) => [runId, message])).to.deep.equal([
      ["run_lost", "The worker was lost."],
      ["run_open", "The run has not ended yet."],
    ]);
    expect(junitReport(items)).to.include('tests="2" failures="0" errors="2"');
  });

  it("one that cannot be written leaves the others", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "plumbline-reports-"));
    try {
      const at = (name: string) => path.join(folder, name);
      const run = {
        runId: "run_1",
        projectId: "prj_1",
        type: "vrt-test",
        status: "completed",
        summary: null,
        error: null,
      };
      const ended = [{ run, title: "Visual test", outcome: { word: "failed", exit: 1, reasons: [] } }];
      const service = {
        get: async () => ({ results: [], nextCursor: null }),
        bytes: async () => {
          throw new ClientError(2, "http_404", "The run has no report.");
        },
        post: async (path: string, { body }: { body: object }) => ({ message: JSON.stringify({ path, ...body }) }),
      };
      const notes: string[] = [];
      await writeReports({
        service: service as unknown as Service,
        options: { junit: folder, sarif: at("a.sarif"), html: at("a.html"), github: true },
        ended: ended as never,
        problems: [],
        environment: "staging",
        facts: { prNumber: 7 },
        env: { GITHUB_STEP_SUMMARY: at("summary.md") },
        note: (text) => notes.push(text),
      });
      const comment = { path: "/api/ci/comment", project: "prj_1", environment: "staging", prNumber: 7 };
      expect(notes.map((text) => JSON.parse(text))).to.deep.equal([comment]);
      expect(await readdir(folder)).to.have.members(["a.sarif", "summary.md"]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("SARIF: rules once, results with a file and a fingerprint that stays", () => {
    const log = JSON.parse(sarifReport([item({}), item({ page: "https://shop.test/", outcome: "warning" })], "1.0.0"));
    const [{ tool, results }] = log.runs;
    expect(tool.driver.rules.map((rule: { id: string }) => rule.id)).to.deep.equal(["security/csp-missing"]);
    expect(tool.driver.rules[0].properties["security-severity"]).to.equal("7.5");
    expect(results.map((one: { level: string }) => one.level)).to.deep.equal(["error", "note"]);
    expect(results[0]).to.deep.include({ ruleIndex: 0, baselineState: "new" });
    expect(results[0].locations[0].physicalLocation.artifactLocation.uri).to.equal("shop%3Fa=1");
  });

  it("SARIF: a fault that several pages share is at each of them", () => {
    const pages = ["https://shop.test/", "https://shop.test/cart", "https://shop.test/cart"];
    const [{ results }] = JSON.parse(sarifReport([item({ pages })], "1.0.0")).runs;
    const files = results[0].locations.map(
      (one: { physicalLocation: { artifactLocation: { uri: string } } }) => one.physicalLocation.artifactLocation.uri,
    );
    expect(files).to.deep.equal(["index.html", "cart"]);
  });

  it("SARIF: a rule is named by what is wrong, and by its id where it has no words for that", () => {
    const named = (fault: string | null) =>
      JSON.parse(sarifReport([item({ fault })], "1.0.0")).runs[0].tool.driver.rules[0].shortDescription.text;
    expect(named("Content Security Policy is weak")).to.equal("Security: Content Security Policy is weak");
    expect(named(null)).to.equal("Security: csp-missing");
  });

  it("have scenarios of functional runs, and leave out what passed where there is too much", async () => {
    const scenario = (name: string, status: string, failure: object | null = null) => ({
      featureId: "basket",
      featureName: "Basket",
      scenarioId: name,
      name,
      browser: "chromium",
      viewport: "desktop",
      status,
      failure,
      message: null,
      pages: ["https://shop.test/cart"],
    });
    const failure = { headline: "No element was found.", advice: "Check the name." };
    const scenarios = [
      scenario("Empty", "passed"),
      scenario("Pays", "failed", failure),
      scenario("Gift", "undefined"),
      scenario("Full", "passed"),
    ];
    const service = { get: () => Promise.resolve({ scenarios, nextCursor: null }) } as unknown as Service;
    const run = { runId: "run_f", type: "functional", status: "completed" } as unknown as RunStatus;
    const ended = [{ run, title: "Functional test" }] as unknown as Parameters<typeof readItems>[1];
    const items = await readItems(service, ended, String);
    expect(items.map(({ outcome }) => outcome)).to.deep.equal(["passed", "failed", "error", "passed"]);
    expect(items[1]).to.include({
      rule: "functional",
      name: "Basket: Pays (desktop, chromium)",
      message: "No element was found.",
      help: "Check the name.",
    });
    const notes: string[] = [];
    const few = await readItems(service, ended, String, (text) => notes.push(text), 3);
    expect(few.map(({ outcome }) => outcome)).to.deep.equal(["passed", "failed", "error"]);
    expect(notes).to.have.length(1);
  });

  it("findings bring their fault; those of an earlier service have none", async () => {
    const finding = { rule: "h1", severity: "minor", outcome: "failed", page: "https://shop.test/", target: "" };
    const findings = [{ ...finding, fault: "Heading is empty" }, finding];
    const service = { get: () => Promise.resolve({ findings, nextCursor: null }) } as unknown as Service;
    const run: RunStatus = {
      runId: "run_1",
      projectId: "prj_1",
      type: "seo-test",
      status: "completed",
      error: null,
      perfBudgetResult: null,
      summary: null,
    };
    const items = await readItems(service, [{ run, title: "SEO", outcome: outcomeOf(run) }], String);
    expect(items.map(({ fault }) => fault)).to.deep.equal(["Heading is empty", null]);
  });

  for (const [page, file] of [
    ["https://shop.test/", "index.html"],
    ["https://shop.test/a/b?c=d#e", "a/b%3Fc=d"],
    ["https://shop.test/a/?x=/y/", "a/index.html%3Fx=/y/"],
    ["https://shop.test/?page=2", "index.html%3Fpage=2"],
  ] as const)
    it(`a page stands for a file: ${page}`, () => {
      expect(fileOf(page)).to.equal(file);
    });

  it("GitLab: an entry for each fault, each with its own fingerprint", () => {
    const list = JSON.parse(gitlabReport([item({}), item({ rule: "hsts" }), item({ outcome: "passed" })]));
    expect(list.map((one: { severity: string }) => one.severity)).to.deep.equal(["critical", "critical"]);
    expect(new Set(list.map((one: { fingerprint: string }) => one.fingerprint))).to.have.property("size", 2);
  });

  it("GitHub: at most ten of a kind, new and grave ones first, on a line each", () => {
    const many = Array.from({ length: 30 }, (_, n) => item({ isNew: n === 29, message: `${n} ${HOSTILE}` }));
    const told = annotatedOf([], [], [...many, item({ severity: "minor" }), item({ outcome: "passed" })]);
    const lines = annotations(told);
    expect(lines).to.have.length(11);
    expect(lines[0]).to.match(/^::error title=Security::29 /);
    expect(lines.filter((line) => line.startsWith("::warning"))).to.have.length(1);
    expect(lines.join("")).not.to.include("\n");
  });

  it("GitHub: one price on eight screenshots is one annotation, with the page that decides", () => {
    const url = "https://quality.test/p/shop/visual/run_1";
    const summary = { total: 8, passed: 0, failed: 8 };
    const run = { runId: "run_1", type: "vrt-test", status: "completed", summary } as RunStatus;
    const ended = [{ run, title: "Visual test", outcome: outcomeOf(run) }];
    const eight = Array.from({ length: 8 }, (_, n) => item({ rule: "visual", name: `Page ${n}`, message: "Differs." }));
    const title = "Price of Oak stool: € 129.00 → € 0.00";
    const problems = [{ title, where: "Product and 7 more", severity: "serious" as const }];
    const listed = { runId: "run_1", url, against: true, approvable: true, problems, total: 1 };
    const told = annotatedOf(ended, [listed], eight);
    expect(annotations(told)).to.deep.equal([`::error title=Visual test::${title} (Product and 7 more)%0A${url}`]);
    expect(stepSummary(ended, told, new Map([["run_1", url]]))).to.contain(`[run_1](<${url}>)`);
    // An earlier version of the service lists no problems.
    expect(annotations(annotatedOf(ended, [], eight))).to.deep.equal([
      "::error title=Security::Differs. (Page 0 and 7 more)",
    ]);
    expect(junitReport(eight, new Map([["run_1", url]]))).to.contain(`${url}</failure>`);
  });

  it("GitHub: the summary holds no Markdown of a page's", () => {
    const summary = stepSummary([], annotatedOf([], [], [item({ message: HOSTILE })]));
    expect(summary).not.to.match(/<script>|`b`/);
    expect(summary.split("\n").filter((line) => line.startsWith("| Security"))).to.have.length(1);
  });
});
