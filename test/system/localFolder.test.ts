// The data folder of `run --local` used by several jobs: at the same time, one after the other, and restored from CI's cache.
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { takePort } from "../../temporal-dev/ports.ts";
import { type Going, type PackedCli, packCli } from "../cli/packed.ts";
import { processesWith } from "../support/processes.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SERVER = `import { readFileSync } from "node:fs";
import { createServer } from "node:http";
const { FOLDER, PORT } = process.env;
createServer(({ url }, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(readFileSync(FOLDER + (url === "/two" ? "/two.html" : "/one.html")));
}).listen(Number(PORT), "127.0.0.1");
`;
const pageOf = (colour: string) =>
  `<!doctype html><html lang="en"><title>Page</title><p style="height:200px;background:${colour}"></p></html>`;

describe("the data folder of run --local", function () {
  this.timeout(300_000);
  let cli: PackedCli;
  let repository: string;
  const ports: number[] = [];
  const { HOME = "", PLUMBLINE_CACHE_DIR = "", XDG_CACHE_HOME = "", PLAYWRIGHT_BROWSERS_PATH } = process.env;
  const installed = {
    HOME,
    PLUMBLINE_CACHE_DIR,
    XDG_CACHE_HOME,
    ...(PLAYWRIGHT_BROWSERS_PATH && { PLAYWRIGHT_BROWSERS_PATH }),
  };
  const at = (...names: string[]) => path.join(repository, ...names);

  /** `site`: index of the port it uses; `pages`: folder of the checked-out site. */
  const run = (args: string[], { data = "shared", site = 0, pages = "work" } = {}): Going => {
    const port = ports[site];
    const serve = `FOLDER="${at(pages)}" PORT=${port} "${process.execPath}" "${at("server.mjs")}"`;
    const local = ["--local", "--service", ROOT, "--data", at(data), "--serve", serve];
    const url = ["--url", `http://127.0.0.1:${port}`];
    return cli.start(["run", ...args, ...local, ...url], { ...installed, MARK: repository }, undefined, at(pages));
  };
  const git = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@shop.test", ...args],
      {
        cwd: at("work"),
        env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" },
      },
    );
    return stdout.trim();
  };
  const commit = async (page: "one" | "two", colour: string): Promise<string> => {
    await writeFile(at("work", `${page}.html`), pageOf(colour));
    await git("add", "-A");
    await git("commit", "-q", "-m", `${page} is ${colour}`);
    return git("rev-parse", "--short=7", "HEAD");
  };

  before(async function () {
    if (process.platform !== "linux") this.skip();
    cli = await packCli();
    repository = await mkdtemp(path.join(tmpdir(), "plumbline-folder-"));
    ports.push(await takePort(0), await takePort(0));
    await writeFile(at("server.mjs"), SERVER);
    await promisify(execFile)("git", ["init", "-q", "-b", "main", at("work")]);
    await writeFile(
      at("work", "plumbline.yml"),
      `version: 1
project: { slug: shop, name: Shop }
environments:
  - { slug: preview, name: Preview, baseUrl: http://127.0.0.1:${ports[0]} }
scenarios:
  - { label: One, url: /, viewports: [phone] }
  - { label: Two, url: /two, viewports: [phone] }
`,
    );
    await writeFile(at("work", "two.html"), pageOf("#dddddd"));
  });
  after(async () => {
    await cli?.remove();
    await rm(repository, { recursive: true, force: true });
  });
  afterEach(async () => expect(await processesWith(repository)).to.deep.equal([]));

  it("is one job's at a time: a second one waits as long as it may, then goes on with what the first one left", async () => {
    await commit("one", "#dddddd");
    await writeFile(
      at("hold.sh"),
      `touch "${at("held")}"\nuntil [ -e "${at("go")}" ]; do sleep 0.1; done\necho let go\n`,
    );
    const first = run(["visual", "--exec", `echo held; sh "${at("hold.sh")}"`]);
    await first.said(/^held$/m);
    const second = run(["visual"]);
    await second.said(/shared is in use by process \d+: waiting for it, 600 s at most/);
    const third = await run(["visual", "--data-timeout", "1s"], { site: 1 }).ended;
    expect(third.exit, third.stderr).to.equal(5);
    expect(third.stderr).to.match(/shared is still in use by process \d+ after 1 s; --data gives this run a folder/);
    expect(third.stdout).not.to.include("passed");
    await writeFile(at("go"), "");
    const [one, two] = await Promise.all([first.ended, second.ended]);
    for (const { exit, stderr, stdout } of [one, two]) {
      expect(exit, stderr).to.equal(0);
      expect(stdout).to.match(/Visual test +passed +2 screenshots passed/);
    }
    expect(one.stderr).to.match(/No baseline yet for "One", "Two"/);
    expect(two.stderr).not.to.match(/No baseline yet/);
  });

  it("is left whole by a job that is killed, and is nobody's then", async () => {
    const killed = run(["visual"]);
    await killed.said(/Visual test started/);
    killed.child.kill("SIGKILL");
    // Does not wait for the killed job's service; the next job waits for its end itself.
    const next = await run(["visual"], { site: 1 }).ended;
    await killed.ended;
    expect(next.exit, next.stderr).to.equal(0);
    expect(next.stderr).not.to.match(/No baseline yet/);
  });

  it("of main, restored by a branch's job, compares with main where the branch began", async () => {
    const began = await git("rev-parse", "--short=7", "HEAD");
    await git("checkout", "-q", "-b", "feature");
    await commit("one", "#aa0000");
    await git("checkout", "-q", "main");
    await commit("two", "#0000aa");
    const main = await run(["baseline"]).ended;
    expect(main.exit, main.stderr).to.equal(0);

    await cp(at("shared"), at("of-branch"), { recursive: true });
    await git("checkout", "-q", "feature");
    const branch = await run(["visual"], { data: "of-branch" }).ended;
    expect(branch.exit, branch.stderr).to.equal(1);
    expect(branch.stdout)
      .to.match(/1 of 2 screenshots changed/)
      .and.match(/One/)
      .and.not.match(/✗.*Two/);
    expect(branch.stdout + branch.stderr).to.include(`Compared with main at ${began}, where this branch began.`);
    expect(branch.stdout + branch.stderr).to.match(/main has moved on by 1 screenshot/);

    // The command that it prints accepts the change in that folder.
    expect(branch.stderr).to.match(
      /^Intended: plumbline run baseline --local --serve .*--data \S*of-branch .*--scenario One/m,
    );
    const accepted = await run(["baseline", "--scenario", "One"], { data: "of-branch" }).ended;
    expect(accepted.exit, accepted.stderr).to.equal(0);
    const again = await run(["visual"], { data: "of-branch" }).ended;
    expect(again.exit, again.stderr).to.equal(0);
  });

  it("that is empty makes no branch pass, unless it is told to", async () => {
    await git("checkout", "-q", "feature");
    const lost = await run(["visual"], { data: "lost" }).ended;
    expect(lost.exit, lost.stderr).to.equal(3);
    expect(lost.stderr).to.match(/No baselines to compare with.*"feature" is not "main".*--create-baselines/);
    expect(lost.stdout).not.to.include("passed");
    const told = await run(["visual", "--create-baselines"], { data: "lost" }).ended;
    expect(told.exit, told.stderr).to.equal(0);
    expect(told.stderr).to.match(/No baseline yet for "One", "Two"/);
  });

  it("that two jobs restored and both save shows what the last one did not have", async () => {
    await git("checkout", "-q", "main");
    await git("worktree", "add", "-q", "--detach", at("older"));
    await commit("one", "#00aa00");
    await Promise.all(["of-new", "of-old"].map((copy) => cp(at("shared"), at(copy), { recursive: true })));
    const [newer, older] = await Promise.all([
      run(["baseline"], { data: "of-new" }).ended,
      run(["visual", "--branch", "main"], { data: "of-old", site: 1, pages: "older" }).ended,
    ]);
    for (const { exit, stderr } of [newer, older]) expect(exit, stderr).to.equal(0);

    // What the other job saved was lost with this folder: the change is shown again, and nothing passes unseen.
    const behind = await run(["visual"], { data: "of-old", site: 1 }).ended;
    expect(behind.exit, behind.stderr).to.equal(1);
    expect(behind.stdout).to.match(/1 of 2 screenshots changed/);
    expect(behind.stderr).not.to.match(/No baseline yet/);
  });
});
