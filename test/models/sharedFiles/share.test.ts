// Two machines with data folders of their own and one database: a file that an operator gives one of them is at both.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { changeSharedFile, followSharedFiles, pullSharedFiles } from "../../../models/sharedFiles/share.ts";
import { readAllowedHosts, visitableHosts, writeAllowedHosts } from "../../../platform/net/allowedHosts.ts";
import { openDatabase } from "../../support/database.ts";
import { eventually } from "../../support/eventually.ts";

describe("files that all machines share", () => {
  let folder: string;
  let database: Awaited<ReturnType<typeof openDatabase>>;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-shared-"));
    database = await openDatabase();
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const machine = (name: string): string => path.join(folder, name);
  const host = (name: string) => ({ host: name, at: "2026-11-01T00:00:00.000Z" });
  const hostsOf = (name: string) => readAllowedHosts(machine(name)).map((one) => one.host);
  const allow = (on: string, name: string) =>
    changeSharedFile(database.models, machine(on), "allowed-hosts", async () =>
      writeAllowedHosts(machine(on), [...readAllowedHosts(machine(on)), host(name)]),
    );

  it("what is changed at one machine is at the other, and the other's next change keeps it", async () => {
    await allow("one", "localhost:3000");
    await pullSharedFiles(database.models, machine("two"));
    expect(hostsOf("two")).to.deep.equal(["localhost:3000"]);
    await allow("two", "localhost:4000");
    await pullSharedFiles(database.models, machine("one"));
    expect(hostsOf("one")).to.deep.equal(["localhost:3000", "localhost:4000"]);
    expect(visitableHosts({ allowedHosts: "", dataDir: machine("one") })()).to.have.length(2);
  });

  it("changes at both at once are both there in the end", async () => {
    await Promise.all([allow("one", "localhost:1"), allow("two", "localhost:2"), allow("three", "localhost:3")]);
    await pullSharedFiles(database.models, machine("four"));
    expect(hostsOf("four").sort()).to.deep.equal(["localhost:1", "localhost:2", "localhost:3"]);
  });

  it("a machine that follows gets a change by itself", async () => {
    const rest = await followSharedFiles(database.models, machine("two"));
    try {
      await allow("one", "localhost:3000");
      await eventually("the file is there", () => hostsOf("two").length === 1);
    } finally {
      rest();
    }
  });

  it("a file from before there were shared ones goes into the database", async () => {
    writeAllowedHosts(machine("old"), [host("localhost:3000")]);
    await pullSharedFiles(database.models, machine("old"));
    await pullSharedFiles(database.models, machine("new"));
    expect(hostsOf("new")).to.deep.equal(["localhost:3000"]);
  });

  it("of advisories the newest stay, byte by byte", async () => {
    const put = async (on: string, day: string, text: string) => {
      await mkdir(path.join(machine(on), "advisories"), { recursive: true });
      await writeFile(path.join(machine(on), "advisories", `advisories-${day}.json`), text);
    };
    await changeSharedFile(database.models, machine("one"), "advisories", () => put("one", "2026-10-01", "{}"));
    await pullSharedFiles(database.models, machine("two"));
    const text = JSON.stringify({ words: "ü".repeat(100_000) });
    await changeSharedFile(database.models, machine("one"), "advisories", () => put("one", "2026-11-01", text));
    await pullSharedFiles(database.models, machine("two"));
    const there = path.join(machine("two"), "advisories");
    expect(await readdir(there)).to.deep.equal(["advisories-2026-11-01.json"]);
    expect(await readFile(path.join(there, "advisories-2026-11-01.json"), "utf8")).to.equal(text);
  });

  it("a path that the database names is none of the folder's others", async () => {
    await allow("one", "localhost:3000");
    await database.models.sharedFiles.updateOne({ _id: "allowed-hosts" }, { file: "secret.key" });
    await pullSharedFiles(database.models, machine("two"));
    expect(await readdir(folder)).to.deep.equal(["one"]);
  });
});
