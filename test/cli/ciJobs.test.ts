// The jobs of docs/ci: their files are what `init` writes, and their shell lines run with the packed command line.
import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { CI_PLACES, CI_SYSTEMS, type Ci, jobOf } from "../../cli/projectFile/ciJobs.ts";
import { type PackedCli, packCli } from "./packed.ts";

type Step = { run?: string; script?: string };

/** Extracts the shell lines of a job, by the format of its CI system. */
const LINES: Record<Ci, (text: string) => string[]> = {
  github: (text) =>
    (parse(text) as { jobs: { quality: { steps: Step[] } } }).jobs.quality.steps.flatMap(({ run }) => run ?? []),
  gitlab: (text) => (parse(text) as { plumbline: { script: string[] } }).plumbline.script,
  circleci: (text) =>
    (parse(text) as { jobs: { plumbline: { steps: (Step | string)[] } } }).jobs.plumbline.steps.flatMap((step) =>
      typeof step === "string" ? [] : (step.run ?? []),
    ),
  jenkins: (text) =>
    [...text.matchAll(/^ +sh '((?:\\'|[^'])*)'$/gm)].map(([, line = ""]) => line.replaceAll("\\'", "'")),
  azure: (text) => (parse(text) as { steps: Step[] }).steps.flatMap(({ script }) => script ?? []),
};

/** Starts a service that knows one run of each type. `failing`: the type that has failed. */
async function startFakeService(failing: { type: string | null }): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { pathname } = new URL(request.url ?? "/", "http://service.test");
      const body = parts.length > 0 ? (JSON.parse(Buffer.concat(parts).toString()) as { type?: string }) : {};
      const answer = (status: number, json: unknown) => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
      };
      if (request.headers["x-api-key"] !== "the key") return answer(401, { error: "No key." });
      if (pathname === "/api/ci/run") {
        const type = body.type === "a11y" ? "a11y-test" : "vrt-test";
        const runId = `run_${body.type === "a11y" ? "a11y" : "visual"}`;
        return answer(202, {
          success: true,
          runId,
          projectId: "prj_1",
          type,
          statusUrl: `/api/ci/status/${runId}`,
          message: "",
        });
      }
      const type = pathname.includes("run_a11y") ? "a11y-test" : "vrt-test";
      const failed = failing.type === type ? 1 : 0;
      if (pathname.startsWith("/api/ci/status/")) {
        const summary = {
          total: 1,
          passed: 1 - failed,
          failed,
          approved: 0,
          errors: 0,
          flaky: 0,
          noBaseline: 0,
          verdict: failed ? "fail" : "pass",
        };
        return answer(200, {
          runId: path.basename(pathname),
          projectId: "prj_1",
          status: "completed",
          type,
          duration: 1_000,
          summary,
          error: null,
          perfBudgetResult: null,
        });
      }
      if (pathname.endsWith("/results")) return answer(200, { results: [], nextCursor: null });
      answer(404, { error: "Not here." });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

describe("the jobs of docs/ci", function () {
  this.timeout(120_000);
  const failing: { type: string | null } = { type: null };
  let cli: PackedCli;
  let service: Awaited<ReturnType<typeof startFakeService>>;
  before(async () => {
    [cli, service] = await Promise.all([packCli(), startFakeService(failing)]);
    // Replaces what a job downloads: the packed command line, and programs that do nothing.
    const bin = path.join(cli.folder, "bin");
    await mkdir(bin);
    const programs = {
      npx: `#!/bin/sh\nshift 2\nexec ${process.execPath} ${cli.program} "$@"\n`,
      npm: "#!/bin/sh\nexit 0\n",
      git: "#!/bin/sh\nexit 0\n",
      // `node ../plumbline/cli/plumbline.ts` of the clone, which does not exist in the test.
      node: `#!/bin/sh\nshift\nexec ${process.execPath} ${cli.program} "$@"\n`,
    };
    for (const [name, text] of Object.entries(programs)) {
      await writeFile(path.join(bin, name), text);
      await chmod(path.join(bin, name), 0o755);
    }
  });
  after(async () => {
    service?.server.close();
    await cli?.remove();
  });

  /** Runs the lines like CI systems: the first failing line ends the job. */
  const shell = (lines: readonly string[], env: Record<string, string> = {}) =>
    new Promise<{ exit: number; said: string }>((resolve) => {
      const own = {
        PATH: `${path.join(cli.folder, "bin")}:/usr/bin:/bin`,
        HOME: cli.folder,
        SVC_URL: service.url,
        SVC_API_KEY: "the key",
        SVC_PROJECT: "shop",
        ...env,
      };
      execFile("/bin/sh", ["-e", "-c", lines.join("\n")], { cwd: cli.folder, env: own }, (error, stdout, stderr) =>
        resolve({ exit: error === null ? 0 : Number(error.code), said: stdout + stderr }),
      );
    });

  it("are what `plumbline init --ci` writes: `npm run -s docs -- ci` writes them", async () => {
    const folder = new URL("../../docs/ci/", import.meta.url);
    const jobs = CI_SYSTEMS.flatMap((ci) => CI_PLACES.map((place) => jobOf(ci, { place })));
    expect(await readdir(folder)).to.have.members(jobs.map(({ page }) => page));
    for (const { page, text } of jobs) expect(await readFile(new URL(page, folder), "utf8"), page).to.equal(text);
  });

  for (const ci of CI_SYSTEMS) {
    it(`${ci}: with a service, the job ends with the verdict and leaves its report`, async () => {
      const lines = LINES[ci](jobOf(ci).text);
      expect(lines).to.have.length(1);
      failing.type = null;
      await rm(path.join(cli.folder, "junit.xml"), { force: true });
      const passed = await shell(lines);
      expect(passed.exit, passed.said).to.equal(0);
      expect(await readFile(path.join(cli.folder, "junit.xml"), "utf8")).to.match(/^<\?xml/);
      failing.type = "a11y-test";
      expect((await shell(lines)).exit).to.equal(1);
    });

    it(`${ci}: with a Plumbline of its own, every line and option is known`, async () => {
      const lines = LINES[ci](jobOf(ci, { place: "local" }).text);
      expect(lines.filter((line) => !line.includes("/plumbline/main"))).to.have.length(5);
      const ran = await shell(lines);
      // All output except that of the clone, which the test does not make.
      expect(ran.said).to.match(/clone Plumbline's repository/);
      expect(ran.exit).to.equal(2);
    });
  }

  it("keep the set-up and the folder of main's job, which alone stores it", () => {
    for (const ci of CI_SYSTEMS) {
      const { text } = jobOf(ci, { place: "local" });
      expect(text, ci).to.match(/plumbline-setup|XDG_CACHE_HOME/);
      expect(text, ci).to.match(/cache/i).and.to.include(".plumbline");
    }
    const { text } = jobOf("github", { place: "local" });
    const saved = text.slice(text.indexOf("cache/save@v4"));
    expect(saved).to.include("github.ref == 'refs/heads/main'").and.to.include("path: .plumbline");
  });

  it("keep it for a main branch of another name, whatever YAML makes of that name", () => {
    const read = (ci: Ci, mainBranch: string) => parse(jobOf(ci, { place: "local", mainBranch }).text);
    for (const branch of ["master", "release/1", "7.10", "2024", "0x1F", "null", "True", "on", "n"]) {
      expect(read("github", branch).on.push.branches).to.deep.equal([branch]);
      expect(read("azure", branch).trigger).to.deep.equal([branch]);
      const { steps } = read("circleci", branch).jobs.plumbline;
      const restored = steps.flatMap((step: { restore_cache?: { keys: string[] } }) => step.restore_cache?.keys ?? []);
      const kept = steps.find((step: { when?: unknown }) => step.when).when;
      expect(kept.condition.equal).to.deep.equal([branch, "<< pipeline.git.branch >>"]);
      expect(kept.steps[0].save_cache.key.startsWith(restored.at(-1))).to.equal(true);
    }
  });

  it("init waits on the port of the site's own preview", async () => {
    const folder = path.join(cli.folder, "astro");
    await mkdir(path.join(folder, ".github"), { recursive: true });
    const manifest = {
      name: "shop",
      devDependencies: { astro: "5" },
      scripts: { build: "astro build", preview: "astro preview" },
    };
    await writeFile(path.join(folder, "package.json"), JSON.stringify(manifest));
    const ran = await shell([`cd ${folder}`, 'npx --yes "$SVC_URL/cli.tgz" init --ci --local']);
    expect(ran.exit, ran.said).to.equal(0);
    const written = await readFile(path.join(folder, ".github", "workflows", "plumbline.yml"), "utf8");
    expect(written).to.include('--serve "npm run preview" --url http://localhost:4321 ');
  });

  it("init writes the job of the CI that it finds", async () => {
    const folder = path.join(cli.folder, "repository");
    await mkdir(path.join(folder, ".circleci"), { recursive: true });
    const ran = await shell([
      `cd ${folder}`,
      'npx --yes "$SVC_URL/cli.tgz" init --ci --local --base-url http://localhost:4173',
    ]);
    expect(ran.exit, ran.said).to.equal(0);
    expect(ran.said).to.match(/needs the variable PLUMBLINE_REPOSITORY/);
    const written = await readFile(path.join(folder, ".circleci", "config.yml"), "utf8");
    expect(written).to.equal(jobOf("circleci", { place: "local" }).text);
  });
});
