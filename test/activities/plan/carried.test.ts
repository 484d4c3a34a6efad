// A rerun of failures takes over what passed before, omits by name what no longer exists, and needs nothing from a deleted run.
import { expect } from "chai";
import type { AuditDeps } from "../../../activities/deps.ts";
import { isSameTest } from "../../../activities/functional/carriedScenarios.ts";
import { joinPages, samePages } from "../../../activities/plan/carriedPages.ts";
import { joinShots } from "../../../activities/plan/carriedShots.ts";
import { shotIdOf } from "../../../domain/shotIds.ts";
import type { AuditPageRow } from "../../../models/auditPages/queries.ts";
import type { AuditPageRecord } from "../../../models/auditPages/schema.ts";
import type { Models } from "../../../models/index.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { shotsOf } from "../../../models/shots/queries.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { addShot } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

const rerunOf = (runId: string, patch: { all?: true } = {}) =>
  ({ _id: "run_new", type: "vrt-test", rerun: { runs: { "vrt-test": { runId, ...patch } } } }) as unknown as Run;

describe("screenshots of a run of what failed", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let planned: Shot[];
  const join = (run: Run, shots: readonly Shot[]) => joinShots({ models } as AuditDeps, run, shots);
  before(async () => {
    database = await openDatabase();
    models = database.models;
    for (const [index, status] of (["passed", "failed", "approved", "error"] as const).entries())
      await addShot(models, "run_old", index, { scenarioId: `scn_${index}`, scenarioLabel: `Page ${index}`, status });
    const old = await shotsOf(models, { runId: "run_old" });
    planned = old.map((shot) => ({ ...shot, runId: "run_new", status: "pending" }));
  });
  after(() => database.drop());

  it("are captured where they failed or have no result, and taken over where they passed or were approved", async () => {
    const { shots, again, dropped } = await join(rerunOf("run_old"), planned);
    expect(shots.map(({ status }) => status)).to.deep.equal(["passed", "pending", "approved", "pending"]);
    expect(shots.map(({ carriedFrom }) => carriedFrom)).to.deep.equal(["run_old", undefined, "run_old", undefined]);
    expect(shots.every(({ _id, runId, index }) => runId === "run_new" && _id === shotIdOf("run_new", index))).to.equal(
      true,
    );
    expect(again).to.equal(2);
    expect(dropped).to.equal(null);
  });

  it("keep the run that has their result over two such runs", async () => {
    const first = await join(rerunOf("run_old"), planned);
    await models.shots.insertMany(
      first.shots.map((one) => ({ ...one, status: one.status === "pending" ? "passed" : one.status })),
    );
    const second = await join(rerunOf("run_new"), planned);
    expect(second.shots.map(({ carriedFrom }) => carriedFrom)).to.deep.equal([
      "run_old",
      "run_new",
      "run_old",
      "run_new",
    ]);
  });

  it("are left out by name where their scenario is gone, and where the earlier run did not have them", async () => {
    const extra = { ...(planned[0] as Shot), scenarioId: "scn_fresh" };
    const { shots, dropped } = await join(rerunOf("run_old"), [...planned.slice(0, 3), extra]);
    expect(shots).to.have.length(3);
    expect(dropped).to.include('"Page 3"').and.to.include("run_old");
  });

  it("are captured where their scenario, or what they are compared with, is another", async () => {
    const [first, , approved] = planned as [Shot, Shot, Shot];
    const preview = {
      environmentId: "p",
      baseUrl: "https://p.example",
      standsFor: "https://shop.example",
      accessOf: null,
    };
    const url = "https://shop.example/";
    await models.shots.updateMany({ runId: "run_old" }, { $set: { "spec.url": url } });
    const againOf = async (shot: Shot) => (await join(rerunOf("run_old"), [shot])).again;
    const at = (patch: object) => ({ ...first, spec: { ...first.spec, url, ...patch } }) as Shot;
    expect(await againOf(at({}))).to.equal(0);
    expect(await againOf(at({ preview, url: "https://p.example/" }))).to.equal(0);
    expect(await againOf(at({ delay: 500 }))).to.equal(1);
    expect(await againOf({ ...at({}), baselineVersionId: "ver_2" })).to.equal(1);
    const review = { decision: "approved", note: null, by: "Ada", at: new Date(), versionId: "ver_2" };
    await models.shots.updateMany({ runId: "run_old", status: "approved" }, { $set: { review } });
    const seen = { ...approved, spec: { ...approved.spec, url } };
    expect(await againOf({ ...seen, baselineVersionId: "ver_2" })).to.equal(0);
    expect(await againOf({ ...seen, baselineVersionId: "ver_3" })).to.equal(1);
    await models.shots.updateMany({ runId: "run_old" }, { $set: { spec: {}, review: null } });
  });

  it("are all captured where a later run failed before it was planned", async () => {
    expect((await join(rerunOf("run_old", { all: true }), planned)).again).to.equal(4);
  });

  it("are all captured where the earlier run is gone", async () => {
    const { shots, again } = await join(rerunOf("run_gone"), planned);
    expect(again).to.equal(4);
    expect(shots.every(({ carriedFrom }) => carriedFrom === undefined)).to.equal(true);
  });
});

describe("scenarios of a run of what failed", () => {
  const tested = (line: number, text: string, links = "[]") => ({
    plan: JSON.stringify({ id: "pays", steps: [{ index: 0, text, place: { line, column: 1 } }] }),
    links,
  });
  it("are taken over where their steps and linked events are the same, wherever they are in the text", () => {
    expect(isSameTest(tested(9, "I pay"), tested(4, "I pay"))).to.equal(true);
    expect(isSameTest(tested(4, "I pay twice"), tested(4, "I pay"))).to.equal(false);
    expect(isSameTest(tested(4, "I pay", "[1]"), tested(4, "I pay"))).to.equal(false);
  });
});

const OLD_SITE = "https://old.example";

describe("pages of an audit of what failed", () => {
  const page = (key: string, status: AuditPageRecord["status"]) =>
    ({
      key,
      status,
      runId: "run_old",
      gatheredId: `kept ${key}`,
      code: null,
      reason: null,
      attempts: 1,
    }) as AuditPageRow;
  const planned = ["/", "/cart", "/new"].map((key) => ({ key, runId: "run_new", status: "pending", gatheredId: null }));
  const deps = { artifacts: { has: async (id: string) => id !== "kept /lost" } } as unknown as AuditDeps;
  const join = (pages: AuditPageRow[], patch: { all?: boolean; moved?: boolean; siteFailed?: boolean } = {}) =>
    joinPages(
      deps,
      { runId: "run_old", all: false, baseUrl: OLD_SITE, moved: false, siteFailed: false, pages, ...patch },
      planned as unknown as AuditPageRecord[],
    );
  const carried = async (...args: Parameters<typeof join>) =>
    (await join(...args)).records.map(({ carriedFrom }) => carriedFrom !== undefined);

  it("are judged again from what they gave where they passed, and visited where they did not", async () => {
    expect(await carried([page("/", "passed"), page("/cart", "failed")])).to.deep.equal([true, false]);
    expect(await carried([page("/", "passed"), page("/cart", "not_measured")])).to.deep.equal([true, false]);
  });
  it("are all visited where no single one failed, as of a budget over all of them", async () => {
    expect(await carried([page("/", "passed"), page("/cart", "passed")])).to.deep.equal([false, false]);
  });
  it("are all visited where a later run failed before it was planned", async () => {
    expect(await carried([page("/", "passed"), page("/cart", "failed")], { all: true })).to.deep.equal([false, false]);
  });
  it("are all taken over where the site alone failed", async () => {
    expect(await carried([page("/", "passed"), page("/cart", "passed")], { siteFailed: true })).to.deep.equal([
      true,
      true,
    ]);
  });
  it("are all visited at another address, which the run says", async () => {
    const { records, warnings } = await join([page("/", "passed"), page("/cart", "failed")], { moved: true });
    expect(records.every(({ gatheredId }) => gatheredId === null)).to.equal(true);
    expect(warnings.join(" ")).to.include("another address");
  });
  it("of a crawl are visited at the new address, but for those of other sites", () => {
    const urls = [`${OLD_SITE}/cart?x=1`, "https://other.example/"];
    const pages = urls.map((url) => ({ ...page("/", "passed"), url, scenarioIds: [], scenarioLabels: [] }));
    const before = { runId: "run_old", all: false, baseUrl: OLD_SITE, moved: true, siteFailed: false, pages };
    expect(samePages(before, { baseUrl: "https://new.example" }).map(({ url }) => url)).to.deep.equal([
      "https://new.example/cart?x=1",
      "https://other.example/",
    ]);
  });
  it("are visited where what they gave is lost", async () => {
    const before = [{ ...page("/", "passed"), gatheredId: "kept /lost" } as AuditPageRow, page("/cart", "failed")];
    expect(await carried(before)).to.deep.equal([false, false]);
  });
});
