// `plumbline doctor --production` as a process, on a good setup and on setups with a single flaw: each flaw is named together with its fix.
import { execFile } from "node:child_process";
import path from "node:path";
import { expect } from "chai";
import type { OperationContext } from "../../api/lib/context.ts";
import { withCompileCache } from "../../temporal-dev/compileCache.ts";
import { makeWorld, type World } from "../api/support/world.ts";
import { commandProblems } from "../support/documentedCommands.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const DAY_MS = 86_400_000;
const GOOD = {
  host: "127.0.0.1",
  publicUrl: "https://plumbline.example.com/",
  trustProxy: 1,
  metricsHost: "127.0.0.1",
  metricsPort: 9464,
  metricsAccess: "local",
  secretKey: "kP2vX9rTq7LmZs4Wd8Yb1Nf6Gh3Jc5Ae0Uo-RiQtVwE=",
};
type Found = { check: string; state: string; message: string; mend?: string };
/** How a setup differs from the good one. Days since the last backup and the last sweep. */
type Flaw = {
  config?: Partial<OperationContext["config"]>;
  root?: boolean;
  backupDays?: number;
  sweepDays?: number | null;
  shiftMs?: number;
  freeBytes?: number;
  /** What a worker on the machine "browsers-1" reports about its Chromium; if missing, no worker has reported. */
  sandbox?: boolean;
};

describe("plumbline doctor --production", function () {
  this.timeout(120_000);
  let world: World;
  let key: string;
  const getuid = process.getuid;
  before(async () => {
    world = await makeWorld();
    // The key sees two projects: the problems of one of them do not concern the installation.
    key = await world.addKey("mcp_full", { kind: "org" });
  });
  afterEach(() => {
    process.getuid = getuid;
  });
  after(() => world?.close());

  async function examine(flaw: Flaw) {
    const { config, root = false, backupDays = 1, sweepDays = 1, shiftMs = 0, freeBytes = 40e9, sandbox } = flaw;
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS - 60_000);
    const { models } = world;
    await models.backups.deleteMany({});
    const sizes = { documents: 1, artifacts: 1, missing: 0, bytes: 1, withKey: false, version: "0.1.0" };
    const made = ago(backupDays);
    await models.backups.create({ _id: "bak_1", startedAt: made, finishedAt: made, ...sizes });
    await models.cleanups.deleteMany({});
    if (sweepDays !== null) {
      const swept = ago(sweepDays);
      const sweep = { kind: "retention", lock: "cln_1", status: "completed", createdAt: swept, startedAt: swept };
      await models.cleanups.create({ _id: "cln_1", ...sweep, finishedAt: swept } as never);
    }
    await models.workers.deleteMany({});
    if (sandbox !== undefined) {
      const worker = { queues: ["browser" as const], host: "browsers-1", sandbox };
      await models.workers.create({ _id: "wrk_1", ...worker, seenAt: world.ctx.now() });
    }
    process.getuid = () => (root ? 0 : 1_000);
    const { base } = await world.listen({
      config: { ...world.ctx.config, ...GOOD, ...config } as OperationContext["config"],
      statfs: async () => ({ bavail: freeBytes / 4_096, blocks: 80e9 / 4_096, bsize: 4_096 }),
    });
    const preload = path.join(ROOT, "test/support/shiftedClock.preload.ts");
    const args = ["--disable-warning=ExperimentalWarning", "--import", preload, "cli/plumbline.ts"];
    const env = { PATH: process.env.PATH, SVC_URL: base, SVC_API_KEY: key, SHIFT_MS: String(shiftMs) };
    const called = await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const options = { cwd: ROOT, env: withCompileCache(env) };
      execFile(process.execPath, [...args, "doctor", "--production", "--json"], options, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), stdout, stderr });
      });
    });
    expect(called.stderr).to.equal("");
    const { found } = JSON.parse(called.stdout) as { found: Found[] };
    return { code: called.code, found, problems: found.filter(({ state }) => state === "problem") };
  }

  it("finds no problem in a good set-up, and looks at all of it", async () => {
    const { code, found, problems } = await examine({});
    expect([code, problems]).to.deep.equal([0, []]);
    expect(found.map(({ check }) => check)).to.include.members([
      "public address",
      "reverse proxy",
      "open ports",
      "sandbox",
      "secret key",
      "backup",
      "retention",
      "clock",
      "database clock",
      "disk",
      "workers",
    ]);
  });

  it("goes by what workers tell of their sandbox, and finds no problem in 2 GB of room", async () => {
    const { code, found, problems } = await examine({ sandbox: true, freeBytes: 2e9 + 4_096 });
    expect([code, problems]).to.deep.equal([0, []]);
    expect(found.find(({ check }) => check === "sandbox")?.message).to.match(/on every worker/);
  });

  const FLAWS: readonly (readonly [what: string, flaw: Flaw, check: string, says: RegExp, mend: RegExp])[] = [
    ["an open port", { config: { metricsHost: "0.0.0.0" } }, "open ports", /9464 .* 0\.0\.0\.0/, /SVC_METRICS_HOST/],
    [
      "no TLS in front",
      { config: { publicUrl: "http://plumbline.example.com/" } },
      "public address",
      /without TLS/,
      /SVC_PUBLIC_URL/,
    ],
    ["the sandbox off", { root: true }, "sandbox", /runs as root/, /another user than root/],
    [
      "a worker whose Chromium has no sandbox",
      { sandbox: false },
      "sandbox",
      /without its sandbox on browsers-1/,
      /seccomp/,
    ],
    ["no backup for 8 days", { backupDays: 8 }, "backup", /8 days old/, /admin -- backup FILE/],
    ["retention off", { config: { retention: "off" }, sweepDays: null }, "retention", /only grows/, /SVC_RETENTION=on/],
    ["a clock that is wrong", { shiftMs: 600_000 }, "clock", /(599|600|601) s ahead/, /NTP/],
    [
      "a secret that can be guessed",
      { config: { secretKey: "changeme".repeat(4) } },
      "secret key",
      /guessed/,
      /SVC_SECRET_KEY/,
    ],
    ["a disk that is nearly full", { freeBytes: 100e6 }, "disk", /^0\.1 GB of 80\.0 GB/, /Free disk space/],
    [
      "a disk with less room than the page says",
      { freeBytes: 1.9e9 },
      "disk",
      /^1\.9 GB of 80\.0 GB/,
      /more than 2 GB/,
    ],
  ];
  for (const [what, flaw, check, says, mend] of FLAWS)
    it(`names ${what}, and says what mends it`, async () => {
      const { code, problems } = await examine(flaw);
      expect(code).to.equal(1);
      expect(problems.map((one) => one.check)).to.deep.equal([check]);
      expect(problems[0]?.message).to.match(says);
      expect(problems[0]?.mend).to.match(mend);
      const commands = [...(problems[0]?.mend ?? "").matchAll(/"([^"]+)"/g)].map(([, command]) => `\`${command}\``);
      expect(commandProblems(commands.join("\n"))).to.deep.equal([]);
    });
});
