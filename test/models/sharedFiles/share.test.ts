// Two machines with their own data folders and one database: a file that an operator puts on one of them appears on both.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { FolderFile } from "../../../models/sharedFiles/folder.ts";
import { changeSharedFile, followSharedFiles, pullSharedFiles } from "../../../models/sharedFiles/share.ts";
import { writeFolderFile } from "../../../platform/backup/folderFiles.ts";
import type { Log } from "../../../platform/log.ts";
import {
  allowedHostsFile,
  parseAllowedHosts,
  readAllowedHosts,
  visitableHosts,
} from "../../../platform/net/allowedHosts.ts";
import { openDatabase } from "../../support/database.ts";
import { eventually } from "../../support/eventually.ts";

describe("files that all machines share", () => {
  let folder: string;
  let database: Awaited<ReturnType<typeof openDatabase>>;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-shared-"));
    database = await openDatabase();
    lines = [];
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const machine = (name: string): string => path.join(folder, name);
  const host = (name: string) => ({ host: name, at: "2026-11-01T00:00:00.000Z" });
  const hostsOf = (name: string) => readAllowedHosts(machine(name)).map((one) => one.host);
  let lines: { level: string; message: string; fields?: Record<string, unknown> }[];
  const log: Log = (level, message, fields) => void lines.push({ level, message, ...(fields && { fields }) });
  const sharing = () => ({ models: database.models, log });
  const pull = (on: string) => pullSharedFiles(sharing(), machine(on));
  const listOf = (bytes: Buffer | null) => (bytes === null ? [] : (parseAllowedHosts(String(bytes)) ?? []));
  const allow = (on: string, name: string) =>
    changeSharedFile(sharing(), machine(on), "allowed-hosts", (bytes) =>
      allowedHostsFile([...listOf(bytes), host(name)]),
    );
  const advisories = (day: string, text = "{}"): FolderFile => ({
    file: `advisories/advisories-${day}.json`,
    bytes: Buffer.from(text),
  });
  const adviseFrom = (on: string, file: FolderFile) =>
    changeSharedFile(sharing(), machine(on), "advisories", () => file);
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail("it was done"),
      (error: Error) => error.message,
    );
  const advisoriesOf = (on: string) => readdir(path.join(machine(on), "advisories"));
  /** Writes a file as versions without shared files did. */
  const put = (on: string, { file, bytes }: FolderFile) => writeFolderFile(machine(on), file, bytes);

  it("what is changed at one machine is at the other, and the other's next change keeps it", async () => {
    await allow("one", "localhost:3000");
    await pull("two");
    expect(hostsOf("two")).to.deep.equal(["localhost:3000"]);
    await allow("two", "localhost:4000");
    await pull("one");
    expect(hostsOf("one")).to.deep.equal(["localhost:3000", "localhost:4000"]);
    expect(visitableHosts({ allowedHosts: "", dataDir: machine("one") })()).to.have.length(2);
  });

  it("changes at both at once are both there in the end", async () => {
    await Promise.all([allow("one", "localhost:1"), allow("two", "localhost:2"), allow("three", "localhost:3")]);
    await pull("four");
    expect(hostsOf("four").sort()).to.deep.equal(["localhost:1", "localhost:2", "localhost:3"]);
  });

  it("a machine that follows gets a change by itself", async () => {
    const rest = await followSharedFiles(sharing(), machine("two"));
    try {
      await allow("one", "localhost:3000");
      await eventually("the file is there", () => hostsOf("two").length === 1);
    } finally {
      rest();
    }
  });

  it("a file from before there were shared ones goes into the database", async () => {
    await put("old", allowedHostsFile([host("localhost:3000")]));
    await pull("old");
    await pull("new");
    expect(hostsOf("new")).to.deep.equal(["localhost:3000"]);
  });

  it("of advisories the newest stay, byte by byte", async () => {
    await adviseFrom("one", advisories("2026-10-01"));
    await pull("two");
    const text = JSON.stringify({ words: "ü".repeat(100_000) });
    await adviseFrom("one", advisories("2026-11-01", text));
    await pull("two");
    expect(await advisoriesOf("two")).to.deep.equal(["advisories-2026-11-01.json"]);
    const there = path.join(machine("two"), "advisories", "advisories-2026-11-01.json");
    expect(await readFile(there, "utf8")).to.equal(text);
  });

  it("a path that the database names is none of the folder's others", async () => {
    await allow("one", "localhost:3000");
    await database.models.sharedFiles.updateOne({ _id: "allowed-hosts" }, { file: "secret.key" });
    expect(await failure(pull("two"))).to.match(/invalid path for the allowed-hosts: secret\.key/);
    expect(await readdir(folder)).to.deep.equal(["one"]);
  });

  it("of lists from before there were shared ones each host stays, whichever machine comes first", async () => {
    await put("api", allowedHostsFile([host("localhost:1"), host("localhost:2")]));
    await put("worker", allowedHostsFile([host("localhost:2"), host("intranet:80")]));
    for (const name of ["api", "worker", "api"]) await pull(name);
    for (const name of ["api", "worker"])
      expect(hostsOf(name)).to.deep.equal(["localhost:1", "localhost:2", "intranet:80"]);
    expect(lines.map(({ level, fields }) => [level, fields])).to.deep.equal([["warn", { hosts: ["intranet:80"] }]]);
  });

  it("a host that was removed does not come back from a machine that was off", async () => {
    await allow("one", "localhost:1");
    await allow("two", "localhost:2");
    await changeSharedFile(sharing(), machine("one"), "allowed-hosts", () => allowedHostsFile([host("localhost:2")]));
    expect(hostsOf("two")).to.deep.equal(["localhost:1", "localhost:2"]);
    await pull("two");
    expect(hostsOf("two")).to.deep.equal(["localhost:2"]);
  });

  it("newer advisories of a machine that comes later win, and what is replaced is in the log", async () => {
    await put("api", advisories("2026-09-01"));
    await put("worker", advisories("2026-10-01"));
    await put("old", advisories("2026-08-01"));
    for (const name of ["api", "worker", "old", "api"]) await pull(name);
    for (const name of ["api", "worker", "old"])
      expect(await advisoriesOf(name)).to.deep.equal(["advisories-2026-10-01.json"]);
    expect(lines.map(({ level, fields }) => [level, fields?.file])).to.deep.equal([
      ["info", "advisories/advisories-2026-10-01.json"],
      ["warn", "advisories/advisories-2026-08-01.json"],
    ]);
  });

  it("a change that the database refuses leaves the folder as it was", async () => {
    await allow("one", "localhost:1");
    const { models } = database;
    // The database's response when its disk is full.
    const full = { ...models, sharedFiles: Object.create(models.sharedFiles) as typeof models.sharedFiles };
    full.sharedFiles.updateOne = () => {
      throw new Error("database or disk is full");
    };
    const change = changeSharedFile({ models: full, log }, machine("one"), "allowed-hosts", () => allowedHostsFile([]));
    expect(await failure(change)).to.match(/is full/);
    await pull("one");
    expect(hostsOf("one")).to.deep.equal(["localhost:1"]);
  });

  it("a folder that takes one of them does not keep the other from it, is named once, and does not end the start", async () => {
    await allow("one", "localhost:1");
    await adviseFrom("one", advisories("2026-10-01"));
    // No folder can be created where a file exists.
    await mkdir(machine("two"));
    await writeFile(path.join(machine("two"), "advisories"), "");
    const rest = await followSharedFiles(sharing(), machine("two"));
    try {
      expect(hostsOf("two")).to.deep.equal(["localhost:1"]);
      expect(lines.map(({ message }) => message)).to.deep.equal([
        "the advisories of the installation could not be copied to this machine yet",
      ]);
      await allow("one", "localhost:2");
      await eventually("the next look brings what can be brought", () => hostsOf("two").length === 2);
      expect(lines, "and says nothing twice").to.have.length(1);
      await rm(path.join(machine("two"), "advisories"));
      await eventually(
        "the other file comes too",
        async () => (await advisoriesOf("two").catch(() => [])).length === 1,
      );
    } finally {
      rest();
    }
  }).timeout(30_000);
});
