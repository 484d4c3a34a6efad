// Every command that starts a run for a commit first sends the commit's history and the target branch of the pull request.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect } from "chai";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const CLI = path.join(root, "cli/plumbline.ts");
const PLAYWRIGHT = pathToFileURL(path.join(root, "cli/playwright/index.ts")).href;

type Body = {
  branch?: string;
  baseBranch?: string;
  commitSha?: string;
  scheduled?: boolean;
  commits?: [string, string[], number | null][];
};
type Call = { path: string; body: Body };

const STARTED =
  "Baseline capture of Shop started. main is protected: existing baselines are kept, only missing ones are captured.";

describe("what starts a run", () => {
  let folder: string;
  let server: Server;
  let shas: string[];
  const calls: Call[] = [];

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "plumbline-starts-"));
    const person = ["-c", "user.name=Ann", "-c", "user.email=ann@shop.example"];
    const git = (...args: string[]) => execFileSync("git", [...person, ...args], { cwd: folder, encoding: "utf8" });
    git("init", "-q", "-b", "main");
    for (const message of ["First", "Second"]) git("commit", "-q", "--allow-empty", "-m", message);
    git("switch", "-q", "-c", "price");
    git("commit", "-q", "--allow-empty", "-m", "On the branch");
    shas = git("rev-list", "HEAD").trim().split("\n");
    const pull = { number: 7, head: { ref: "price", sha: shas[0] }, base: { ref: "main" } };
    writeFileSync(path.join(folder, "event.json"), JSON.stringify({ pull_request: pull }));
    server = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk: Buffer) => {
        text += String(chunk);
      });
      request.on("end", () => {
        if (request.method === "POST")
          calls.push({ path: request.url ?? "", body: text === "" ? {} : (JSON.parse(text) as Body) });
        const known = { joined: true, known: true, warnings: [] };
        response.writeHead(request.url === "/api/ci/history" ? 200 : 202, { "content-type": "application/json" });
        response.end(JSON.stringify(request.url === "/api/ci/history" ? known : { runId: "run_1", message: STARTED }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  after(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs in a GitHub job for a pull request from `price` to `main`. */
  const run = async (args: string[]): Promise<{ told: Call[]; out: string }> => {
    calls.length = 0;
    const { PATH = "" } = process.env;
    const { port } = server.address() as AddressInfo;
    const [tip = ""] = shas;
    const env = {
      PATH,
      HOME: folder,
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_EVENT_NAME: "pull_request",
      GITHUB_REF: "refs/pull/7/merge",
      GITHUB_SHA: tip,
      GITHUB_EVENT_PATH: path.join(folder, "event.json"),
      SVC_URL: `http://127.0.0.1:${port}`,
      SVC_API_KEY: "k",
      SVC_PROJECT: "shop",
      PLUMBLINE_BUILD: "b",
    };
    const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += String(chunk);
    });
    await new Promise((resolve) => child.on("close", resolve));
    return { told: [...calls], out };
  };

  for (const [what, args, endpoint] of [
    ["a visual test", [CLI, "run", "visual"], "/api/ci/run"],
    ["functional tests", [CLI, "features", "run"], "/api/ci/frt/run"],
    ["a full audit", [CLI, "run", "all"], "/api/ci/full-audit"],
    [
      "a test of Playwright, before its first picture",
      ["--input-type=module", "-e", `(await import("${PLAYWRIGHT}")).plumbline(null, "Home").catch(() => undefined)`],
      "/api/ci/uploads",
    ],
  ] satisfies [string, string[], string][])
    it(`${what} tells the history of the commit, then starts`, async () => {
      const [told, started] = (await run(args)).told;
      expect(told?.path).to.equal("/api/ci/history");
      expect(told?.body.branch).to.equal("price");
      expect(told?.body.commits?.map(([sha, parents]) => [sha, parents])).to.deep.equal([
        [shas[0], [shas[1]]],
        [shas[1], [shas[2]]],
        [shas[2], []],
      ]);
      expect(started?.path).to.equal(endpoint);
      const facts = { branch: "price", baseBranch: "main", commitSha: shas[0], scheduled: false };
      expect(started?.body).to.include(facts);
    });

  it("starts the pillars that are named, by any of their names", async () => {
    const { told } = await run([CLI, "run", "all", "--pillar", "seo", "--pillar", "accessibility"]);
    expect(told.at(-1)).to.deep.include({ path: "/api/ci/full-audit" });
    expect(told.at(-1)?.body).to.deep.include({ pillars: ["seo", "a11y"] });
  });

  it("says as JSON too what the service says of the baselines", async () => {
    const { out } = await run([CLI, "run", "baseline", "--json"]);
    expect(JSON.parse(out)).to.deep.equal({
      runs: [{ runId: "run_1", title: "Baseline capture", message: STARTED }],
    });
  });
});
