// What the embedded database assumes (temporal-dev/ferretdb/patches.json): some fields contain a single value, so that their indexes are
// used, and some contain dates, so that it sorts by them.
import { expect } from "chai";
import type { Models } from "../../models/index.ts";
import { openDatabase } from "../support/database.ts";

/** The same pattern as in the patches. */
const PLAIN = /^([^.]+Id|type|status|branch|commitSha|outbox|startOutbox|prNumber|assignee)$/;
const DATES = /^(createdAt|at)$/;

describe("fields that the embedded database takes for plain", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  before(async () => {
    database = await openDatabase();
    models = database.models;
  });
  after(() => database.drop());

  it("hold one value, in every model", () => {
    const fields = Object.entries(models).flatMap(([name, { schema }]) =>
      Object.values(schema.paths)
        .filter(({ path }) => PLAIN.test(path))
        .map(({ path, instance }) => ({ field: `${name}.${path}`, instance })),
    );
    expect(fields.length).to.be.above(50);
    expect(fields.filter(({ instance }) => !["String", "Number", "ObjectId"].includes(instance))).to.deep.equal([]);
  });

  it("hold dates where documents are sorted by them, in every model", () => {
    const fields = Object.entries(models).flatMap(([name, { schema }]) =>
      Object.values(schema.paths)
        .filter(({ path }) => DATES.test(path))
        .map(({ path, instance, isRequired }) => ({ field: `${name}.${path}`, instance, isRequired })),
    );
    expect(fields.length).to.be.above(10);
    expect(fields.filter(({ instance, isRequired }) => instance !== "Date" || !isRequired)).to.deep.equal([]);
  });

  it("are never missing where null is looked for by an index", () => {
    expect(models.runs.schema.path("branch").options.default).to.equal(null);
  });

  it("come in the order of their dates, up to a limit, with the fields that were asked for", async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 10, minute));
    const run = (id: string, minute: number, more: object) => ({
      prNumber: minute,
      commitSha: `${minute}`.padStart(40, "c"),
      _id: id,
      projectId: "prj_sorted",
      type: "vrt-test",
      status: "completed",
      branch: "main",
      createdAt: at(minute),
      summary: { total: minute },
      extra: { large: "x".repeat(1_000) },
      ...more,
    });
    await models.runs.collection.insertMany([
      run("run_b", 2, {}),
      run("run_a", 2, { branch: null }),
      run("run_d", 4, { type: "seo-test" }),
      run("run_c", 3, { status: "running" }),
      run("run_e", 1, { projectId: "prj_other" }),
    ] as never[]);
    const ids = async (filter: object, limit = 0, direction: 1 | -1 = -1) =>
      (
        await models.runs
          .find({ projectId: "prj_sorted", ...filter }, { createdAt: 1 })
          .sort({ createdAt: direction, _id: direction })
          .limit(limit)
          .lean()
      ).map(({ _id }) => _id);
    expect(await ids({})).to.deep.equal(["run_d", "run_c", "run_b", "run_a"]);
    expect(await ids({}, 0, 1)).to.deep.equal(["run_a", "run_b", "run_c", "run_d"]);
    expect(await ids({ type: "vrt-test" }, 2)).to.deep.equal(["run_c", "run_b"]);
    expect(await ids({ branch: null })).to.deep.equal(["run_a"]);
    expect(await ids({ type: "vrt-test", branch: null, status: "completed" })).to.deep.equal(["run_a"]);
    expect(await ids({ prNumber: 2 })).to.deep.equal(["run_b", "run_a"]);
    expect(await ids({ prNumber: 7 })).to.deep.equal([]);
    expect(await ids({ commitSha: "3".padStart(40, "c") })).to.deep.equal(["run_c"]);
    expect(await ids({ status: "completed" }, 1)).to.deep.equal(["run_d"]);
    expect(await ids({ createdAt: { $gt: at(2), $lte: at(4) } })).to.deep.equal(["run_d", "run_c"]);
    expect(await ids({ createdAt: { $gte: at(2), $lt: at(4) } })).to.deep.equal(["run_c", "run_b", "run_a"]);
    expect(await ids({ _id: { $in: ["run_a", "run_d", "run_none"] } })).to.deep.equal(["run_d", "run_a"]);
    expect(await ids({ _id: { $in: [] } })).to.deep.equal([]);
    expect(await ids({ $or: [{ branch: null }, { type: "seo-test" }] })).to.deep.equal(["run_d", "run_a"]);
    expect(await ids({ "summary.total": 3 })).to.deep.equal(["run_c"]);
    const first = { projectId: "prj_sorted", branch: null };
    expect(await models.runs.findOne(first, { "summary.total": 1, _id: 0 }).lean()).to.deep.equal({
      summary: { total: 2 },
    });
    const without = await models.runs.findOne(first, { extra: 0, summary: 0, prNumber: 0, commitSha: 0 }).lean();
    expect(without).to.have.all.keys("_id", "projectId", "type", "status", "branch", "createdAt");
    expect(await models.runs.countDocuments({ projectId: "prj_sorted", status: "completed" })).to.equal(3);
    expect(await models.runs.countDocuments({ projectId: "prj_sorted", "summary.total": { $gt: 2 } })).to.equal(2);
    expect(await models.runs.countDocuments({ projectId: "prj_sorted", "summary.total": 2 })).to.equal(2);
    expect(await models.runs.countDocuments({ projectId: "prj_sorted", branch: null, prNumber: 2 })).to.equal(1);
    expect(await models.runs.countDocuments({ projectId: "prj_sorted", projectSlug: "none" })).to.equal(0);
    expect(await models.runs.countDocuments({ projectId: "prj_sorted", parentRunId: null })).to.equal(4);
    expect(await models.runs.countDocuments({ projectId: "prj_sorted", createdAt: { $gt: at(2) } })).to.equal(2);
    expect(await models.runs.countDocuments({ type: "vrt-test", status: "none" as never })).to.equal(0);
  });

  it("find their documents, among others of the same and of other values", async () => {
    const address = (jobId: string, url: string) => ({ _id: `${jobId} ${url}`, jobId, url, state: "page" });
    await models.crawlAddresses.collection.insertMany(
      ["job_1", "job_2"].flatMap((jobId) => ["/", "/a"].map((url) => address(jobId, url))) as never[],
    );
    const found = async (filter: object) =>
      (await models.crawlAddresses.find(filter, { _id: 1 }).lean()).map(({ _id }) => String(_id)).sort();
    expect(await found({ jobId: "job_2" })).to.deep.equal(["job_2 /", "job_2 /a"]);
    expect(await found({ jobId: "job_2", url: "/a" })).to.deep.equal(["job_2 /a"]);
    expect(await found({ jobId: "job_3" })).to.deep.equal([]);
  });
});
