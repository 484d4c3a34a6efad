import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { makeTemporaryFolder } from "../../browsers/temporaryFolder.ts";
import { eventually } from "../support/eventually.ts";

const MODULES = new URL("../../browsers/", import.meta.url).href;

/** The part of a worker that concerns its folder: it runs one browser until it is killed. */
const WORKER = `
  const { makeTemporaryFolder } = await import("${MODULES}temporaryFolder.ts");
  const { launchBrowser } = await import("${MODULES}launch.ts");
  const { folder } = makeTemporaryFolder();
  process.env.TMPDIR = folder;
  await launchBrowser("chromium", { stillImages: false, reducedMotion: false, touch: false }, {});
  process.stdout.write(folder);
`;

describe("a worker's temporary folder", function () {
  this.timeout(60_000);
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), "plumbline-tf-"));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it("holds what the browsers of a killed worker leave behind, and the next worker sweeps it", async () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", WORKER], {
      env: { ...process.env, TMPDIR: root },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const gone = once(child, "exit");
    const said = await Promise.race([once(child.stdout, "data"), gone.then(() => [])]);
    const folder = String(said[0]);
    expect(readdirSync(root)).to.deep.equal([path.basename(folder)]);
    makeTemporaryFolder(root)?.remove();
    expect(existsSync(folder), "its worker runs").to.equal(true);
    child.kill("SIGKILL");
    await gone;
    expect(readdirSync(folder).filter((name) => name.startsWith("playwright"))).not.to.be.empty;

    // Its browser is still ending and may keep writing: it may even create the removed folder again, which then has no owner and is swept
    // once it is a minute old.
    const old = new Date(Date.now() - 120_000);
    await eventually("a next worker sweeps it", () => {
      if (existsSync(folder)) utimesSync(folder, old, old);
      makeTemporaryFolder(root)?.remove();
      return readdirSync(root).length === 0;
    });
  });

  it("goes on being known as left while something still writes into it", async () => {
    const folder = path.join(root, "plumbline-1-aaaaaa");
    mkdirSync(folder);
    writeFileSync(path.join(folder, "owner"), JSON.stringify({ host: hostname(), process: "1:0" }));
    const writer = spawn(process.execPath, [
      "-e",
      `const fs = require("node:fs"); console.log("up");
       for (let n = 0; ; n += 1) try { fs.writeFileSync(${JSON.stringify(folder)} + "/" + n, ""); } catch {}`,
    ]);
    await once(writer.stdout, "data");
    for (let turn = 0; turn < 5; turn += 1) makeTemporaryFolder(root)?.remove();
    const gone = once(writer, "exit");
    writer.kill("SIGKILL");
    await gone;
    makeTemporaryFolder(root)?.remove();
    expect(readdirSync(root)).to.be.empty;
  });

  it("is left alone where it is another host's, is just being made, or is not such a folder", () => {
    const make = (name: string, owner?: object, ageMs = 0) => {
      const folder = path.join(root, name);
      mkdirSync(folder);
      if (owner) writeFileSync(path.join(folder, "owner"), JSON.stringify(owner));
      const at = new Date(Date.now() - ageMs);
      utimesSync(folder, at, at);
    };
    const ended = { host: hostname(), process: "1:0" };
    make("plumbline-1-aaaaaa", { ...ended, host: "another" }, 120_000);
    make("plumbline-2-bbbbbb");
    make("plumbline-other", ended, 120_000);
    make("plumbline-3-cccccc", ended);
    make("plumbline-4-dddddd", undefined, 120_000);
    symlinkSync(path.join(root, "plumbline-other"), path.join(root, "plumbline-5-eeeeee"));
    const own = makeTemporaryFolder(root);
    const left = ["plumbline-1-aaaaaa", "plumbline-2-bbbbbb", "plumbline-5-eeeeee", "plumbline-other"];
    expect(readdirSync(root)).to.have.members([...left, path.basename(own?.folder ?? "")]);
  });

  it("is not made where its path leaves no room for the sockets of browsers", () => {
    const deep = path.join(root, "a".repeat(60));
    mkdirSync(deep);
    expect(makeTemporaryFolder(deep)).to.equal(null);
    expect(readdirSync(deep)).to.be.empty;
  });
});
