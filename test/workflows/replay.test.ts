// Recorded histories replay on today's workflow code: a change that breaks running workflows shows here, not in production.
import { readdir, readFile } from "node:fs/promises";
import proto from "@temporalio/proto";
import { Worker } from "@temporalio/worker";
import { expect } from "chai";
import { testBundle } from "../support/bundle.ts";

const HISTORIES = new URL("./histories/", import.meta.url);

const { History } = proto.temporal.api.history.v1;
const historyOf = async (name: string) => History.decode(await readFile(new URL(name, HISTORIES)));

describe("replay", function () {
  this.timeout(120_000);

  it("of every recorded history meets the same decisions", async () => {
    const names = (await readdir(HISTORIES)).filter((n) => n.endsWith(".pb"));
    expect(names, "recorded histories").to.include.members([
      "baseline.pb",
      "visual-failed.pb",
      "cancelled.pb",
      "audit-seo.pb",
      "audit-cancelled.pb",
      "full-suite.pb",
      "feature-run.pb",
      "crawl.pb",
      "crawl-cancelled.pb",
      "generate-scenarios.pb",
      "inspect-page.pb",
      "deliver-notification.pb",
      "tell-verdicts.pb",
      "schedule-due.pb",
      "align-schedules.pb",
    ]);
    const bundle = await testBundle();
    for (const name of names) {
      await Worker.runReplayHistory({ workflowBundle: bundle }, await historyOf(name));
    }
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
