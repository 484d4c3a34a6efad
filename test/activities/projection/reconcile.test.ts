// Runs and jobs that have not ended, compared with their workflows: one table for both.
import { WorkflowNotFoundError } from "@temporalio/client";
import { expect } from "chai";
import type { ReconcileDeps } from "../../../activities/deps.ts";
import { createReconcileActivities } from "../../../activities/projection/reconcile.ts";
import type { WorkKind } from "../../../domain/durable/work.ts";
import type { Models } from "../../../models/index.ts";
import { nameDatabase } from "../../../models/installations/queries.ts";
import { beginRestore } from "../../../models/restores/queries.ts";
import { findWork } from "../../../models/work/queries.ts";
import { addRun } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { openDatabase } from "../../support/database.ts";

const AT = new Date("2026-03-10T12:00:00Z");
const ago = (seconds: number) => new Date(AT.getTime() - seconds * 1_000);

type Stored = { createdAt: Date; cancelledBy?: string; executionId?: string };
type Case = [name: string, workflow: string | null, stored: Stored, run: string, job: string, error: RegExp | null];

const lost: Stored = { createdAt: ago(61) };
const CASES: Case[] = [
  ["works", "RUNNING", lost, "running", "running", null],
  ["asked to stop", "RUNNING", { ...lost, cancelledBy: "ada" }, "running", "running", null],
  ["fresh", null, { createdAt: ago(59) }, "running", "running", null],
  ["lost", null, lost, "started", "started", null],
  ["stopped", null, { ...lost, cancelledBy: "ada" }, "failed", "cancelled", /^cancelled by ada$/],
  ["cancelled", "CANCELLED", lost, "failed", "cancelled", /^cancelled by an operator in Temporal$/],
  ["terminated", "TERMINATED", lost, "failed", "failed", /terminated in Temporal/],
  ["old", null, { createdAt: ago(900) }, "failed", "failed", /^The (run|job) could not be started/],
  ["forgotten", null, { createdAt: ago(900), executionId: "e" }, "failed", "failed", /its workflow was deleted/],
  [
    "restored",
    null,
    { createdAt: ago(5_000), executionId: "e" },
    "failed",
    "failed",
    /^The service was restored from a/,
  ],
];

describe("reconciling", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let answer: { restarted: number; closed: number };
  const workflows = new Map<string, string | Error>();
  const started: string[] = [];
  const cancelled: string[] = [];
  const logged: string[] = [];

  const addJob = (_id: string, { createdAt, cancelledBy = "", executionId = "" }: Stored) =>
    models.jobs.create({
      _id,
      orgId: "org_a",
      projectId: "prj_shop",
      projectSlug: "shop",
      kind: "crawl_site",
      status: "running",
      lock: `lock of ${_id}`,
      baseUrl: "https://shop.example",
      input: {},
      requestedBy: "test",
      createdAt,
      seq: 0,
      progress: { done: 0, total: 0, phase: "queued" },
      cancelledBy: cancelledBy || null,
      executionId: executionId || null,
    });

  before(async () => {
    database = await openDatabase();
    models = database.models;
    await nameDatabase(models, "");
    // The state of a database of 0.1.0 after its migration.
    await models.installations.updateOne({}, { $set: { filled: [1, 2] } });
    // Filling in items that wait for review fails.
    const projects = {
      findOne: (...args: object[]) => {
        if (args.some((filter) => "reviewFilled" in filter)) throw new Error("It cannot be filled in.");
        return Reflect.apply(models.projects.findOne, models.projects, args);
      },
    };
    const deps = {
      models: { ...models, projects },
      now: () => AT,
      log: (_level: string, message: string) => void logged.push(message),
      config: { reconcileAfterMs: 60_000, fixedProblemDays: 365 },
      queues: { orchestration: "o", browser: "b", lab: "l" },
      metrics: { run: () => undefined },
      client: {
        workflow: {
          getHandle: (id: string) => ({
            describe: async () => {
              const name = workflows.get(id);
              if (name instanceof Error) throw name;
              if (!name) throw new WorkflowNotFoundError("no such workflow", id, undefined);
              return { runId: "e", status: { name } };
            },
            cancel: async () => void cancelled.push(id),
          }),
          start: async (type: string, { workflowId, args }: { workflowId: string; args: [{ weight: number }] }) =>
            void started.push(`${workflowId} ${type} ${args[0].weight}`),
        },
      },
    } as unknown as ReconcileDeps;
    for (const [name, workflow, stored] of CASES) {
      await addRun(models, `run_${name}`, { type: "seo-test", status: "running", seq: 0, ...stored });
      await addJob(`job_${name}`, stored);
      if (workflow) for (const kind of ["run", "job"]) workflows.set(`${kind}-${kind}_${name}`, workflow);
    }
    // The first in id order: the ones after it are processed nevertheless.
    await addRun(models, "run_a_trouble", { status: "running", seq: 0, ...lost });
    workflows.set("run-run_a_trouble", new Error("Temporal stumbles."));
    for (const [_id, createdAt] of [
      ["idm_old", ago(86_401)],
      ["idm_new", ago(86_399)],
    ] as const)
      await models.idempotency.create({ _id, bodyHash: "h", runId: "run_works", createdAt });
    await beginRestore(models, { backupId: "bak_1", backupAt: ago(3_600), at: ago(60), holder: "one" });
    answer = await withActivity(createReconcileActivities(deps).reconcileRuns);
  });
  after(() => database.drop());

  for (const [name, , , run, job, error] of CASES)
    for (const [kind, expected] of [
      ["run", run],
      ["job", job],
    ] as [WorkKind, string][])
      it(`a ${kind} that is ${name} is ${expected} afterwards`, async () => {
        const stored = await findWork(models, kind, `${kind}_${name}`);
        const wasStarted = started.some((one) => one.startsWith(`${kind}-${kind}_${name} `));
        expect(wasStarted).to.equal(expected === "started");
        expect(stored?.startedAt ?? null).to.deep.equal(expected === "started" ? AT : null);
        expect(stored?.status).to.equal(expected === "started" ? "running" : expected);
        if (error) expect(stored?.error).to.match(error);
        else expect(stored?.error).to.equal(null);
        if (stored && "lock" in stored) expect(stored.lock).to.equal(error ? stored._id : `lock of ${stored._id}`);
      });

  it("starts the workflow of the type or the kind, counts what it did, and says so", () => {
    expect(started).to.deep.equal(["run-run_lost auditRun 8", "job-job_lost crawlSite 8"]);
    expect(answer).to.deep.equal({ restarted: 2, closed: 12 });
    for (const kind of ["run", "job"]) {
      expect(logged).to.include(`a ${kind} without a workflow was started`);
      expect(logged).to.include(`a ${kind} was closed`);
    }
  });

  it("cancels the workflow of what was cancelled while Temporal was away", () =>
    expect(cancelled).to.deep.equal(["run-run_asked to stop", "job-job_asked to stop"]));

  it("is kept from nothing by the trouble of one", async () => {
    expect(logged[0]).to.equal("a run could not be reconciled");
    expect(await findWork(models, "run", "run_a_trouble")).to.include({ status: "running" });
  });

  it("is kept from nothing by a review that cannot be filled in", () =>
    expect(logged.at(-1)).to.equal("what an earlier version left was not filled in"));

  it("forgets keys of calls after a day", async () => {
    expect((await models.idempotency.find().lean()).map(({ _id }) => _id)).to.deep.equal(["idm_new"]);
  });
});
