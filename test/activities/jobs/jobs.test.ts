// The projection of a job, and the job that proposes scenarios.
import { expect } from "chai";
import type { CommonDeps } from "../../../activities/commonDeps.ts";
import { createJobProjectionActivities } from "../../../activities/jobs/jobProjection.ts";
import { createProposeActivities } from "../../../activities/jobs/proposeScenarios.ts";
import type { ProposalsResult } from "../../../domain/crawl/propose.ts";
import { crawlAddressIdOf } from "../../../models/crawlAddresses/schema.ts";
import type { Models } from "../../../models/index.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import { withActivity } from "../../support/activity.ts";
import { openDatabase } from "../../support/database.ts";

const AT = new Date("2026-03-10T12:00:00Z");
const SHOP = "https://shop.example";

describe("the activities of jobs", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let deps: CommonDeps;
  const logged: unknown[] = [];
  before(async () => {
    database = await openDatabase();
    models = database.models;
    deps = {
      models,
      now: () => AT,
      log: (_level: string, message: string, fields: unknown) => void logged.push([message, fields]),
    } as unknown as CommonDeps;
  });
  after(() => database.drop());

  const addJob = async (_id: string, patch: Partial<Job> = {}) => {
    await models.jobs.create({
      _id,
      orgId: "org_a",
      projectId: "prj_shop",
      projectSlug: "shop",
      kind: "crawl_site",
      status: "queued",
      lock: `lock of ${_id}`,
      baseUrl: SHOP,
      input: {},
      requestedBy: "test",
      createdAt: new Date(+AT - 5_000),
      seq: 0,
      progress: { done: 0, total: 0, phase: "queued" },
      ...patch,
    });
    return _id;
  };
  const read = async (id: string) => (await models.jobs.findById(id).lean()) as Job;

  it("of a job's progress set it running, and take no older write", async () => {
    const jobId = await addJob("job_progress");
    const { writeJobProgress } = createJobProjectionActivities(deps);
    const progress = { done: 3, total: 9, phase: "crawling" };
    const write = (seq: number, done: number) =>
      withActivity(() => writeJobProgress({ jobId, executionId: "e", seq, progress: { ...progress, done } }));
    expect([await write(2, 3), await write(1, 1)]).to.deep.equal([true, false]);
    expect(await read(jobId)).to.deep.include({ status: "running", progress, seq: 2, lock: "lock of job_progress" });
  });

  const failures = [
    [{ cancelled: true }, "ada", { status: "cancelled", error: "cancelled by ada" }],
    [{ cancelled: true }, null, { status: "cancelled", error: "cancelled by an operator in Temporal" }],
    [{ cancelled: false, message: "x".repeat(2_000) }, null, { status: "failed", error: "x".repeat(1_000) }],
  ] as const;
  for (const [index, [failure, cancelledBy, end]] of failures.entries())
    it(`end a job as ${end.status}: ${end.error.slice(0, 40)}, and give its lock up`, async () => {
      const jobId = await addJob(`job_end_${index}`, { cancelledBy });
      const { failJob } = createJobProjectionActivities(deps);
      await withActivity(() => failJob({ jobId, executionId: "e", seq: 1, failure }));
      expect(await read(jobId)).to.deep.include({ ...end, lock: jobId, finishedAt: AT });
      const told = { jobId, kind: "crawl_site", status: end.status, durationMs: 5_000 };
      expect(logged.at(-1)).to.deep.equal(["job ended", told]);
    });

  describe("that propose scenarios", () => {
    const propose = (jobId: string) =>
      withActivity(() => createProposeActivities(deps).proposeScenarios({ jobId, executionId: "e", seq: 1 }));
    const refusal = (jobId: string) =>
      propose(jobId).then(
        () => "nothing",
        (error: Error) => error.message,
      );

    it("need a job of their kind and a crawl", async () => {
      const wrong = await addJob("job_wrong");
      expect(await refusal(wrong)).to.match(/proposes no scenarios/);
      const early = await addJob("job_early", { kind: "generate_scenarios", input: { most: 5 } });
      expect(await refusal(early)).to.match(/^The project has no completed crawl/);
    });

    it("leave out what scenarios cover, and end the job with the rest", async () => {
      const groups = ["/", "/products/{n}", "/help"].map((group, index) => ({
        group,
        pages: [1, 12, 2][index],
        example: `${SHOP}/${["", "products/1", "help"][index]}`,
        title: group,
      }));
      const crawl = await addJob("job_crawl", {
        status: "completed",
        finishedAt: AT,
        result: { startUrl: `${SHOP}/`, groups },
      });
      for (const [url, group] of [
        [`${SHOP}/`, "/"],
        [`${SHOP}/help`, "/help"],
      ] as const)
        await models.crawlAddresses.create({
          _id: crawlAddressIdOf(crawl, url),
          jobId: crawl,
          projectId: "prj_shop",
          url,
          key: new URL(url).pathname,
          depth: 1,
          weight: 1,
          state: "page",
          title: group,
          group,
        });
      await models.scenarios.create({
        _id: "scn_1",
        projectId: "prj_shop",
        label: "Help",
        url: "/help",
        createdAt: AT,
      });
      const jobId = await addJob("job_propose", { kind: "generate_scenarios", input: { most: 5 } });
      await propose(jobId);
      const job = await read(jobId);
      expect(job).to.deep.include({ status: "completed", progress: { phase: "completed", done: 3, total: 3 } });
      const result = job.result as ProposalsResult;
      expect(result).to.include({ crawlJobId: crawl, crawledAt: AT.toISOString(), alreadyCovered: 1, leftOut: 0 });
      expect(result.proposals.map(({ group }) => group)).to.deep.equal(["/", "/products/{n}"]);
    });
  });
});
