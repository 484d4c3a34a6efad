// Records the histories that test/workflows/replay.test.ts replays: `node test/support/recordHistories.ts`. Run it when a workflow has new
// behavior worth guarding, under a new name: existing recordings are kept, because such runs may still be in progress.
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Client, Connection } from "@temporalio/client";
import proto from "@temporalio/proto";
import { workflowIdOfJob, workflowIdOfRun } from "../../domain/ids.ts";
import { createApiClient } from "../../temporal-dev/apiClient.ts";
import { signIn } from "../../temporal-dev/sessionClient.ts";
import { eventually } from "./eventually.ts";
import { addFeature } from "./features.ts";
import { startLargeSite } from "./largeSite.ts";
import { makeProject, makeUser } from "./operator.ts";
import { startWorld } from "./service.ts";
import { openBuild, UPLOADED } from "./uploads.ts";

const large = await startLargeSite(60, 20);
const world = await startWorld({ SVC_ALLOWED_HOSTS: `127.0.0.1:${large.port}` });
const connection = await Connection.connect({ address: world.service.stack.temporalAddress });
const client = new Client({ connection });
const recordWorkflow = async (name: string, workflowId: string) => {
  const file = new URL(`../workflows/histories/${name}.pb`, import.meta.url);
  if (existsSync(file)) return;
  const history = await client.workflow.getHandle(workflowId).fetchHistory();
  await writeFile(file, proto.temporal.api.history.v1.History.encode(history).finish());
};
const record = (name: string, runId: string) => recordWorkflow(name, workflowIdOfRun(runId));
const workflowEnded = (workflowId: string) =>
  eventually(
    "the workflow has ended",
    async () => (await client.workflow.getHandle(workflowId).describe()).status.name !== "RUNNING",
  );
/** Records a workflow that is identified only by its type. */
const recordFirst = async (name: string, type: string) => {
  const workflowId = await eventually(`a ${type} has ended`, async () => {
    const query = `WorkflowType = '${type}' AND ExecutionStatus = 'Completed'`;
    for await (const found of client.workflow.list({ query })) return found.workflowId;
    return null;
  });
  await recordWorkflow(name, workflowId);
};
const ended = (runId: string) => workflowEnded(workflowIdOfRun(runId));
try {
  const shop = await world.project({ One: "/page/one", Two: "/page/two", Missing: "/missing/x" });
  const baseline = await shop.client.run({ type: "baseline" });
  await shop.client.wait(baseline.runId);
  // "baseline" is the history of a run whose screenshots were captured once.
  await record("baseline-confirmed", baseline.runId);
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
  const person = await signIn(world.service.apiUrl, email, await makeUser(world, email, "editor"));
  const suite = await person.post("/api/tests/full-suite", { project: shop.slug, pillars: ["visual", "security"] });
  await shop.client.wait(String(suite.runId));
  await ended(String(suite.runId));
  await record("full-suite", String(suite.runId));

  await addFeature(
    world,
    shop.slug,
    "words",
    'Feature: Words\n  Scenario: Right\n    Given I am on "/page/one"\n    Then the address is "/page/one"\n  Scenario: Wrong\n    Given I am on "/page/one"\n    Then the address is "/page/two"\n',
  );
  const asked = { tool: "run_frt_feature", args: { featureId: "words", confirm: true } };
  const feature = (await shop.client.request("POST", "/api/mcp/v1/invoke", asked)) as { data: { runId: string } };
  await shop.client.wait(feature.data.runId);
  await record("feature-run", feature.data.runId);

  const key = await makeProject(world, { siteUrl: large.url, slug: "large" });
  const agent = createApiClient(world.service.apiUrl, key);
  const invoke = (tool: string, args: object) => agent.request("POST", "/api/mcp/v1/invoke", { tool, args });
  const startJob = async (tool: string, args: object) => {
    const { data } = (await invoke(tool, { ...args, confirm: true })) as { data: { jobId: string } };
    return data.jobId;
  };
  const crawl = await startJob("crawl_site", {});
  await workflowEnded(workflowIdOfJob(crawl));
  await recordWorkflow("crawl", workflowIdOfJob(crawl));
  const cancelled = await startJob("crawl_site", {});
  await agent.request("POST", `/api/mcp/v1/jobs/${cancelled}/cancel`);
  await workflowEnded(workflowIdOfJob(cancelled));
  await recordWorkflow("crawl-cancelled", workflowIdOfJob(cancelled));
  const proposals = await startJob("generate_scenarios", {});
  await workflowEnded(workflowIdOfJob(proposals));
  await recordWorkflow("generate-scenarios", workflowIdOfJob(proposals));
  const { data: explored } = (await invoke("frt_explore_site", { maxStates: 5, depth: 1 })) as {
    data: { jobId: string };
  };
  await workflowEnded(workflowIdOfJob(explored.jobId));
  await recordWorkflow("explore-site", workflowIdOfJob(explored.jobId));
  await invoke("inspect_page_dom", { url: "/" });
  await recordFirst("inspect-page", "inspectPage");

  const ask = async (tool: string, args: object) =>
    (
      (await shop.client.request("POST", "/api/mcp/v1/invoke", { tool, args: { ...args, confirm: true } })) as {
        data: Record<string, unknown>;
      }
    ).data;
  await person.post("/api/tests/recompare", { project: shop.slug, runId: visual.runId });
  await recordFirst("recompare", "recompareRun");
  const changed = (await shop.client.results(visual.runId)).find(({ status }) => status === "failed");
  const { diff = "" } = (changed?.artifacts ?? {}) as Record<string, string>;
  await fetch(new URL(diff, world.service.apiUrl));
  await recordFirst("render-diff", "renderDiff");
  await person.post("/api/tests/approve", { project: shop.slug, runId: visual.runId, scenarios: ["Two"] });
  await recordFirst("tell-decisions", "tellDecisions");
  await shop.client.request("GET", `/api/ci/runs/${seo.runId}/report?format=html`);
  await recordFirst("render-report", "renderReport");
  const { recordingId } = await ask("agent_start_recording", { goal: "A page is read", startPath: "/page/one" });
  await ask("agent_recording_turn", { recordingId, sentence: 'I see "Plain words."' });
  await ask("agent_finish_recording", { recordingId });
  await recordFirst("recording", "recording");
  const broken =
    'Feature: Broken\n  Scenario: Moved\n    Given I am on "/page/one"\n    When I click the "Absent" button\n    Then the address is "/page/one"\n';
  await addFeature(world, shop.slug, "broken", broken);
  const failing = await ask("run_frt_feature", { featureId: "broken" });
  await shop.client.wait(String(failing.runId));
  const healing = { runId: failing.runId, featureId: "broken", scenario: "Moved" };
  const { jobId: heal } = await ask("frt_heal_step_def", healing);
  await workflowEnded(workflowIdOfJob(String(heal)));
  await recordWorkflow("heal-step", workflowIdOfJob(String(heal)));
  const ticket = "SHOP-1 Page one must have its words\n\nOpen page one. The words are shown.";
  const proof = await person.post(`/api/app/projects/${shop.slug}/proofs`, { text: ticket });
  await workflowEnded(workflowIdOfJob(String(proof.jobId)));
  await recordWorkflow("prove-issue", workflowIdOfJob(String(proof.jobId)));
  const upload = await openBuild({ apiUrl: world.service.apiUrl, key: shop.key }, "by-hand");
  await shop.client.request("POST", `/api/ci/uploads/${upload.runId}/verdict`, UPLOADED);
  await recordFirst("judge-upload", "judgeUpload");
  await upload.finish();
  await shop.client.wait(upload.runId);
  await ended(upload.runId);
  await record("uploads", upload.runId);
  await recordFirst("reconcile", "reconcile");
  await world.admin("retention", "run");
  await recordFirst("clean-up", "cleanUp");
  const gone = await world.project({});
  await world.admin("projects", "delete", gone.slug, "--confirm", gone.slug);
  await recordFirst("erase-project", "erase");
  for await (const { scheduleId } of client.schedule.list())
    if (scheduleId.endsWith("-retention")) await client.schedule.getHandle(scheduleId).trigger();
  await recordFirst("retention-due", "retentionDue");
} finally {
  await connection.close();
  await world.stop();
  await large.close();
}
process.exit(0);
