// What a colleague would say of a run: a real repository, a site built from the commit that is checked out, and the command line.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { type PackedCli, packCli } from "../cli/packed.ts";
import { startWorld, type World } from "../support/service.ts";

const run = promisify(execFile);
/** A page has two blocks, far enough from each other for git, and for the comparison, to tell their changes apart. */
type Blocks = { top?: string; bottom?: string };
type Result = {
  scenarioLabel: string;
  status: string;
  reasons: { code: string; message: string }[];
  regions: { box: { y: number } }[];
  comparedWith: { sentence: string } | null;
};
type Seen = { exit: number | null; runId: string; failed: string[]; stderr: string; results: Result[] };

const PLAIN = "#dddddd";
const PAGES = ["One", "Two"] as const;
type PageName = (typeof PAGES)[number];

describe("verdicts by the history of a repository", function () {
  this.timeout(240_000);
  let world: World;
  let cli: PackedCli;
  const folders: string[] = [];
  let count = 0;
  before(async () => {
    [world, cli] = await Promise.all([startWorld({ SVC_TRIGGER_RATE_PER_MINUTE: "1000" }), packCli()]);
  });
  after(async () => {
    await world?.stop();
    await cli?.remove();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  /** A project and its repository, whose first commit on main has its pictures. */
  async function begin() {
    count += 1;
    const id = `git${count}`;
    const addressOf = (name: PageName) => `${id}-${name.toLowerCase()}`;
    const project = await world.project({ One: `/page/${addressOf("One")}`, Two: `/page/${addressOf("Two")}` });
    const folder = await mkdtemp(path.join(tmpdir(), "plumbline-git-"));
    folders.push(folder);
    const env = { SVC_URL: world.service.apiUrl, SVC_API_KEY: project.key };
    const file = (name: PageName) => path.join(folder, "pages", `${name}.txt`);

    const git = async (...args: string[]): Promise<string> => {
      const { stdout } = await run("git", ["-c", "user.name=a", "-c", "user.email=a@shop.test", ...args], {
        cwd: folder,
        env: { ...process.env, GIT_EDITOR: "true", GIT_CONFIG_GLOBAL: "/dev/null" },
      });
      return stdout.trim();
    };
    const read = async (name: PageName): Promise<Required<Blocks>> => {
      const text = await readFile(file(name), "utf8");
      const of = (block: string) => new RegExp(`^${block}=(.*)$`, "m").exec(text)?.[1] ?? PLAIN;
      return { top: of("top"), bottom: of("bottom") };
    };
    const write = async (name: PageName, blocks: Blocks) => {
      const { top, bottom } = { top: PLAIN, bottom: PLAIN, ...blocks };
      await writeFile(file(name), `top=${top}\n${"-\n".repeat(8)}bottom=${bottom}\n`);
    };
    const commit = async (changes: Partial<Record<PageName, Blocks>>, message = "A change") => {
      for (const name of PAGES) {
        const change = changes[name];
        if (change) await write(name, { ...(await read(name)), ...change });
      }
      await git("add", "-A");
      await git("commit", "-q", "-m", message);
      return git("rev-parse", "HEAD");
    };
    /** What a deployment of the commit that is checked out would show. */
    const deploy = async () => {
      for (const name of PAGES) {
        const { top, bottom } = await read(name);
        const block = (colour: string) => `<span style="display:block;height:80px;background:${colour}"></span>`;
        const gap = '<span style="display:block;height:300px"></span>';
        world.site.set(addressOf(name), `${block(top)}${gap}${block(bottom)}`);
      }
    };
    const start = async (...args: string[]): Promise<Seen> => {
      const ran = await cli.start(["run", ...args, "--wait", "--json"], env, undefined, folder).ended;
      const { runId } = (JSON.parse(ran.stdout) as { runs: { runId: string }[] }).runs[0] as { runId: string };
      const { results } = (await project.client.request("GET", `/api/ci/runs/${runId}/results?limit=50`)) as {
        results: Result[];
      };
      const failed = results.filter(({ status }) => status === "failed").map(({ scenarioLabel }) => scenarioLabel);
      return { exit: ran.exit, runId, failed: failed.toSorted(), stderr: ran.stderr, results };
    };
    const test = async (...args: string[]) => {
      await deploy();
      return start("visual", ...args);
    };
    const approve = async ({ runId }: Seen) => {
      const approved = await cli.start(["approve", "--all", "--run", runId], env, undefined, folder).ended;
      expect(approved.exit, approved.stderr).to.equal(0);
    };
    /** A change that is tested, seen and accepted. */
    const accepted = async (expected: string[], ...args: string[]) => {
      const seen = await test(...args);
      expect(seen.failed, "what is to be accepted").to.deep.equal(expected);
      await approve(seen);
    };

    await git("init", "-q", "-b", "main");
    await mkdir(path.join(folder, "pages"));
    for (const name of PAGES) await write(name, {});
    const first = await commit({}, "The first");
    await deploy();
    const baseline = await start("baseline");
    expect(baseline.exit, baseline.stderr).to.equal(0);
    return { git, commit, deploy, start, test, accepted, first, write };
  }

  const reasonsOf = ({ results }: Seen, label: PageName) =>
    (results.find(({ scenarioLabel }) => scenarioLabel === label)?.reasons ?? [])
      .map(({ message }) => message)
      .join(" ");
  const sentenceOf = ({ results }: Seen, label: PageName) =>
    results.find(({ scenarioLabel }) => scenarioLabel === label)?.comparedWith?.sentence ?? "";
  it("a pull request behind main shows its own change and none of main's", async () => {
    const { git, commit, test, accepted, first } = await begin();
    await git("checkout", "-q", "-b", "feature");
    await commit({ Two: { top: "#aa0000" } });
    await git("checkout", "-q", "main");
    await commit({ One: { top: "#0000aa" } });
    await accepted(["One"]);
    expect((await test()).exit).to.equal(0);
    await git("checkout", "-q", "feature");
    const seen = await test("--pr", "1");
    expect(seen.failed).to.deep.equal(["Two"]);
    expect(sentenceOf(seen, "One"))
      .to.include(`main at ${first.slice(0, 7)}`)
      .and.include("where this branch began");
  });

  it("two pull requests that change one page are merged one after the other: main is green where they do not touch", async () => {
    const { git, commit, test, accepted } = await begin();
    await git("checkout", "-q", "-b", "upper");
    await commit({ One: { top: "#aa0000" } });
    await accepted(["One"], "--pr", "1");
    await git("checkout", "-q", "-b", "lower", "main");
    await commit({ One: { bottom: "#0000aa" } });
    await accepted(["One"], "--pr", "2");
    await git("checkout", "-q", "main");
    await git("merge", "-q", "--no-ff", "upper", "-m", "Upper");
    expect(await test()).to.include({ exit: 0 });
    await git("merge", "-q", "--no-ff", "lower", "-m", "Lower");
    const merged = await test();
    expect(merged.failed).to.deep.equal([]);
    expect(merged.results.flatMap(({ reasons }) => reasons.map(({ code }) => code))).to.include("merged");
    // Main has the picture of both now: a branch that begins here sees nothing.
    await git("checkout", "-q", "-b", "later");
    await commit({ Two: { top: "#00aa00" } });
    expect((await test()).failed).to.deep.equal(["Two"]);
  });

  it("of two that touch each other, main shows only where they do", async () => {
    const { git, commit, test, accepted, write } = await begin();
    await git("checkout", "-q", "-b", "red");
    await commit({ One: { top: "#aa0000", bottom: "#333333" } });
    await accepted(["One"], "--pr", "1");
    await git("checkout", "-q", "-b", "blue", "main");
    await commit({ One: { top: "#0000aa" } });
    await accepted(["One"], "--pr", "2");
    await git("checkout", "-q", "main");
    await git("merge", "-q", "--no-ff", "red", "-m", "Red");
    expect((await test()).failed).to.deep.equal([]);
    await git("merge", "-q", "--no-ff", "blue", "-m", "Blue").catch(() => undefined);
    await write("One", { top: "#aa00aa", bottom: "#333333" });
    await git("add", "-A");
    await git("commit", "-q", "-m", "Blue, and both");
    const seen = await test();
    expect(seen.failed).to.deep.equal(["One"]);
    const regions = seen.results.find(({ status }) => status === "failed")?.regions ?? [];
    expect(regions).to.have.length(1);
    expect(regions[0]?.box.y).to.be.lessThan(300);
  });

  it("a squash that names its pull request brings what was accepted there", async () => {
    const { git, commit, test, accepted } = await begin();
    await git("checkout", "-q", "-b", "feature");
    await commit({ One: { top: "#aa0000" } });
    await accepted(["One"], "--pr", "41");
    await git("checkout", "-q", "main");
    await commit({ Two: { top: "#00aa00" } });
    await accepted(["Two"]);
    await git("merge", "-q", "--squash", "feature");
    await git("commit", "-q", "-m", "The upper block is red (#41)");
    const seen = await test();
    expect(seen.failed).to.deep.equal([]);
    expect(sentenceOf(seen, "One")).to.include("#41");
  });

  it("a branch that is rebased keeps what was accepted on it, and takes what main accepted", async () => {
    const { git, commit, test, accepted } = await begin();
    await git("checkout", "-q", "-b", "feature");
    await commit({ One: { top: "#aa0000" } });
    await accepted(["One"], "--pr", "1");
    await git("checkout", "-q", "main");
    await commit({ Two: { top: "#00aa00" } });
    await accepted(["Two"]);
    await git("checkout", "-q", "feature");
    await git("rebase", "-q", "main");
    expect((await test("--pr", "1")).failed).to.deep.equal([]);
    await git("commit", "-q", "--amend", "-m", "Said otherwise");
    expect((await test("--pr", "1")).failed).to.deep.equal([]);
  });

  it("the revert of a merge is a change with a known look, and the revert of the revert is none", async () => {
    const { git, commit, test, accepted } = await begin();
    await git("checkout", "-q", "-b", "feature");
    await commit({ One: { top: "#aa0000" } });
    await accepted(["One"], "--pr", "1");
    await git("checkout", "-q", "main");
    await git("merge", "-q", "--no-ff", "feature", "-m", "Merge pull request #1 from shop/feature");
    expect((await test()).failed).to.deep.equal([]);
    await git("revert", "-m", "1", "HEAD", "--no-edit");
    const reverted = await test();
    expect(reverted.failed).to.deep.equal(["One"]);
    expect(reasonsOf(reverted, "One")).to.include("Looks as main did until");
    await git("revert", "HEAD", "--no-edit");
    expect((await test()).failed).to.deep.equal([]);
  });

  it("an old build, or a branch that was never merged, is told apart where main serves it, and moves nothing", async () => {
    const { git, commit, deploy, start, test, accepted } = await begin();
    await git("checkout", "-q", "-b", "feature");
    await commit({ One: { top: "#aa0000" } });
    await accepted(["One"], "--pr", "5");
    await git("checkout", "-q", "main");
    await commit({ Two: { top: "#00aa00" } }, "The upper block is green (#3)");
    await accepted(["Two"]);
    await git("checkout", "-q", "feature");
    await deploy();
    await git("checkout", "-q", "main");
    const wrong = await start("visual");
    expect(wrong.failed).to.deep.equal(["One", "Two"]);
    expect(reasonsOf(wrong, "One")).to.include("Looks like feature").and.include("never merged");
    expect(reasonsOf(wrong, "Two")).to.include("Looks as main did until");
    expect((await test()).failed).to.deep.equal([]);
  });

  it("a cherry-pick to a release branch is decided there, and moves nothing on main", async () => {
    const { git, commit, test, accepted } = await begin();
    await git("branch", "release");
    await commit({ One: { top: "#aa0000" } });
    await accepted(["One"]);
    await git("checkout", "-q", "release");
    expect((await test()).failed).to.deep.equal([]);
    await git("cherry-pick", "main");
    await accepted(["One"]);
    expect((await test()).failed).to.deep.equal([]);
    await git("checkout", "-q", "main");
    expect((await test()).failed).to.deep.equal([]);
  });

  it("a branch that goes back to an older commit, and a job of an older commit that runs again, are judged as that commit", async () => {
    const { git, commit, test, accepted, first } = await begin();
    await git("checkout", "-q", "-b", "feature");
    const older = await commit({ One: { top: "#aa0000" } });
    await accepted(["One"]);
    await commit({ One: { top: "#0000aa" } });
    await accepted(["One"]);
    await git("reset", "-q", "--hard", older);
    expect((await test()).failed).to.deep.equal([]);

    await git("checkout", "-q", "main");
    await commit({ Two: { top: "#00aa00" } });
    await accepted(["Two"]);
    await git("checkout", "-q", first);
    expect((await test("--branch", "main", "--commit", first)).failed).to.deep.equal([]);
    await git("checkout", "-q", "main");
    expect((await test()).failed).to.deep.equal([]);
  });

  it("two jobs of one commit come to one verdict", async () => {
    const { git, commit, test } = await begin();
    await git("checkout", "-q", "-b", "feature");
    await commit({ One: { top: "#aa0000" } });
    const both = await Promise.all([test("--pr", "1"), test("--pr", "1")]);
    expect(both.map(({ failed }) => failed)).to.deep.equal([["One"], ["One"]]);
  });

  it("a pull request on top of another one shows only what it adds", async () => {
    const { git, commit, test, accepted } = await begin();
    await git("checkout", "-q", "-b", "below");
    await commit({ One: { top: "#aa0000" } });
    await accepted(["One"], "--pr", "1");
    await git("checkout", "-q", "-b", "above");
    await commit({ Two: { top: "#0000aa" } });
    expect((await test("--pr", "2")).failed).to.deep.equal(["Two"]);
  });
});
