// A project with a real git repository, a site built from the checked-out commit, and the command line.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { type PackedCli, packCli } from "../cli/packed.ts";
import { startWorld, type World } from "./service.ts";

const run = promisify(execFile);
/** A page has two blocks, far enough apart that git and the comparison distinguish their changes. */
type Blocks = { top?: string; bottom?: string };
type Result = {
  scenarioLabel: string;
  status: string;
  reasons: { code: string; message: string }[];
  regions: { box: { y: number } }[];
  comparedWith: { sentence: string } | null;
};
export type Seen = { exit: number | null; runId: string; failed: string[]; stderr: string; results: Result[] };

const PLAIN = "#dddddd";
const PAGES = ["One", "Two"] as const;
type PageName = (typeof PAGES)[number];

/** Starts the service once for the tests of a file. `begin` creates a separate project for each test. */
export function useGitProjects() {
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

  /** Creates a project and its repository, whose first commit on main has baselines. */
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
    /** Shows what a deployment of the checked-out commit would show. */
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
    /** Tests a change, reviews it and approves it. */
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

  return { begin };
}

export const reasonsOf = ({ results }: Seen, label: PageName) =>
  (results.find(({ scenarioLabel }) => scenarioLabel === label)?.reasons ?? []).map(({ message }) => message).join(" ");
export const sentenceOf = ({ results }: Seen, label: PageName) =>
  results.find(({ scenarioLabel }) => scenarioLabel === label)?.comparedWith?.sentence ?? "";
