// Records the histories that test/workflows/replay.test.ts replays: `node test/support/recordHistories.ts`.
// Run it when a workflow has new behaviour worth guarding; keep the older files, since such runs may still be going on.
import { writeFile } from "node:fs/promises";
import { Client, Connection } from "@temporalio/client";
import proto from "@temporalio/proto";
import { signIn } from "../../temporal-dev/sessionClient.ts";
import { eventually, startWorld } from "./service.ts";

const world = await startWorld();
const connection = await Connection.connect({ address: world.service.stack.temporalAddress });
const client = new Client({ connection });
const record = async (name: string, runId: string) => {
  const history = await client.workflow.getHandle(`run-${runId}`).fetchHistory();
  const bytes = proto.temporal.api.history.v1.History.encode(history).finish();
  await writeFile(new URL(`../workflows/histories/${name}.pb`, import.meta.url), bytes);
};
const ended = (runId: string) =>
  eventually(
    "the workflow has ended",
    async () => (await client.workflow.getHandle(`run-${runId}`).describe()).status.name !== "RUNNING",
  );
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
  await ended(runId);
  await record("cancelled", runId);

  const seo = await shop.client.run({ type: "seo" });
  await shop.client.wait(seo.runId);
  await record("audit-seo", seo.runId);
  const stopped = await gate.client.run({ type: "a11y" });
  await eventually("the gate was reached again", async () => world.site.waiting() > 0);
  await gate.client.request("POST", `/api/ci/runs/${stopped.runId}/cancel`);
  await gate.client.wait(stopped.runId);
  await ended(stopped.runId);
  await record("audit-cancelled", stopped.runId);
  const email = "recorder@plumbline.example";
  const made = await world.admin("users", "create", "--email", email, "--name", "R", "--role", "editor", "--json");
  const person = await signIn(world.service.apiUrl, email, (JSON.parse(made) as { password: string }).password);
  const suite = await person.post("/api/tests/full-suite", { project: shop.slug, pillars: ["visual", "security"] });
  await shop.client.wait(String(suite.runId));
  await ended(String(suite.runId));
  await record("full-suite", String(suite.runId));
} finally {
  await connection.close();
  await world.stop();
}
process.exit(0);
