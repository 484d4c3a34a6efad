// API and workers exit at startup if SVC_ARTIFACTS is invalid or their store differs from the installation's.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { claimStore } from "../../models/installations/artifactStore.ts";
import { nameDatabase } from "../../models/installations/queries.ts";
import { createFileStore } from "../../platform/artifacts/files.ts";
import { withCompileCache } from "../../temporal-dev/compileCache.ts";
import { recordArtifact } from "../support/artifacts.ts";
import { openDatabase } from "../support/database.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const MAINS = ["api/main.ts", "workers/main.ts"];

describe("a process with another artifact store", function () {
  this.timeout(60_000);
  let folder: string;
  let database: Awaited<ReturnType<typeof openDatabase>>;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-test-store-"));
    database = await openDatabase();
  });
  after(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  async function start(main: string, env: NodeJS.ProcessEnv) {
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", main], {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "pipe"],
      env: withCompileCache({
        PATH: process.env.PATH,
        // Nothing listens there, because the store is checked before Temporal.
        TEMPORAL_ADDRESS: "127.0.0.1:1",
        MONGODB_URI: database.uri,
        SVC_MONGO_DATABASE: database.name,
        SVC_DATA_DIR: path.join(folder, "other"),
        SVC_PORT: "0",
        AWS_EC2_METADATA_DISABLED: "true",
        HOME: folder,
        ...env,
      }),
    });
    let said = "";
    child.stderr.on("data", (text: Buffer) => (said += text.toString()));
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    return { code, said };
  }

  for (const main of MAINS) {
    it(`${main} ends with 2 and the variable's name when an AWS_ setting is missing`, async () => {
      const missing = await start(main, { SVC_ARTIFACTS: "s3://bucket", AWS_REGION: "eu-central-1" });
      expect([missing.code, missing.said]).to.satisfy(
        ([code, said]: [number, string]) =>
          code === 2 && said.includes("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY") && !said.includes("AWS_REGION"),
      );
    });

    it(`${main} ends with 1 when its folder is not the installation's`, async () => {
      const { models } = database;
      const { installationId } = await nameDatabase(models, null);
      const store = createFileStore(path.join(folder, "ours", "artifacts"));
      await claimStore({ models, installation: installationId, store });
      const artifactId = await store.put(Buffer.from("ours"));
      const record = { projectId: "prj", contentType: "text/plain", bytes: 4, at: new Date() };
      await recordArtifact(models, { artifactId, ...record });
      const { code, said } = await start(main, {});
      expect(code, said).to.equal(1);
      expect(said).to.contain(`The artifact store at ${path.join(folder, "other", "artifacts")} has neither the mark`);
    });
  }
});
