// Log files on a full disk: /dev/full fails every write with ENOSPC.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { finished } from "node:stream/promises";
import { expect } from "chai";
import { LOGS_SET_ASIDE, LogFile } from "../../platform/logFile.ts";

describe("platform/logFile", () => {
  let folder = "";
  let said: string[] = [];
  before(async function () {
    if (!existsSync("/dev/full")) return this.skip();
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-log-"));
  });
  beforeEach(() => {
    said = [];
  });
  after(async () => {
    if (folder) await rm(folder, { recursive: true });
  });

  const write = (log: LogFile, text: string) => new Promise<void>((resolve) => log.write(text, () => resolve()));
  const open = (name: string) => new LogFile({ path: path.join(folder, name), onTrouble: (s) => said.push(s) });

  it("drops and counts lines while the disk is full, says so once, and goes on when there is room", async () => {
    const log = open("full.log");
    await symlink("/dev/full", path.join(folder, "full.log"));
    await write(log, "one\ntwo\n");
    await write(log, "three\n");
    expect(log.lost).to.equal(3);
    expect(said).to.deep.equal([
      `the log ${folder}/full.log cannot be written and its lines are dropped until it can: the disk of ${folder} is full: free some space`,
    ]);
    await unlink(path.join(folder, "full.log"));
    await write(log, "four\n");
    await write(log, "five\n");
    expect(log.lost).to.equal(0);
    expect(said[1]).to.equal(`the log ${folder}/full.log is written again; 3 lines are missing`);
    log.end();
    await finished(log);
    expect(await readFile(path.join(folder, "full.log"), "utf8")).to.equal(
      "\n[3 lines are missing here]\nfour\nfive\n",
    );
  });

  it("sets a full file aside, and keeps a bounded number of them", async () => {
    const file = path.join(folder, "turned.log");
    const log = new LogFile({ path: file, maxBytes: 10 });
    for (let line = 1; line <= 8; line += 1) await write(log, `line ${line}\n`);
    log.end();
    await finished(log);
    expect(await readFile(file, "utf8")).to.equal("line 8\n");
    const aside = Array.from({ length: LOGS_SET_ASIDE }, (_, at) => readFile(`${file}.${at + 1}`, "utf8"));
    expect(await Promise.all(aside)).to.deep.equal(["line 7\n", "line 6\n", "line 5\n", "line 4\n"]);
    expect(existsSync(`${file}.${LOGS_SET_ASIDE + 1}`)).to.equal(false);
  });

  it("outlives a folder that is gone, and names what is wrong", async () => {
    const log = open("gone/a.log");
    await write(log, "one\n");
    log.end();
    await finished(log);
    expect(said).to.have.length(1);
    expect(said[0]).to.match(/ENOENT/);
  });

  it("appends to what is there", async () => {
    for (const text of ["one\n", "two\n"]) {
      const log = open("kept.log");
      log.end(text);
      await finished(log);
    }
    expect(await readFile(path.join(folder, "kept.log"), "utf8")).to.equal("one\ntwo\n");
    expect(said).to.deep.equal([]);
  });

  it("lets a process live whose own output leads to a full disk", () => {
    const source = `
      import { createLog } from ${JSON.stringify(new URL("../../platform/log.ts", import.meta.url).href)};
      const log = createLog("test", "info");
      log("info", "first");
      setTimeout(() => { log("info", "second"); process.stdout.write("x"); }, 20);
      setTimeout(() => process.exit(7), 60);`;
    const { status } = spawnSync(
      "/bin/sh",
      [
        "-c",
        'exec "$0" --disable-warning=ExperimentalWarning --input-type=module -e "$1" >/dev/full 2>/dev/full',
        process.execPath,
        source,
      ],
      { timeout: 20_000 },
    );
    expect(status).to.equal(7);
  });
});
