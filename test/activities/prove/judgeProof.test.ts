import { expect } from "chai";
import type { ProveDeps } from "../../../activities/prove/deps.ts";
import { finishProof } from "../../../activities/prove/finishProof.ts";
import { judgeProof } from "../../../activities/prove/judgeProof.ts";
import { readConfig } from "../../../domain/config.ts";
import type { Matched } from "../../../domain/proof/record.ts";
import type { Ticket } from "../../../domain/proof/ticket.ts";
import { keepProofPart } from "../../../models/jobs/proofs.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";

const TICKET: Ticket = { key: "SHOP-1", title: "Basket", description: "It is counted.", source: "args", url: null };
const MATCHED: Matched = {
  scenario: null,
  event: null,
  candidates: { scenarios: [], events: [] },
  missing: [],
  linked: false,
  reused: null,
  notReused: null,
  warnings: [],
  refused: [{ code: "no_scenario", message: "No scenario does what the ticket says." }],
};

describe("the judgement of a proof", () => {
  let world: ActivityWorld;
  beforeEach(async () => {
    world = await openActivityWorld();
    const { models, now } = world.deps;
    await models.jobs.create({
      _id: "job_1",
      kind: "tracking_prove_issue_ticket",
      orgId: "org_a",
      projectId: "prj_shop",
      projectSlug: "shop",
      baseUrl: "https://shop.example",
      environmentId: null,
      status: "running",
      input: {},
      requestedBy: "test",
      createdAt: now(),
      lock: "job_1",
      seq: 0,
      progress: { done: 0, total: 0, phase: "judging" },
    });
    await keepProofPart(models, "job_1", "ticket", TICKET);
    await keepProofPart(models, "job_1", "matched", MATCHED);
  });
  afterEach(() => world.close());

  /** A worker whose clock differs, so its result would differ as well. */
  const worker = (minute: number) =>
    ({ ...world.deps, now: () => new Date(Date.UTC(2026, 2, 10, 12, minute)) }) as unknown as ProveDeps;

  it("stands as it was first written, for workers that judge at once and for one that comes after a kill", async () => {
    const atOnce = await Promise.all([1, 2, 3, 4].map((minute) => judgeProof(worker(minute), "job_1")));
    const later = await judgeProof(worker(30), "job_1");
    for (const record of [...atOnce, later]) expect(record).to.deep.equal(atOnce[0]);
    expect(later).to.deep.include({ proofVerdict: "failed", ticket: TICKET });
    expect(later.outcome.reasons.map(({ code }) => code)).to.deep.equal(["no_scenario"]);
    const job = await world.deps.models.jobs.findById("job_1").lean();
    expect(JSON.parse(String(job?.state?.proof))).to.deep.equal(later);
  });

  it("is not made of a proof that has ended", async () => {
    await world.deps.models.jobs.updateOne({ _id: "job_1" }, { $set: { status: "cancelled" } });
    const refused = await judgeProof(worker(1), "job_1").then(
      () => null,
      (error: Error) => error,
    );
    expect(refused).to.be.instanceOf(Error);
    expect((await world.deps.models.jobs.findById("job_1").lean())?.state).not.to.have.property("proof");
  });

  it("is finished by attempts of one write once, and by no other", async () => {
    await judgeProof(worker(1), "job_1");
    const finish = (seq: number, executionId: string) =>
      finishProof({ ...world.deps, config: readConfig({}) } as unknown as ProveDeps, {
        jobId: "job_1",
        executionId,
        seq,
      }).then(
        () => "done",
        (error: Error) => error.message,
      );
    const read = () => world.deps.models.jobs.findById("job_1").lean();
    expect(await finish(4, "first")).to.equal("done");
    const job = await read();
    expect(job).to.include({ status: "completed", seq: 4 });
    expect(await finish(4, "first")).to.equal("done");
    for (const [seq, executionId] of [
      [5, "first"],
      [4, "second"],
    ] as const)
      expect(await finish(seq, executionId)).to.include("has ended as completed");
    expect(await read()).to.deep.equal(job);
  });
});
