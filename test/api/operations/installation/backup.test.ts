// A backup and its restore, between two databases and two data folders.
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import { makeBackup } from "../../../../api/operations/installation/makeBackup.ts";
import { restoreBackup } from "../../../../api/operations/installation/restoreBackup.ts";
import { readConfig } from "../../../../domain/config.ts";
import { DATA_VERSION } from "../../../../domain/dataVersion.ts";
import { emptyCollections } from "../../../../models/backup/documents.ts";
import { inSweepTurn } from "../../../../models/backups/lease.ts";
import { lastBackup } from "../../../../models/backups/queries.ts";
import type { BaselineKey } from "../../../../models/baselines/key.ts";
import { promote } from "../../../../models/baselines/promote.ts";
import type { Baseline, BaselinePicture } from "../../../../models/baselines/schema.ts";
import { nameDatabase, openInstallation } from "../../../../models/installations/queries.ts";
import { readInTurns } from "../../../../models/lib/readInTurns.ts";
import { beginRestore, findRestore, RESTORE_LEASE_MS } from "../../../../models/restores/queries.ts";
import { createFileStore } from "../../../../platform/artifacts/files.ts";
import { createSealer } from "../../../../platform/sealing.ts";
import { makeSecretFile } from "../../../../platform/secretKey.ts";
import { refusal, useDatabase } from "../../../cli/support.ts";
import { recordArtifact } from "../../../support/artifacts.ts";
import { openDatabase } from "../../../support/database.ts";
import { eventually } from "../../../support/eventually.ts";
import { isFullLane } from "../../../support/lanes.ts";

const VERSION = "1.2.3";

describe("backup and restore", () => {
  const db = useDatabase();
  let folder: string;
  let other: Awaited<ReturnType<typeof openDatabase>>;
  let secret: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-test-backup-"));
    await mkdir(path.join(folder, "old"));
    secret = await makeSecretFile(path.join(folder, "old"));
    await nameDatabase(db.ctx.models, null);
    other = await openDatabase();
  });
  afterEach(async () => {
    await other.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const at = (name: string) => path.join(folder, name);
  const old = () => ({
    ...db.ctx,
    config: readConfig({ SVC_DATA_DIR: at("old") }),
    artifacts: createFileStore(at("old/artifacts")),
  });
  const backup = (name: string, withKey = false) =>
    makeBackup(old(), db.operator, { file: at(name), withKey, version: VERSION });
  const host = () => ({
    models: other.models,
    artifacts: createFileStore(at("new/artifacts")),
    dataDir: at("new"),
    configuredSecret: null as string | null,
    now: () => new Date(),
  });
  const restore = async (name: string, given: Partial<ReturnType<typeof host>> = {}, version = VERSION) => {
    await mkdir(at("new"), { recursive: true });
    return restoreBackup({ ...host(), ...given }, { file: at(name), version });
  };
  async function keepArtifact(bytes: Buffer): Promise<string> {
    const artifactId = await old().artifacts.put(bytes);
    const input = { artifactId, projectId: "prj_1", contentType: "image/png", bytes: bytes.length, at: new Date() };
    await recordArtifact(db.ctx.models, input);
    return artifactId;
  }
  const setDataVersion = (dataVersion: number) => db.ctx.models.installations.updateOne({}, { $set: { dataVersion } });
  /** Replaces `from` in the file without changing its length. */
  const rewrite = async (name: string, from: string, to: string) => {
    const text = gunzipSync(await readFile(at(name))).toString("latin1");
    expect(text).to.contain(from);
    await writeFile(at(name), gzipSync(Buffer.from(text.replace(from, to.padEnd(from.length)), "latin1")));
  };
  const nothingWritten = async () => {
    expect(await other.models.organisations.countDocuments({})).to.equal(0);
    expect(await findRestore(other.models)).to.equal(null);
  };

  it("artifacts come back byte by byte, and every document as it was", async () => {
    const contents = new Map<string, Buffer>();
    for (let i = 0; i < (isFullLane ? 1_000 : 100); i += 1) {
      const bytes = randomBytes(1 + (i % 40));
      contents.set(await keepArtifact(bytes), bytes);
    }
    const odd = {
      _id: "job_1",
      when: new Date("2026-01-02T03:04:05.678Z"),
      many: [1, -0.5, 2 ** 40, null, 'Ä\n"$date'],
    };
    await db.ctx.models.jobs.collection.insertOne(odd as never);
    const made = await backup("one.tar.gz");
    expect(made).to.include({ artifacts: contents.size, missing: 0, withKey: false, version: VERSION });
    expect((await stat(at("one.tar.gz"))).mode & 0o077).to.equal(0);
    expect((await lastBackup(db.ctx.models))?._id).to.equal(made.backupId);

    const restored = await restore("one.tar.gz");
    expect(restored).to.include({ artifacts: contents.size, leftOut: 0, documents: made.documents, key: "missing" });
    const store = host().artifacts;
    for (const [id, bytes] of contents) expect((await store.get(id)).equals(bytes), id).to.equal(true);
    for (const name of ["jobs", "organisations", "artifacts", "installations"] as const) {
      const read = (models: typeof other.models) => readInTurns(models[name] as typeof models.jobs, {}, {});
      expect(await read(other.models), name).to.have.deep.members(await read(db.ctx.models));
    }
    expect((await findRestore(other.models))?.finishedAt).to.be.instanceOf(Date);
    const place = { models: other.models, dataDir: at("new"), where: "here", program: "0.1.0", queuePrefix: null };
    expect((await openInstallation(place)).id).to.equal((await nameDatabase(db.ctx.models, null)).installationId);
  });

  it("a baseline that was promoted while its pointer had already been read comes back with its newest version", async () => {
    const { models } = db.ctx;
    const at = new Date("2026-03-10T11:00:00Z");
    const place = {
      projectId: "prj_1",
      environmentId: "env_1",
      selector: "",
      viewport: "desktop",
      browser: "chromium",
    };
    const keyOf = (scenarioId: string) => ({ ...place, scenarioId, branch: "main" }) as BaselineKey;
    const accept = (scenarioId: string, id: string, shotId: string) =>
      promote(models, {
        key: keyOf(scenarioId),
        picture: { artifactId: id } as BaselinePicture,
        by: "ann@shop.example",
        how: "approve",
        fromRunId: "run_1",
        fromShotId: shotId,
        at,
        id,
      });
    for (const name of ["same", "moved"]) await accept(name, `bsv_${name}_1`, `shot_${name}_1`);
    const read = await readInTurns<Baseline>(models.baselines, {}, {});
    await accept("moved", "bsv_moved_2", "shot_moved_2");
    await accept("first", "bsv_first_1", "shot_first_1");
    await models.shots.collection.insertOne({ _id: "shot_first_1", baselineKey: keyOf("first") } as never);
    const now = await readInTurns<Baseline>(models.baselines, {}, {});
    // What the backup has read by then: the old pointers, and the whole history.
    await models.baselines.deleteMany({});
    await models.baselines.collection.insertMany(read as never[]);
    await backup("promoted.tar.gz");
    await restore("promoted.tar.gz");
    expect(await readInTurns<Baseline>(other.models.baselines, {}, {})).to.have.deep.members(now);
  });

  it("a backup from before backups named the version of their data comes back", async () => {
    await backup("one.tar.gz");
    // The header is JSON indented by two spaces, so replacing a line with blanks keeps the length.
    await rewrite("one.tar.gz", `"dataVersion": ${DATA_VERSION},`, "");
    expect(await restore("one.tar.gz")).to.include({ leftOut: 0 });
  });

  it("data that is migrated while a backup is made leaves no file", async () => {
    const { models } = db.ctx;
    const { signal } = new AbortController();
    const refused = await inSweepTurn(models, { holder: "swp_1", signal, waiting: async () => {} }, async (turn) => {
      const waiting = refusal(backup("one.tar.gz"));
      await eventually("the backup waits for the sweep", () => turn.isWanted());
      await setDataVersion(DATA_VERSION + 1);
      return { waiting };
    });
    const { code, message } = await refused.waiting;
    expect(code).to.equal("conflict");
    expect(message).to.contain(`from version ${DATA_VERSION} to version ${DATA_VERSION + 1}`);
    expect((await readdir(at(""))).filter((name) => name.startsWith("one"))).to.deep.equal([]);
  });

  it("the secret key is inside only when asked for, and another one is refused", async () => {
    await writeFile(at("old/allowed-hosts.json"), '{"hosts":[]}\n');
    await backup("without.tar.gz");
    await backup("with.tar.gz", true);
    const unpacked = gunzipSync(await readFile(at("without.tar.gz"))).toString("latin1");
    expect(unpacked).not.to.contain(secret);

    const wrong = await refusal(restore("without.tar.gz", { configuredSecret: "x".repeat(40) }));
    expect(wrong.code).to.equal("conflict");
    expect(wrong.message).to.contain("SVC_SECRET_KEY").and.not.to.contain(secret);
    await nothingWritten();

    expect((await restore("without.tar.gz", { configuredSecret: secret })).key).to.equal("given");
    await other.models.restores.deleteMany({});
    expect((await refusal(restore("with.tar.gz"))).code).to.equal("conflict");
    await emptyCollections(other.models, () => {});
    await other.models.restores.deleteMany({});
    expect((await restore("with.tar.gz")).key).to.equal("inside");
    expect(await readFile(at("new/secret.key"), "utf8")).to.equal(secret);
    expect(await readFile(at("new/allowed-hosts.json"), "utf8")).to.equal('{"hosts":[]}\n');
    expect(createSealer(secret).open(createSealer(secret).seal("a"))).to.equal("a");
  });

  it("an artifact that the store has lost is counted and named; the backup has all others", async () => {
    const [lost, kept] = [await keepArtifact(Buffer.from("lost")), await keepArtifact(Buffer.from("kept"))];
    await old().artifacts.remove(lost);
    const made = await backup("one.tar.gz");
    expect(made).to.include({ artifacts: 1, missing: 1 });
    expect(made.missingIds).to.deep.equal([lost]);
    await restore("one.tar.gz");
    expect((await host().artifacts.get(kept)).toString()).to.equal("kept");
  });

  describe("nothing is written when", () => {
    beforeEach(async () => {
      await keepArtifact(randomBytes(5_000));
      await backup("one.tar.gz");
    });

    it("the host is not empty", async () => {
      await other.models.organisations.collection.insertOne({ _id: "org_1" } as never);
      const { code, message } = await refusal(restore("one.tar.gz"));
      expect(code).to.equal("conflict");
      expect(message).to.contain("(organisations)");
      expect(await other.models.organisations.countDocuments({})).to.equal(1);
    });

    it("the data folder belongs to another installation", async () => {
      await mkdir(at("new"));
      await writeFile(at("new/installation.json"), JSON.stringify({ id: "0123456789abcdef" }));
      expect((await refusal(restore("one.tar.gz"))).message).to.contain("0123456789abcdef");
      await nothingWritten();
    });

    it("a newer program made it", async () => {
      const { code, message } = await refusal(restore("one.tar.gz", {}, "1.2.2"));
      expect(code).to.equal("validation_error");
      expect(message).to.contain("1.2.3").and.to.contain("1.2.2");
      await nothingWritten();
    });

    it("its data is newer than this program knows, whatever the program's version", async () => {
      const newer = DATA_VERSION + 1;
      await setDataVersion(newer);
      await backup("newer.tar.gz");
      const { code, message } = await refusal(restore("newer.tar.gz"));
      expect(code).to.equal("validation_error");
      expect(message).to.contain(`has version ${newer}, written by a newer build of Plumbline ${VERSION};`);
      expect(message).to.contain(`up to version ${DATA_VERSION}.`).and.contain("Nothing was written");
      await nothingWritten();
      expect(await readdir(at("new"))).to.deep.equal([]);
    });

    it("there is no such file", async () => {
      expect((await refusal(restore("none.tar.gz"))).code).to.equal("not_found");
    });

    for (const [how, spoil] of Object.entries<(file: string) => Promise<void>>({
      "it was cut off": async (file) => truncate(file, (await stat(file)).size - 200),
      "its last entry is missing": async (file) => {
        const bytes = gunzipSync(await readFile(file));
        await writeFile(file, gzipSync(bytes.subarray(0, bytes.lastIndexOf("manifest.json"))));
      },
      "a byte of an artifact has changed": async (file) => {
        const bytes = gunzipSync(await readFile(file));
        const place = bytes.indexOf("artifacts/") + 512;
        bytes[place] = (bytes[place] ?? 0) ^ 1;
        await writeFile(file, gzipSync(bytes));
      },
      "a byte of a document has changed": async (file) => {
        const bytes = gunzipSync(await readFile(file));
        const place = bytes.indexOf('"_id":"org_') + 12;
        bytes[place] = (bytes[place] ?? 0) ^ 1;
        await writeFile(file, gzipSync(bytes));
      },
      "it is something else": (file) => writeFile(file, "a text"),
    }))
      it(how, async () => {
        await spoil(at("one.tar.gz"));
        const { code, message } = await refusal(restore("one.tar.gz"));
        expect(code).to.equal("validation_error");
        expect(message).to.contain("Nothing was written");
        await nothingWritten();
      });
  });

  it("an interrupted restore lets nothing start, and begins again", async () => {
    await backup("one.tar.gz");
    const longAgo = new Date(Date.now() - RESTORE_LEASE_MS - 1_000);
    await beginRestore(other.models, { backupId: "bak_other", backupAt: longAgo, at: longAgo, holder: "killed" });
    await other.models.organisations.collection.insertOne({ _id: "org_half" } as never);
    await mkdir(at("new"));
    const place = { models: other.models, dataDir: at("new"), where: "here", program: "0.1.0", queuePrefix: null };
    const refused = await openInstallation(place).catch((error: Error) => error);
    expect((refused as Error).name).to.equal("RestoreUnfinishedError");
    await restore("one.tar.gz");
    expect(await other.models.organisations.findById("org_half").lean()).to.equal(null);
    await openInstallation(place);
  });

  it("of two restores that begin at once one writes, and the other is told", async () => {
    for (let index = 0; index < 20; index += 1) await keepArtifact(randomBytes(2_000));
    const made = await backup("one.tar.gz");
    await mkdir(at("second"));
    const both = await Promise.allSettled([restore("one.tar.gz"), restore("one.tar.gz", { dataDir: at("second") })]);
    const [won, lost] = [
      both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
      both.flatMap((one) => (one.status === "rejected" ? [one.reason as Error] : [])),
    ];
    expect(won.map(({ documents, artifacts, leftOut }) => [documents, artifacts, leftOut])).to.deep.equal([
      [made.documents, 20, 0],
    ]);
    expect(lost.map(({ message }) => message).join()).to.match(
      /^Another process is restoring into this database\..* Nothing was written\.$|^This host is not empty/,
    );
    expect((await findRestore(other.models))?.finishedAt).to.be.instanceOf(Date);
    expect(await findRestore(other.models)).to.include({ holder: null, holdsUntil: null });
  });

  it("a restore that was thought dead and comes back stops, and does not call the database whole", async () => {
    await keepArtifact(randomBytes(2_000));
    await backup("one.tar.gz");
    let later = 0;
    const now = () => new Date(Date.now() + later);
    const store = host().artifacts;
    let taken: boolean | undefined;
    const slow = restore("one.tar.gz", {
      now,
      artifacts: {
        ...store,
        async put(bytes: Uint8Array) {
          later = RESTORE_LEASE_MS + 1_000;
          const from = { backupId: "bak_2", backupAt: new Date(), at: now(), holder: "other" };
          taken = await beginRestore(other.models, from);
          return store.put(bytes);
        },
      },
    });
    expect((await refusal(slow)).message).to.contain("Another process continued the restore");
    expect(taken).to.equal(true);
    expect(await findRestore(other.models)).to.include({ holder: "other", finishedAt: null });
  });

  it("a restore that fails can begin again at once", async () => {
    await keepArtifact(randomBytes(2_000));
    await backup("one.tar.gz");
    const put = () => Promise.reject(new Error("the store is away"));
    const failed = await restore("one.tar.gz", { artifacts: { ...host().artifacts, put } }).catch(
      (error: Error) => error,
    );
    expect((failed as Error).message).to.equal("the store is away");
    expect((await restore("one.tar.gz")).artifacts).to.equal(1);
  });

  it("an existing file is not overwritten, and a failed backup leaves none behind", async () => {
    await backup("one.tar.gz");
    expect((await refusal(backup("one.tar.gz"))).code).to.equal("conflict");
    const failing = {
      ...old(),
      artifacts: { ...old().artifacts, get: () => Promise.reject(new Error("the store is away")) },
    };
    await keepArtifact(Buffer.from("a"));
    const input = { file: at("two.tar.gz"), withKey: false, version: VERSION };
    const failed = await makeBackup(failing, db.operator, input).catch((error: Error) => error);
    expect((failed as Error).message).to.equal("the store is away");
    expect((await readdir(at(""))).filter((name) => name.startsWith("two"))).to.deep.equal([]);
  });
});
