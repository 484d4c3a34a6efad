// A timer acts on the exit code of a backup, so an incomplete backup must not count as successful.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { runAdmin } from "../../cli/admin/main.ts";
import { createFileStore } from "../../platform/artifacts/files.ts";
import { recordArtifact } from "../support/artifacts.ts";
import { callInProcess } from "../support/inProcess.ts";
import { useDatabase } from "./support.ts";

describe("plumbline admin backup", () => {
  const db = useDatabase();
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-test-cli-backup-"));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const backup = (name: string, ...more: string[]) =>
    callInProcess(runAdmin, ["backup", path.join(dataDir, name), ...more], {
      env: { PATH: process.env.PATH, SVC_DATA_DIR: dataDir, MONGODB_URI: db.uri, SVC_MONGO_DATABASE: db.name },
    });

  it("ends with 0 when all is in it, and with 1 when an artifact is lost, with the file of all others", async () => {
    const store = createFileStore(path.join(dataDir, "artifacts"));
    const ids = await Promise.all(["kept", "lost"].map((text) => store.put(Buffer.from(text))));
    for (const artifactId of ids)
      await recordArtifact(db.ctx.models, {
        artifactId,
        projectId: "prj_1",
        contentType: "image/png",
        bytes: 4,
        at: new Date(),
      });
    const whole = await backup("whole.tar.gz", "--json");
    expect([whole.code, whole.stderr, JSON.parse(whole.stdout).missing]).to.deep.equal([0, "", 0]);

    const lost = ids[1] as string;
    await store.remove(lost);
    const lacking = await backup("lacking.tar.gz", "--json");
    expect(lacking.code).to.equal(1);
    expect(JSON.parse(lacking.stdout)).to.deep.include({ artifacts: 1, missing: 1, missingIds: [lost] });
    const { error } = JSON.parse(lacking.stderr);
    expect(error.code).to.equal("incomplete");
    expect(error.message).to.contain(lost).and.to.contain("1 artifact could not be read");
    expect((await stat(path.join(dataDir, "lacking.tar.gz"))).size).to.be.above(0);
  });
});
