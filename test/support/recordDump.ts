// Writes the dump from which migrations of later versions are tested: `node test/support/recordDump.ts VERSION`, where VERSION is the data
// version that this program writes. Run it when a version is created, before the data changes again; existing dumps are kept. The documents
// come from the real service: runs of every kind, people, and what they do.
import { access } from "node:fs/promises";
import { connect } from "../../models/database/connect.ts";
import packageFile from "../../package.json" with { type: "json" };
import { createApiClient } from "../../temporal-dev/apiClient.ts";
import { signIn } from "../../temporal-dev/sessionClient.ts";
import { writeDump } from "./dumps.ts";
import { eventually } from "./eventually.ts";
import { addFeature } from "./features.ts";
import { makeDemoProject, makeUser } from "./operator.ts";
import { startWorld } from "./service.ts";
import { openBuild } from "./uploads.ts";

const dataVersion = Number(process.argv[2]);
if (!Number.isInteger(dataVersion) || dataVersion < 0) throw new Error("Pass the data's version.");
const there = await access(new URL(`../data/data-${dataVersion}.json.gz`, import.meta.url)).then(
  () => true,
  () => false,
);
if (there) throw new Error(`There is a dump of version ${dataVersion}: data of a released version does not change.`);

/** Address of the webhook channel, outside of the service; deliveries to it need not succeed. */
const RECEIVER = "https://hooks.example.com/T0/x";
const world = await startWorld({ SVC_PUBLIC_URL: "http://127.0.0.1:4400/", SVC_GITHUB_TOKEN: "of-nobody" });
const log = (line: string) => process.stdout.write(`${line}\n`);
try {
  const { service, site } = world;
  const shop = await world.project({ One: "/page/one", Two: "/page/two", Missing: "/missing/x" });
  const owner = "owner@plumbline.example";
  const other = "other@plumbline.example";
  const person = await signIn(service.apiUrl, owner, await makeUser(world, owner, "admin"));
  await makeUser(world, other, "editor");
  const of = `/api/app/projects/${shop.slug}`;
  const invoke = async (tool: string, args: object) => {
    const asked = { tool, args: { ...args, confirm: true } };
    const answer = await shop.client.request("POST", "/api/mcp/v1/invoke", asked);
    return (answer as { data: Record<string, unknown> }).data;
  };
  const jobOf = async (tool: string, args: object) => {
    const { jobId } = await invoke(tool, args);
    await eventually(
      `${tool} has ended`,
      async () => !["queued", "running"].includes(String((await invoke("get_job_status", { jobId })).status)),
    );
    return String(jobId);
  };
  const runOf = async (type: string, more: object = {}) => {
    const { runId } = await shop.client.run({ type, ...more });
    await shop.client.wait(runId);
    return runId;
  };

  log("runs");
  await person.post("/api/notifications/channels", {
    project: shop.slug,
    name: "hook",
    kind: "webhook",
    url: RECEIVER,
  });
  const hour = { project: shop.slug, name: "nightly", cron: "0 4 * * *", types: ["test"] };
  await person.post("/api/schedules", hour);
  await person.post(`${of}/environments`, { name: "Staging", baseUrl: site.url });
  const sha = (n: number) => n.toString(16).padStart(40, "0");
  const commits = [
    [sha(2), [sha(1)]],
    [sha(1), []],
  ];
  await shop.client.request("POST", "/api/ci/history", { commits, branch: "main" });
  await runOf("baseline");
  site.set("two", "Other words, and rather more of them than before.");
  const visual = await runOf("test", { branch: "feature", commitSha: sha(2), prNumber: 7 });
  const main = await runOf("test");
  for (const type of ["seo", "a11y", "security"]) await runOf(type);

  log("people");
  await person.post("/api/app/invitations", { email: "new@plumbline.example", role: "viewer" });
  await person.post("/api/app/me/looking", { runId: visual });
  await person.post("/api/app/me/code-accounts", { host: "github", login: "ann" });
  await person.post(`${of}/comment-hooks`, { host: "github", repository: "acme/shop" });
  const results = await shop.client.results(visual);
  const shotId = String(results.find(({ status }) => status === "failed")?.shotId);
  await person.post(`/api/app/runs/${visual}/threads`, { shotId, text: "Is this meant? @other" });
  await person.post(`/api/app/runs/${visual}/review-requests`, { ask: { people: [other], note: "Please look." } });
  const review = (await person.get(`/api/app/runs/${main}/review`)) as { shots: { shotId: string; mark: string }[] };
  const shots = review.shots.map(({ shotId: id, mark }) => ({ shotId: id, mark }));
  await person.post(`/api/app/runs/${main}/review`, { decision: "ignore", shots: shots.slice(0, 1) });
  await person.post("/api/tests/approve", { project: shop.slug, runId: visual, scenarios: ["Two"] });
  await person.post("/api/app/coach", { project: shop.slug, message: "Which scenarios are there?" });

  log("features, jobs and uploads");
  await makeDemoProject(world, { siteUrl: site.url, slug: "demo" });
  const words =
    'Feature: Words\n  Scenario: Right\n    Given I am on "/page/one"\n    Then the address is "/page/one"\n';
  const broken =
    'Feature: Broken\n  Scenario: Moved\n    Given I am on "/page/one"\n    When I click the "Absent" button\n    Then the address is "/page/one"\n';
  await addFeature(world, shop.slug, "words", words);
  await addFeature(world, shop.slug, "broken", broken);
  for (const featureId of ["words", "broken"]) {
    const { runId } = await invoke("run_frt_feature", { featureId });
    await shop.client.wait(String(runId));
    if (featureId === "broken") await jobOf("frt_heal_step_def", { runId, featureId, scenario: "Moved" });
  }
  await jobOf("crawl_site", {});
  await jobOf("frt_explore_site", { maxStates: 3, depth: 1 });
  const { recordingId } = await invoke("agent_start_recording", { goal: "A page is read", startPath: "/page/one" });
  await invoke("agent_recording_turn", { recordingId, sentence: 'I see "Plain words."' });
  await invoke("agent_finish_recording", { recordingId });
  const upload = await openBuild({ apiUrl: service.apiUrl, key: shop.key }, "by-hand");
  await upload.finish();
  await shop.client.wait(upload.runId);
  await createApiClient(service.apiUrl, shop.key).request("GET", `/api/ci/runs/${visual}/problems`);

  const connection = await connect(service.stack.mongoUri, { dbName: "plumbline" });
  try {
    const bytes = await writeDump(connection, dataVersion, packageFile.version);
    log(`dump of data version ${dataVersion}: ${bytes} bytes`);
    for (const { name } of (await connection.db?.listCollections().toArray()) ?? [])
      log(`${String(await connection.collection(name).countDocuments()).padStart(5)} ${name}`);
  } finally {
    await connection.close();
  }
} finally {
  await world.stop();
}
process.exit(0);
