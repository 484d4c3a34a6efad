import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { findPlace, findTemporalUi, readSecretKey } from "../../cli/connection.ts";
import { describe as sentenceOf } from "../../cli/describe.ts";
import { CliError } from "../../cli/exit.ts";
import { readConfig } from "../../domain/config.ts";

describe("which database the command uses", () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-test-cli-"));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));
  const config = (env: Record<string, string> = {}) => readConfig({ SVC_DATA_DIR: dataDir, ...env });
  const running = (file: object | string) =>
    writeFile(path.join(dataDir, "runtime.json"), typeof file === "string" ? file : JSON.stringify(file));

  it("MONGODB_URI goes before the running service", async () => {
    await running({ pid: process.pid, mongoUri: "mongodb://service/", mongoDatabase: "theirs" });
    const place = findPlace(config({ MONGODB_URI: "mongodb://mine/", SVC_MONGO_DATABASE: "db" }));
    expect(place).to.include({ mongoUri: "mongodb://mine/", mongoDatabase: "db" });
    expect(place.secretKeyFile).to.equal(path.join(dataDir, "secret.key"));
  });

  it("the running service's own", async () => {
    const secretKeyFile = path.join(dataDir, "other.key");
    await running({ pid: process.pid, mongoUri: "mongodb://service/", mongoDatabase: "theirs", secretKeyFile });
    expect(findPlace(config())).to.deep.equal({
      mongoUri: "mongodb://service/",
      mongoDatabase: "theirs",
      secretKeyFile,
      apiUrl: null,
    });
  });

  for (const [what, file] of [
    ["no service has run", null],
    ["the service was killed", { pid: 2 ** 30, mongoUri: "mongodb://service/" }],
    ["the file is half written", '{"pid": 1'],
    ["the file names no database", { pid: process.pid }],
  ] as const)
    it(`says how to start one when ${what}`, async () => {
      if (file !== null) await running(file);
      expect(() => findPlace(config()))
        .to.throw(CliError, "npm start")
        .with.property("exit", 5);
    });

  it("the link to the Temporal UI is the running service's, where Temporal is its own", async () => {
    await running({ pid: process.pid, temporalUiLink: "http://127.0.0.1:8233/in" });
    expect(findTemporalUi(config())).to.equal("http://127.0.0.1:8233/in");
    for (const file of [
      { pid: process.pid, temporalUiLink: null },
      { pid: 2 ** 30, temporalUiLink: "http://x" },
    ]) {
      await running(file);
      expect(() => findTemporalUi(config()))
        .to.throw(CliError, "npm start")
        .with.property("exit", 5);
    }
  });

  it("the secret key comes from SVC_SECRET_KEY, else from the service's file", async () => {
    const mongo = { MONGODB_URI: "mongodb://mine/" };
    const place = findPlace(config(mongo));
    expect(() => readSecretKey(config(mongo), place)).to.throw(CliError, "SVC_SECRET_KEY");
    await writeFile(place.secretKeyFile, `${"f".repeat(64)}\n`);
    expect(readSecretKey(config(mongo), place)).to.equal("f".repeat(64));
    const own = "e".repeat(40);
    expect(readSecretKey(config({ ...mongo, SVC_SECRET_KEY: own }), place)).to.equal(own);
  });

  it("an unforeseen error is told without the password of an address", () => {
    const error = new Error('bad address "mongodb://user:pw@7f3a@host/db"');
    expect(sentenceOf(error)).to.equal('Error: bad address "mongodb://***@host/db"');
  });
});
