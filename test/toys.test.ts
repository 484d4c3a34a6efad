// A run type or a job kind is one row and a workflow, a pillar its declaration and its words, and a channel its kind and its words: a toy of
// each, added before anything is derived from them, shows up wherever the others do.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { JOB_KINDS } from "../domain/jobs/kinds.ts";
import { WORKFLOW_OF } from "../domain/runTypes.ts";
import * as workflows from "../workflows/index.ts";
import type { ToyReport } from "./support/toys.ts";

const fileOf = (name: string) => fileURLToPath(new URL(`./support/${name}`, import.meta.url));

describe("a declared row", () => {
  it("of each run type and each job kind names a workflow that workers know", () => {
    const named = [...Object.values(WORKFLOW_OF), ...Object.values(JOB_KINDS).map(({ workflow }) => workflow)];
    expect(Object.keys(workflows)).to.include.members(named);
  });
});

describe("a toy that is declared", function () {
  this.timeout(60_000);
  let report: ToyReport;
  before(async () => {
    const preload = new URL("./support/toys.preload.ts", import.meta.url).href;
    const args = ["--disable-warning=ExperimentalWarning", "--import", preload, fileOf("toys.ts")];
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 20_000_000 });
    report = JSON.parse(stdout) as ToyReport;
  });

  /** Returns the places that show callers one word but not the other. */
  const without = (word: string, toy: string, all: ToyReport["lists"] = report.lists) => {
    const lists = all.filter(({ words }) => words.includes(word));
    expect(lists, `lists with ${word}`).not.to.be.empty;
    return lists.filter(({ words }) => !words.includes(toy)).map(({ at }) => at);
  };

  it("is started by its own workflow", () => {
    expect(report.started).to.deep.equal(["toyRun", "toyJob"]);
  });

  it("as a run type has its pillar, its name, its triggers, and counts its shots", () => {
    const { names, ...rest } = report.run;
    expect(names).to.include("Toy test");
    expect(rest).to.deep.equal({ triggers: ["toy", "plaything"], pillar: "visual", shots: "visual" });
  });

  it("as a run type is in every list of types and triggers that callers are told, and has its paths", () => {
    expect(without("vrt-test", "toy-test")).to.deep.equal([]);
    expect(without("analytics", "toy")).to.deep.equal([]);
    expect(without("analytics", "plaything")).to.deep.equal([]);
    expect(report.paths).to.include.members(["/api/tests/toy", "/api/tests/plaything"]);
  });

  it("as a pillar is in every list of pillars and audits that callers are told", () => {
    expect(without("privacy", "game")).to.deep.equal([]);
    expect(without("privacy-test", "game-test")).to.deep.equal([]);
  });

  it("as a pillar is what the coach is asked about", () => {
    expect(report.coach).to.deep.equal({
      topic: "pillar",
      calls: [{ tool: "get_pillar_report", args: { pillar: "game" } }],
    });
  });

  it("as a channel is in every list of kinds that callers are told", () => {
    expect(without("teams", "pager")).to.deep.equal([]);
  });

  it("is in every list of the dashboard and the command line, which hold no words of their own", () => {
    for (const [word, toy] of [
      ["seo", "game"],
      ["SEO", "Game"],
      ["seo-test", "game-test"],
      ["vrt-test", "toy-test"],
      ["test", "toy"],
    ] as const)
      expect(without(word, toy, report.faces), `${word} without ${toy}`).to.deep.equal([]);
    const told = report.faces.filter(({ words }) => ["game", "Game", "game-test"].some((toy) => words.includes(toy)));
    expect(told.map(({ at }) => at)).to.deep.equal(report.faces.map(({ at }) => at));
  });

  it("as a job kind is in every list of kinds that callers are told", () => {
    expect(report.job).to.include("toy_job");
    const kinds = report.lists.filter(({ words }) => Object.keys(JOB_KINDS).every((kind) => words.includes(kind)));
    expect(kinds.map(({ at }) => at)).to.include("get_job_status data/properties/kind");
    const told = kinds.filter(({ words }) => !words.includes("get_job_status"));
    expect(told.filter(({ words }) => !words.includes("toy_job")).map(({ at }) => at)).to.deep.equal([]);
  });
});
