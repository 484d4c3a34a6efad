// The README's own commands, copied as a person would, on a site that the program has never seen.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { runningOn } from "../../temporal-dev/background.ts";
import { takePort } from "../../temporal-dev/ports.ts";
import { processesWith } from "../support/processes.ts";
import { type SmallSite, startSmallSite } from "../support/smallSite.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
type Ran = { exit: number | null; output: string };
type Going = { child: ChildProcess; ended: Promise<Ran>; said(pattern: RegExp): Promise<void> };

/** Returns the shell blocks of the README's section. */
async function linesOfReadme(): Promise<string[]> {
  const readme = await readFile(path.join(ROOT, "README.md"), "utf8");
  const section = /## Test your own site\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? "";
  const blocks = [...section.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  return blocks.flatMap((block) => block.trim().split("\n"));
}

describe("from nothing to the first verdict with README's lines", function () {
  this.timeout(900_000);
  let site: SmallSite;
  let folder: string;
  let dataDir: string;
  let env: NodeJS.ProcessEnv;
  let init: string;
  let others: string[];

  const start = (line: string): Going => {
    // In a separate process group, as in a terminal, where Ctrl-C reaches all processes.
    const child = spawn("sh", ["-c", `exec ${line}`], {
      cwd: ROOT,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const waits: (() => void)[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (chunk) => {
        output += String(chunk);
        for (const wait of waits) wait();
      });
    const ended = once(child, "close").then(([exit]): Ran => ({ exit: exit as number | null, output }));
    const said = (pattern: RegExp) =>
      Promise.race([
        new Promise<void>((resolve) => {
          const look = () => pattern.test(output) && resolve();
          waits.push(look);
          look();
        }),
        ended.then(() => {
          if (!pattern.test(output)) throw new Error(`it ended without ${pattern}:\n${output}`);
        }),
      ]);
    return { child, ended, said };
  };
  const run = (line: string) => start(line).ended;
  const interrupt = ({ child }: Going) => child.pid !== undefined && process.kill(-child.pid, "SIGINT");

  before(async function () {
    if (process.platform !== "linux") this.skip();
    site = await startSmallSite();
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-init-"));
    dataDir = path.join(folder, "data");
    const { MONGODB_URI: _m, TEMPORAL_ADDRESS: _t, SVC_URL: _u, SVC_API_KEY: _k, ...inherited } = process.env;
    env = {
      ...inherited,
      SVC_DATA_DIR: dataDir,
      SVC_PORT: String(await takePort(0)),
      SVC_WORKER_METRICS_PORT: "0",
      PLUMBLINE_CONFIG_DIR: path.join(folder, "config"),
    };
    const [first = "", ...rest] = await linesOfReadme();
    // A script passes --yes instead of answering a prompt, as the README says.
    init = `${first.replace("http://localhost:3000", site.url)} --yes`;
    others = rest;
  });
  after(async () => {
    if (runningOn(dataDir)) await run("npm stop");
    await site?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it("refuses without a terminal and without --yes, and starts nothing", async () => {
    const { exit, output } = await run(init.replace(" --yes", ""));
    expect([exit, output]).to.deep.equal([2, output]);
    expect(output).to.match(/no terminal to ask at: add --yes/);
    expect(await processesWith(folder)).to.deep.equal([]);
  });

  it("a second one at the same time is refused, and one that is stopped while it starts says how to go on", async () => {
    const going = start(init);
    await going.said(/Looking for Plumbline/);
    const { exit, output } = await run(init);
    expect(output).to.match(/Another init works on this data folder/);
    expect(exit).to.equal(2);
    interrupt(going);
    const stopped = await going.ended;
    expect(stopped.exit, stopped.output).to.equal(3);
    expect(stopped.output).to.match(/Stopped\. Run the same command again: it continues\./);
  });

  it("stopped half-way, it goes on: pages with people's names, baselines, a visual test and the audits", async () => {
    const going = start(init);
    await going.said(/✔ \d+ scenarios?: /);
    interrupt(going);
    expect((await going.ended).exit).to.equal(3);
    const { exit, output } = await run(init);
    expect(exit, output).to.be.oneOf([0, 1]);
    expect(output).not.to.match(/scenarios?: "Home"/);
    // It passes only with baselines. The command that was stopped may have begun to capture them.
    expect(output)
      .to.match(/Visual test +passed/)
      .and.match(/Full audit +(passed|failed)/);
    expect(output).to.match(/Dashboard +http:\/\/127\.0\.0\.1:\d+\/p\/localhost-\d+/);
    const login = path.join(folder, "config", "login.json");
    expect(((await stat(login)).mode & 0o777).toString(8)).to.equal("600");
    const { apiKey } = JSON.parse(await readFile(login, "utf8")) as { apiKey: string };
    expect(output).not.to.include(apiKey);
    await writeFile(path.join(folder, "first.txt"), output);
  });

  it("a second one changes nothing and says so", async () => {
    const { output } = await run(init);
    expect(output)
      .to.match(/Nothing was left to do: this is the earlier result\./)
      .and.not.match(/✔/);
    const idsOf = (text: string) => [...new Set(text.match(/run_\w+/g))].sort();
    const first = await readFile(path.join(folder, "first.txt"), "utf8");
    expect(idsOf(first)).to.include.members(idsOf(output));
  });

  it("a change is found, approved, and the service stops", async () => {
    site.change("/", "Now with nuts");
    const [visual = "", approve = "", stop = ""] = others.map((line) => line.replace(/ +#.*/, ""));
    const failed = await run(visual);
    expect(failed.exit, failed.output).to.equal(1);
    expect(failed.output).to.match(/Now with nuts|Home/);
    const approved = await run(approve);
    expect(approved.exit, approved.output).to.equal(0);
    const stopped = await run(stop);
    expect(stopped.exit, stopped.output).to.equal(0);
    expect(runningOn(dataDir)).to.equal(null);
    expect(await processesWith(folder)).to.deep.equal([]);
  });
});
