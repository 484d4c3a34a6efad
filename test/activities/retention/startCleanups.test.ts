// What happens to a sweep whose workflow has ended, and to the runs it had hidden.
import { WorkflowNotFoundError } from "@temporalio/client";
import { expect } from "chai";
import type { ReconcileDeps } from "../../../activities/deps.ts";
import { startCleanups } from "../../../activities/retention/startCleanups.ts";
import { beginCleanup, findCleanup, insertCleanup } from "../../../models/cleanups/queries.ts";
import type { Models } from "../../../models/index.ts";
import { hideRuns, markDeleting } from "../../../models/retention/hideRuns.ts";
import { addRun } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

const AT = new Date("2026-11-20T00:00:00Z");

describe("cleanups and their workflows", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let workflow: string | null;
  let started: string[];
  beforeEach(async () => {
    database = await openDatabase();
    models = database.models;
    workflow = null;
    started = [];
  });
  afterEach(() => database.drop());

  const round = () =>
    startCleanups({
      models,
      now: () => AT,
      log: () => undefined,
      queues: { orchestration: "o", browser: "b", lab: "l" },
      client: {
        workflow: {
          getHandle: (id: string) => ({
            describe: async () => {
              if (workflow === null) throw new WorkflowNotFoundError("no such workflow", id, undefined);
              return { runId: "e", status: { name: workflow } };
            },
          }),
          start: async (type: string) => void started.push(type),
        },
      },
    } as unknown as ReconcileDeps);
  const hideSome = async () => {
    for (const id of ["run_1", "run_2"]) await addRun(models, id, { outbox: "done" });
    const expired = ["run_1", "run_2"].map((id) => ({ id, kind: "main" as const, head: id }));
    return hideRuns(models, expired, AT);
  };
  const shown = async () => (await models.runs.find({ projectId: "prj_shop" }).lean()).map(({ _id }) => _id);

  it("shows again what a terminated sweep had only hidden, whatever the clock and the settings say", async () => {
    const [first = []] = await hideSome();
    await markDeleting(models, first);
    await insertCleanup(models, { _id: "cln_1", kind: "retention", at: AT });
    await beginCleanup(models, "cln_1", AT);
    workflow = "RUNNING";
    await round();
    expect(await shown()).to.deep.equal([]);
    workflow = "TERMINATED";
    await round();
    expect((await findCleanup(models, "cln_1"))?.status).to.equal("failed");
    await round();
    // The first run had lost a part, so only a sweep may finish it.
    expect(await shown()).to.deep.equal(["run_2"]);
  });

  it("starts one that waits", async () => {
    await insertCleanup(models, { _id: "cln_1", kind: "plan", at: AT });
    await round();
    expect(started).to.deep.equal(["cleanUp"]);
  });
});
