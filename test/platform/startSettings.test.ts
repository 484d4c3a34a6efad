// A process that is started before its settings are known.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { SETTINGS_FOLLOW } from "../../platform/startSettings.ts";

const MODULE = new URL("../../platform/startSettings.ts", import.meta.url).href;
const PROGRAM = `import { takeStartSettings } from ${JSON.stringify(MODULE)};
process.send({ kind: "loaded" });
await takeStartSettings();
process.send({ kind: "taken", address: process.env.ADDRESS, follow: process.env.${SETTINGS_FOLLOW} ?? null });
process.disconnect();
`;

describe("settings that follow a process", () => {
  let folder: string;
  const start = (env: NodeJS.ProcessEnv): ChildProcess =>
    fork(path.join(folder, "program.ts"), {
      env: { PATH: process.env.PATH, ...env },
      execArgv: ["--disable-warning=ExperimentalWarning"],
    });
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-settings-"));
    await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(path.join(folder, "program.ts"), PROGRAM);
  });
  after(() => rm(folder, { recursive: true }));

  it("are taken into its environment, and nothing else is", async () => {
    const child = start({ [SETTINGS_FOLLOW]: "1" });
    await once(child, "message");
    child.send({ kind: "other", env: { ADDRESS: "wrong" } });
    child.send({ kind: "settings", env: { ADDRESS: "right" } });
    expect((await once(child, "message"))[0]).to.deep.equal({ kind: "taken", address: "right", follow: null });
    expect(await once(child, "exit")).to.deep.equal([0, null]);
  });

  it("are not waited for where none follow, and not after the parent has gone", async () => {
    const without = start({ ADDRESS: "own" });
    await once(without, "message");
    expect((await once(without, "message"))[0]).to.include({ address: "own" });
    const left = start({ [SETTINGS_FOLLOW]: "1" });
    await once(left, "message");
    const ended = once(left, "exit");
    left.disconnect();
    expect(await ended).to.deep.equal([0, null]);
  });
});
