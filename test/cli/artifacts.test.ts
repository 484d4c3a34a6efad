// Moving the artifact store with the admin command, from files to a bucket and back.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { runAdmin } from "../../cli/admin/main.ts";
import type { StrangerError } from "../../domain/installation.ts";
import { claimStore } from "../../models/installations/artifactStore.ts";
import { nameDatabase } from "../../models/installations/queries.ts";
import { createFileStore } from "../../platform/artifacts/files.ts";
import { createS3Store, S3_TIMES } from "../../platform/artifacts/s3.ts";
import { createS3Client } from "../../platform/artifacts/s3Client.ts";
import type { MarkedStore } from "../../platform/artifacts/store.ts";
import { recordArtifact } from "../support/artifacts.ts";
import { type FakeS3, fail, startFakeS3 } from "../support/fakeS3.ts";
import { type Called, callInProcess } from "../support/inProcess.ts";
import { useDatabase } from "./support.ts";

const BUCKET = "s3://artifacts/moved";

describe("the command that moves the artifact store", () => {
  const db = useDatabase();
  let dataDir: string;
  let fake: FakeS3;
  let files: MarkedStore;
  let bucket: MarkedStore;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-test-move-"));
    fake = await startFakeS3();
    files = createFileStore(path.join(dataDir, "artifacts"));
    bucket = createS3Store({ bucket: fake.bucket, prefix: "moved" }, createS3Client(S3_TIMES, fake.client));
  });
  afterEach(async () => {
    await fake.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const artifacts = (...args: string[]): Promise<Called> =>
    callInProcess(runAdmin, ["artifacts", ...args], {
      env: {
        PATH: process.env.PATH,
        SVC_DATA_DIR: dataDir,
        MONGODB_URI: db.uri,
        SVC_MONGO_DATABASE: db.name,
        ...fake.env,
      },
    });
  const copy = (from: string, to: string) => artifacts("copy", "--from", from, "--to", to);
  const hold = async (store: MarkedStore, text: string) => {
    const bytes = Buffer.from(text);
    const artifactId = await store.put(bytes);
    const record = { projectId: "prj", contentType: "text/plain", bytes: bytes.length, at: new Date() };
    await recordArtifact(db.ctx.models, { artifactId, ...record });
    return artifactId;
  };
  /** Returns the error of a process that starts with this store, or null if it starts. */
  const start = async (store: MarkedStore) => {
    const { installationId } = await nameDatabase(db.ctx.models, null);
    return claimStore({ models: db.ctx.models, installation: installationId, store }).then(
      () => null,
      (error: StrangerError) => error.message,
    );
  };

  it("copies, says what comes next, and after the restart copies the rest; the way back is the same", async () => {
    await start(files);
    const ids = await Promise.all(["a", "b", "c"].map((text) => hold(files, text)));
    const first = await copy("files", BUCKET);
    expect(first.code, first.stderr).to.equal(0);
    expect(first.stdout).to.match(/^3 artifacts: 3 copied \(0\.0 MB\), 0 already copied\.\n/);
    expect(first.stdout).to.contain(
      `restart API and workers with SVC_ARTIFACTS=${BUCKET}, then run this command again`,
    );
    expect(first.stderr).to.match(/100 %: 3 artifacts found, 3 copied/);

    const late = await hold(files, "stored before the restart");
    expect(await start(bucket)).to.equal(null);
    expect(await start(files)).to.contain(`are at ${BUCKET}`);
    const second = await copy("files", BUCKET);
    expect(second.stdout).to.match(/^4 artifacts: 1 copied .* 3 already copied\.\nThe service uses this store\./);
    for (const id of [...ids, late]) expect(await bucket.has(id)).to.equal(true);

    await hold(bucket, "stored in the bucket");
    const back = JSON.parse((await artifacts("copy", "--from", BUCKET, "--to", "files", "--json")).stdout) as object;
    expect(back).to.include({ found: 5, there: 4, copied: 1, next: true, from: BUCKET });
    expect(await start(files)).to.equal(null);
    expect(await start(bucket)).to.contain("are at");
    const entries = await db.ctx.models.audit.find({ action: "artifacts.copy" }).lean();
    expect(entries).to.have.length(3);
  });

  it("lets nobody start on half a copy, and completes it", async () => {
    await start(files);
    for (let i = 0; i < 20; i++) await hold(files, `artifact ${i}`);
    let puts = 0;
    fake.trouble = ({ method }, res) => method === "PUT" && ++puts > 8 && fail(res, 507, "InsufficientStorage");
    const cut = await copy("files", BUCKET);
    expect([cut.code, cut.stderr]).to.satisfy(
      ([code, said]: [number, string]) => code === 1 && said.includes("Copied artifacts stay"),
    );
    fake.trouble = null;
    expect(await start(bucket)).to.match(/is not complete: run `npm run -s admin -- artifacts copy`/);
    const rest = await copy("files", BUCKET);
    expect(rest.stdout).to.match(/^20 artifacts: 13 copied .* 7 already copied/);
    expect(await start(bucket)).to.equal(null);
  });

  it("names damaged artifacts and ends with 1", async () => {
    const id = await hold(files, "right");
    await hold(files, "also right");
    await writeFile(path.join(dataDir, "artifacts", id.slice(0, 2), id), "wrong");
    const { code, stdout, stderr } = await copy("files", BUCKET);
    expect(code).to.equal(1);
    expect(stdout).to.match(/^2 artifacts: 1 copied/);
    expect(stderr).to.contain(id);
  });

  it("refuses what cannot be meant, and says what a store refuses", async () => {
    for (const [from, to, words] of [
      ["files", "files", "are the same place"],
      ["nowhere", BUCKET, "the folder"],
      ["files", "s3://No", "--to must be s3://BUCKET"],
      ["files", "https://bucket", "--to must be s3://BUCKET"],
    ] as const) {
      await hold(files, "something");
      const { code, stderr } = await copy(from, to);
      expect([code, stderr.includes(words)], `${from} ${to}: ${stderr}`).to.deep.equal([1, true]);
    }
    const { code, stderr } = await copy("files", "s3://nowhere");
    expect([code, stderr]).to.satisfy(
      ([ended, said]: [number, string]) => ended === 1 && said.includes('The bucket "nowhere"'),
    );
    await bucket.mark.write(JSON.stringify({ installation: "f".repeat(16), store: "e".repeat(16) }), { replace: true });
    expect((await copy("files", BUCKET)).stderr).to.contain("belongs to installation ffff");
  });

  it("claims an empty store where the artifacts are lost", async () => {
    await start(files);
    await hold(files, "lost");
    expect(await start(bucket)).to.match(/artifacts claim/);
    const claimed = await artifacts("claim", "--place", BUCKET);
    expect(claimed.stdout).to.equal(`The artifact store is ${BUCKET}. Restart API and workers.\n`);
    expect(await start(bucket)).to.equal(null);
  });
});
