import { expect } from "chai";
import { storeFindings } from "../../../activities/audit/findings.ts";
import { createMergeActivities } from "../../../activities/audit/mergeCauses.ts";
import type { Finding } from "../../../domain/audit/finding.ts";
import { eachFindingPage, sharedFindingsOf } from "../../../models/findings/queries.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";

const finding = (page: number, cause: string, patch: Partial<Finding> = {}): Finding => ({
  fingerprint: `${cause}-${page}`,
  cause,
  pillar: "security",
  rule: "csp",
  severity: "serious",
  outcome: "failed",
  page: `https://shop.example/${page}`,
  target: `a:nth-child(${page + 1})`,
  message: "It is wrong.",
  evidence: { page },
  help: "",
  ...patch,
});

describe("findings of one cause", () => {
  let world: ActivityWorld;
  before(async () => {
    world = await openActivityWorld();
  });
  after(() => world.close());

  const store = async (runId: string, byPage: Finding[][]) => {
    await world.addAuditRun(runId, { pages: "crawl" });
    for (const [index, findings] of byPage.entries()) {
      await world.addPage(runId, index, { status: "failed" });
      await storeFindings(world.deps, { runId, projectId: "prj_shop" }, index, findings);
    }
  };
  const merge = (runId: string) => withActivity(() => createMergeActivities(world.deps).mergeCauses({ runId }));
  const found = (runId: string) =>
    world.models.findings.find({ runId }).sort({ _id: 1 }).lean() as unknown as Promise<FindingRecord[]>;

  it("become one with its pages, the others stay as they are, and doing it again changes nothing", async () => {
    const shared = [0, 1, 2].map((page) => [finding(page, "header")]);
    await store("run_m", [[...shared[0]!, finding(0, "header2", { outcome: "warning" })], ...shared.slice(1), []]);
    // Twice on the same page is not a finding shared by several pages.
    await storeFindings(world.deps, { runId: "run_m", projectId: "prj_shop" }, 3, [
      finding(3, "own"),
      finding(3, "own", { fingerprint: "own-3b" }),
    ]);
    for (const _ of [1, 2]) {
      await merge("run_m");
      const all = await found("run_m");
      expect(all.map(({ fingerprint }) => fingerprint)).to.deep.equal(["header", "header2-0", "own-3", "own-3b"]);
      expect(all[0]).to.deep.include({
        message: "On 3 of 4 pages, such as /0: It is wrong.",
        page: "https://shop.example/0",
        outcome: "failed",
        evidence: { page: 0 },
      });
      expect(all[0]?.pages).to.deep.include({ count: 3, of: 4 });
      expect(all[0]?.pages?.first[2]).to.deep.equal({ page: "https://shop.example/2", target: "a:nth-child(3)" });
    }
    expect([...(await sharedFindingsOf(world.models, "run_m", 2)).keys()]).to.deep.equal(["run_m:header"]);
    expect((await sharedFindingsOf(world.models, "run_m", 3)).size).to.equal(0);
  });

  it("fail if one of their pages fails, although others were still loading", async () => {
    const slow: Partial<Finding> = {
      outcome: "review",
      unsure: true,
      message: "It is wrong. The page was still loading.",
    };
    await store("run_slow", [[finding(0, "title", slow)], [finding(1, "title")]]);
    await merge("run_slow");
    const [one, ...others] = await found("run_slow");
    expect(others).to.have.length(0);
    expect(one).to.include({ outcome: "failed", message: "On 2 of 2 pages, such as /1: It is wrong." });
    expect(one?.unsure).to.equal(undefined);
  });

  it("are merged to the end where a worker was lost between the steps", async () => {
    await store("run_lost", [[finding(0, "header")], [finding(1, "header")]]);
    await merge("run_lost");
    // The deletion of its last part was lost.
    await storeFindings(world.deps, { runId: "run_lost", projectId: "prj_shop" }, 7, [finding(1, "header")]);
    await merge("run_lost");
    const all = await found("run_lost");
    expect(all.map(({ fingerprint }) => fingerprint)).to.deep.equal(["header"]);
    expect(all[0]?.pages?.count).to.equal(2);
  });

  it("keep the pages of very many in parts, each once", async () => {
    await world.addAuditRun("run_many", { pages: "crawl" });
    const many = Array.from({ length: 450 }, (_, page) => ({
      ...finding(page, "header"),
      _id: `run_many:${page}`,
      runId: "run_many",
      projectId: "prj_shop",
      pageIndex: page,
      order: 0,
      isNew: null,
      isNewOnBranch: null,
    }));
    await world.models.findings.insertMany(many);
    await merge("run_many");
    const [only] = await found("run_many");
    expect(only?.pages?.count).to.equal(450);
    const pages: number[] = [];
    await eachFindingPage(world.models, only!, 0, ({ pageIndex }) => pages.push(pageIndex) > 0);
    expect(pages).to.deep.equal(many.map(({ pageIndex }) => pageIndex));
    const parts = await world.models.findingPages.find({ runId: "run_many" }).sort({ from: 1 }).lean();
    expect(parts.map((part) => part.pages.length)).to.deep.equal([200, 200, 50]);
    expect([...(await sharedFindingsOf(world.models, "run_many", 449)).keys()]).to.deep.equal(["run_many:header"]);
  });

  it("leave out what was accepted on its own page", async () => {
    const accepted = { outcome: "accepted", was: "failed" } as const;
    await store("run_acc", [[finding(0, "header", accepted)], [finding(1, "header")], [finding(2, "header")]]);
    await merge("run_acc");
    const all = await found("run_acc");
    expect(all.map(({ fingerprint, outcome }) => `${fingerprint} ${outcome}`)).to.deep.equal([
      "header failed",
      "header-0 accepted",
    ]);
  });
});
