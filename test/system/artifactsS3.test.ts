// A whole visual run whose artifacts are in a bucket, while the S3 server is unavailable for some seconds.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { isArtifactId } from "../../platform/artifacts/store.ts";
import { type S3Server, startS3Server } from "../../temporal-dev/s3Server.ts";
import { eventually } from "../support/eventually.ts";
import { startWorld, type World } from "../support/service.ts";

/** Longer than the SDK retries and a browser waits; the store waits longer. */
const AWAY_MS = 60_000;

describe("a visual run on S3", function () {
  this.timeout(600_000);
  let folder: string;
  let server: S3Server;
  let world: World;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-s3-"));
    server = await startS3Server(folder);
    world = await startWorld({ ...server.env, SVC_ARTIFACTS: `s3://${server.bucket}/runs` });
  });
  after(async () => {
    await world?.stop();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const artifactsIn = async (at: string) =>
    (await readdir(at, { recursive: true }).catch(() => [])).filter((name) => isArtifactId(path.basename(name)));

  it("ends right although the server is stopped in the middle, and keeps its artifacts there alone", async () => {
    const paths = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`Page ${i}`, `/page/p${i}`]));
    const { client } = await world.project(paths);
    const ready = (await (await fetch(`${world.service.apiUrl}/api/ready`)).json()) as {
      parts: { artifacts: { detail: string } };
    };
    expect(ready.parts.artifacts.detail).to.equal("The artifact store (S3) can be written.");
    const baseline = await client.wait((await client.run({ type: "baseline" })).runId);
    expect(baseline.summary).to.include({ total: 12, passed: 12 });
    world.site.set("p3", "Other words, and rather more of them than before.");
    world.site.set("p9", "Here are other words as well, and rather more of them.");

    const { runId } = await client.run({});
    await eventually("a shot is done", async () => ((await client.status(runId)).progress?.done ?? 0) > 0);
    await server.stop();
    await eventually("the service notices", async () => !(await fetch(`${world.service.apiUrl}/api/ready`)).ok);
    await sleep(AWAY_MS);
    await server.start();
    const run = await client.wait(runId, { timeoutMs: 300_000 });
    expect(run).to.include({ status: "completed", error: null });
    expect(run.summary).to.include({ total: 12, passed: 10, failed: 2 });

    const failed = (await client.results(runId)).filter((one) => one.status === "failed");
    expect(failed.map(({ scenarioLabel }) => scenarioLabel).sort()).to.deep.equal(["Page 3", "Page 9"]);
    for (const { artifacts } of failed)
      for (const name of ["baseline", "test", "diff"]) {
        const link = (artifacts as Record<string, string>)[name] ?? "";
        const answer = await fetch(new URL(link, world.service.apiUrl));
        expect([name, answer.status, answer.headers.get("content-type")]).to.deep.equal([name, 200, "image/png"]);
      }
    expect(await artifactsIn(path.join(world.service.dataDir, "artifacts"))).to.deep.equal([]);
    expect(await artifactsIn(path.join(world.service.dataDir, "artifact-cache"))).not.to.be.empty;
    expect(await artifactsIn(path.join(server.folder, "runs"))).not.to.be.empty;
  });
});
