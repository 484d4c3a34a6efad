// A backup of a working service, restored on another host with its own folder, Temporal and ports.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { createFileStore } from "../../platform/artifacts/files.ts";
import { admin } from "../../temporal-dev/adminCommand.ts";
import { createApiClient } from "../../temporal-dev/apiClient.ts";
import { type Service, startService } from "../../temporal-dev/service.ts";
import { recordArtifact } from "../support/artifacts.ts";
import { makeUser } from "../support/operator.ts";
import { startWorld, type World } from "../support/service.ts";
import { withModels } from "../support/watched.ts";

const PAGES = 8;
const ARTIFACTS = 1_000;

describe("a backup that is restored on another host", function () {
  this.timeout(240_000);
  let world: World;
  let folder: string;
  let restored: Service | undefined;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-restored-"));
    world = await startWorld({ SVC_BROWSER_SLOTS: "1" });
  });
  after(async () => {
    await restored?.stop();
    await world?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("has every artifact, the same verdicts and people, and ends what was in flight", async () => {
    const pages = Object.fromEntries(Array.from({ length: PAGES }, (_, index) => [`Page ${index}`, `/page/${index}`]));
    const { client, key } = await world.project(pages);
    const password = await makeUser(world, "ada@example.com", "admin");
    const baseline = await client.wait((await client.run({ type: "baseline" })).runId);
    const shots = await client.results(baseline.runId);
    const contents = await putArtifacts(world);

    const inFlight = [await client.run({}), await client.run({ type: "seo" })].map(({ runId }) => runId);
    const visual = inFlight[0] ?? "";
    await client.wait(visual, { everyMs: 50, until: ({ progress }) => progress?.phase === "testing" });
    const file = path.join(folder, "backup.tar.gz");
    const made = JSON.parse(await world.admin("backup", file, "--with-key", "--json"));
    expect(made).to.include({ missing: 0, withKey: true });
    expect(made.artifacts).to.be.at.least(ARTIFACTS + PAGES);
    const before = await Promise.all(inFlight.map((runId) => client.wait(runId)));

    // An installation runs only once per machine, whatever folder it runs from.
    await world.service.stop();
    const { MONGODB_URI: _m, TEMPORAL_ADDRESS: _t, ...env } = process.env;
    const dataDir = path.join(folder, "data");
    await admin(dataDir, ["restore", file], env);
    restored = await startService({
      dataDir,
      env: {
        ...env,
        SVC_ALLOWED_HOSTS: world.service.env.SVC_ALLOWED_HOSTS,
        SVC_RECONCILE_AFTER_MS: "1000",
        SVC_RECONCILE_EVERY_MS: "1000",
      },
      log: () => undefined,
      port: 0,
      private: true,
    });
    const there = createApiClient(restored.apiUrl, key);
    expect((await there.wait(baseline.runId)).summary).to.deep.equal(baseline.summary);
    const verdicts = (list: typeof shots) => list.map(({ label, status }) => `${label} ${status}`).sort();
    expect(verdicts(await there.results(baseline.runId))).to.deep.equal(verdicts(shots));
    const store = createFileStore(path.join(dataDir, "artifacts"));
    for (const [id, bytes] of contents) expect((await store.get(id)).equals(bytes), id).to.equal(true);

    const signIn = await fetch(`${restored.apiUrl}/api/auth/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@example.com", password }),
    });
    expect(signIn.status).to.equal(200);

    // Too recent for the reconciler to give up: their workflows are started here.
    const after = await Promise.all(inFlight.map((runId) => there.wait(runId)));
    for (const [at, run] of after.entries()) {
      expect(run.status).to.equal("completed");
      expect(run.summary).to.deep.equal(before[at]?.summary);
    }
  });
});

async function putArtifacts(world: World): Promise<Map<string, Buffer>> {
  const store = createFileStore(path.join(world.service.dataDir, "artifacts"));
  return withModels(world, async (models) => {
    const contents = new Map<string, Buffer>();
    while (contents.size < ARTIFACTS) {
      const bytes = randomBytes(1 + (contents.size % 40));
      const artifactId = await store.put(bytes);
      contents.set(artifactId, bytes);
      const record = { projectId: "prj_1", contentType: "image/png", bytes: bytes.length, at: new Date() };
      await recordArtifact(models, { artifactId, ...record });
    }
    return contents;
  });
}
