// The engine on a real Temporal: what waits in its queues, and what callers are told when it is not as it should be.
import { Client, Connection } from "@temporalio/client";
import { expect } from "chai";
import { createTemporalEngine } from "../../api/temporalEngine.ts";
import { ProductError } from "../../domain/errors.ts";
import { ensureSearchAttributes } from "../../models/engine/searchAttributes.ts";
import { eventually } from "../support/service.ts";
import { openNamespace } from "../support/temporal.ts";

const QUEUES = { orchestration: "test-orchestration", browser: "test-browser", lab: "test-lab" };
const run = (runId: string) => ({
  ...{ runId, type: "vrt-test" as const, projectId: "prj_1", projectSlug: "shop", environment: "" },
});
const refusalOf = async (work: Promise<unknown>): Promise<ProductError> => {
  const error = await work.then(
    () => null,
    (reason) => reason,
  );
  expect(error).to.be.instanceOf(ProductError);
  return error;
};

describe("the engine on Temporal", function () {
  this.timeout(120_000);
  let connection: Connection;
  let namespace: string;
  const engineOf = (name: string, by = connection) =>
    createTemporalEngine(new Client({ connection: by, namespace: name }), QUEUES, name);

  before(async () => {
    ({ connection, namespace } = await openNamespace());
    // A namespace is known everywhere a moment after it is made.
    await eventually("the namespace is there", async () => (await engineOf(namespace).ready()).temporal);
  });
  after(() => connection?.close());

  it("says that search attributes are missing, and starts runs once they are there", async () => {
    const engine = engineOf(namespace);
    const refused = await refusalOf(engine.start(run("run_0")));
    expect([refused.code, refused.details.retryAfterMs]).to.deep.equal(["unavailable", 30_000]);
    expect(refused.message).to.match(/does not have the search attributes/);
    // Several processes start at once.
    await Promise.all(Array.from({ length: 4 }, () => ensureSearchAttributes(connection.operatorService, namespace)));
    await ensureSearchAttributes(connection.operatorService, namespace);
    await eventually("a run can be started", () =>
      engine.start(run("run_0")).then(
        () => true,
        () => false,
      ),
    );
  });

  it("counts what waits in each queue", async () => {
    const engine = engineOf(namespace);
    for (const id of ["run_1", "run_2"]) await engine.start(run(id));
    await eventually("three workflows wait", async () => {
      const waiting = await engine.backlog();
      expect(waiting.map(({ queue, kind }) => `${queue} ${kind}`)).to.deep.equal([
        ...["orchestration workflow", "orchestration activity", "browser activity", "lab activity"],
      ]);
      return waiting[0]?.tasks === 3 && waiting[2]?.tasks === 0;
    });
    expect(await engine.ready()).to.deep.equal({ temporal: true, pollers: { orchestration: 0, browser: 0, lab: 0 } });
  });

  it("says that the namespace is missing", async () => {
    const refused = await refusalOf(engineOf("nowhere").start(run("run_1")));
    expect(refused.message).to.match(/does not have this service's namespace/);
  });

  it("says that Temporal is away", async () => {
    // Nothing listens on port 1. The connection is not closed: a retry that is under way would throw out of its timer.
    const away = Connection.lazy({ address: "127.0.0.1:1" });
    const engine = engineOf(namespace, away);
    expect((await refusalOf(engine.backlog())).message).to.equal("Temporal cannot be reached at the moment.");
    expect((await engine.ready()).temporal).to.equal(false);
  });
});
