// The installation's secret: complete, long, shared by processes that start at the same time, and never replaced while data sealed with it
// exists.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { nameDatabase } from "../../models/installations/queries.ts";
import { openSecretKey } from "../../models/sealedData.ts";
import { createSealer } from "../../platform/sealing.ts";
import { makeSecretFile, SecretKeyError } from "../../platform/secretKey.ts";
import { deriveSecret } from "../../platform/secrets.ts";
import { openDatabase } from "../support/database.ts";

const LONG = "0123456789abcdef0123456789abcdef";

describe("the secret of the installation", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let dataDir: string;
  beforeEach(async () => {
    database = await openDatabase();
    dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-secret-"));
  });
  afterEach(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const file = () => path.join(dataDir, "secret.key");
  const open = (configured: string | null = null) => openSecretKey({ models: database.models, configured, dataDir });
  const refusal = async (work: Promise<unknown>) =>
    work.then(
      () => expect.fail("it was taken"),
      (error: unknown) => error as Error,
    );

  for (const text of ["", "\n", "short", `${"x".repeat(31)}\n`])
    it(`is not ${JSON.stringify(text.slice(0, 8))} of ${text.length} characters`, async () => {
      await writeFile(file(), text);
      const error = await refusal(open());
      expect(error).to.be.instanceOf(SecretKeyError);
      expect(error.message).to.contain(file()).and.to.contain("backup").and.to.contain("SVC_SECRET_KEY");
      expect(await readFile(file(), "utf8"), "it stays as it is").to.equal(text);
      expect(() => deriveSecret({ secretKey: text.trim() }, "signed links")).to.throw(/32 characters/);
      expect(await open(LONG), "a configured one needs no file").to.equal(LONG);
    });

  it("is the file's, or made once, for its owner alone", async () => {
    const made = await open();
    expect(made).to.have.length.of.at.least(32);
    expect(await open()).to.equal(made);
    expect((await stat(file())).mode & 0o777).to.equal(0o600);
    expect(await readdir(dataDir)).to.deep.equal(["secret.key"]);
  });

  it("is one for all processes that start at once", async () => {
    const module = new URL("../../platform/secretKey.ts", import.meta.url).href;
    const script = `const { makeSecretFile } = await import(${JSON.stringify(module)}); console.log(await makeSecretFile(${JSON.stringify(dataDir)}));`;
    const others = [1, 2, 3].map(() => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]));
    const ours = Array.from({ length: 20 }, () => makeSecretFile(dataDir));
    const keys = [...(await Promise.all(ours)), ...(await Promise.all(others)).map(({ stdout }) => stdout.trim())];
    expect(new Set(keys)).to.deep.equal(new Set([await readFile(file(), "utf8")]));
    expect(await readdir(dataDir)).to.deep.equal(["secret.key"]);
  });

  it("is another machine's: it is not made here, and one that is here is refused", async () => {
    await nameDatabase(database.models, null);
    const other = path.join(dataDir, "other");
    const openAt = (host: string, folder: string, configured: string | null = null) =>
      openSecretKey({ models: database.models, configured, dataDir: folder, host });
    const made = await openAt("one", dataDir);
    const none = await refusal(openAt("two", other));
    expect(none).to.be.instanceOf(SecretKeyError);
    expect(none.message).to.contain("no secret").and.to.contain("created on one").and.to.contain("SVC_SECRET_KEY");
    await makeSecretFile(other);
    expect((await refusal(openAt("two", other))).message).to.contain("another secret");
    expect(await openAt("two", other, made), "the same one, configured").to.equal(made);
    expect(await openAt("one", dataDir), "and the first machine goes on with its file").to.equal(made);
    await rm(file());
    expect((await refusal(openAt("one", dataDir))).message).to.contain("is set in SVC_SECRET_KEY");
  });

  it("is the file that opens what was sealed before anybody said so, whichever machine comes first", async () => {
    await nameDatabase(database.models, null);
    const other = path.join(dataDir, "other");
    const right = await makeSecretFile(dataDir);
    const wrong = await makeSecretFile(other);
    const site = { name: "P", slug: "p", baseUrl: "https://p.example", createdAt: new Date() };
    const sealedTickets = createSealer(right).seal("{}");
    await database.models.projects.create({ ...site, _id: "p", orgId: "o", sealedTickets });
    const openAt = (host: string, folder: string) =>
      openSecretKey({ models: database.models, configured: null, dataDir: folder, host });
    const refused = await refusal(openAt("worker", other));
    expect(refused).to.be.instanceOf(SecretKeyError);
    expect(refused.message).to.contain(other).and.to.contain("SVC_SECRET_KEY").and.not.to.contain(wrong);
    expect(await openAt("api", dataDir)).to.equal(right);
    expect((await refusal(openAt("worker", other))).message).to.contain("was created on api");
  });

  it("is made anew where it was made, and nothing was stored under it", async () => {
    await nameDatabase(database.models, null);
    const first = await open();
    await rm(file());
    expect(await open()).to.not.equal(first);
  });

  it("is not made anew beside what another one has sealed", async () => {
    const { projects, environments, notificationChannels } = database.models;
    const at = new Date();
    const site = { name: "P", slug: "p", baseUrl: "https://p.example", createdAt: at };
    await projects.create({ ...site, _id: "p", orgId: "o" });
    await open();
    await rm(file());
    for (const [seal, unseal] of [
      [
        () => environments.create({ ...site, _id: "e", projectId: "p", sealedAccess: "v1.x" }),
        () => environments.deleteMany({}),
      ],
      [
        () => projects.updateOne({ _id: "p" }, { $set: { sealedTickets: "v1.x" } }),
        () => projects.updateOne({ _id: "p" }, { $set: { sealedTickets: null } }),
      ],
      [
        () =>
          notificationChannels.create({
            _id: "c",
            orgId: "o",
            projectId: "p",
            name: "C",
            kind: "slack",
            enabled: true,
            branches: "all",
            sealed: "v1.x",
            createdBy: "test",
            createdAt: at,
            updatedAt: at,
          }),
        () => notificationChannels.deleteMany({}),
      ],
    ] as (() => Promise<unknown>)[][]) {
      await seal?.();
      expect((await refusal(open())).message)
        .to.contain("secret.key")
        .and.to.contain("SVC_SECRET_KEY");
      expect(await readdir(dataDir)).to.deep.equal([]);
      expect(await open(LONG)).to.equal(LONG);
      await unseal?.();
    }
    expect(await open()).to.have.length.of.at.least(32);
  });
});
