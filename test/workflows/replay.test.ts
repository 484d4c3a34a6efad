// Recorded histories replay on the current workflow code: a change that breaks running workflows shows here, not in production.
import { readdir, readFile } from "node:fs/promises";
import proto from "@temporalio/proto";
import { Worker } from "@temporalio/worker";
import { expect } from "chai";
import * as workflows from "../../workflows/index.ts";
import { testBundle } from "../support/bundle.ts";

const HISTORIES = new URL("./histories/", import.meta.url);

const { History } = proto.temporal.api.history.v1;
const historyOf = async (name: string) => History.decode(await readFile(new URL(name, HISTORIES)));

describe("replay", function () {
  this.timeout(120_000);

  it("of every recorded history meets the same decisions", async () => {
    const names = (await readdir(HISTORIES)).filter((n) => n.endsWith(".pb"));
    const bundle = await testBundle();
    const histories = await Promise.all(
      names.map(async (name) => ({ workflowId: name, history: await historyOf(name) })),
    );
    for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: bundle }, histories))
      expect(error, workflowId).to.equal(undefined);
    const types = histories.map(
      ({ history }) => history.events?.[0]?.workflowExecutionStartedEventAttributes?.workflowType?.name,
    );
    // Record a history for every new workflow: `node test/support/recordHistories.ts`.
    expect(types, "types with a history").to.include.members(Object.keys(workflows));
  });

  it("of a changed history fails", async () => {
    const bundle = await testBundle();
    const history = await historyOf("baseline.pb");
    for (const event of history.events ?? []) {
      const type = event.activityTaskScheduledEventAttributes?.activityType;
      if (type?.name === "captureShot") type.name = "takePicture";
    }
    const refused = await Worker.runReplayHistory({ workflowBundle: bundle }, history).then(
      () => null,
      (error: Error) => error.name,
    );
    expect(refused).to.equal("DeterminismViolationError");
  });
});
