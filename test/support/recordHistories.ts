// Records the histories that test/workflows/replay.test.ts replays: `node test/support/recordHistories.ts`.
// Run it when a workflow has new behaviour worth guarding; keep the older files, since such runs may still be going on.
import { writeFile } from "node:fs/promises";
import { Client, Connection } from "@temporalio/client";
import proto from "@temporalio/proto";
import { eventually, startWorld } from "./service.ts";

const world = await startWorld();
const connection = await Connection.connect({ address: world.service.stack.temporalAddress });
const client = new Client({ connection });
const record = async (name: string, runId: string) => {
  const history = await client.workflow.getHandle(`run-${runId}`).fetchHistory();
  const bytes = proto.temporal.api.history.v1.History.encode(history).finish();
  await writeFile(new URL(`../workflows/histories/${name}.pb`, import.meta.url), bytes);
};
try {
  const shop = await world.project({ One: "/page/one", Two: "/page/two", Missing: "/missing/x" });
  const baseline = await shop.client.run({ type: "baseline" });
  await shop.client.wait(baseline.runId);
  await record("baseline", baseline.runId);
  world.site.set("two", "Other words, and rather more of them than before.");
  const visual = await shop.client.run({});
  await shop.client.wait(visual.runId);
  await record("visual-failed", visual.runId);
  const gate = await world.project({ Gate: "/gate/g" });
  const { runId } = await gate.client.run({});
  await eventually("the gate was reached", async () => (world.site.hits.get("/gate/g") ?? 0) > 0);
  await gate.client.request("POST", `/api/ci/runs/${runId}/cancel`);
  await gate.client.wait(runId);
  await eventually(
    "the workflow has ended",
    async () => (await client.workflow.getHandle(`run-${runId}`).describe()).status.name !== "RUNNING",
  );
  await record("cancelled", runId);
} finally {
  await connection.close();
  await world.stop();
}
process.exit(0);
