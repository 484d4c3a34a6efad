// The protocol's own suite, against the real service. Failing checks must be listed in conformance-exceptions.json with a reason; listed
// checks must still fail.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { addRun, addShot } from "../api/support/shots.ts";
import { makeToolWorld, type ToolWorld } from "../api/tools/harness.ts";
import exceptions from "./conformance-exceptions.json" with { type: "json" };
import { startKeyProxy } from "./keyProxy.ts";
import { REVISIONS, type Revision } from "./support.ts";

const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js";
/** Minimum number of passing checks: a suite that ran nothing must not pass. */
const PASSING: Record<Revision, number> = { "2026-07-28": 110, "2025-11-25": 38 };

type Check = { id: string; status: string; errorMessage?: string };

/** Returns every check as `<scenario>:<check>` with its result. */
async function runSuite(url: string, revision: Revision): Promise<(Check & { name: string })[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-conformance-"));
  try {
    const args = [SUITE, "server", "--url", url, "--requirements", revision, "-o", folder];
    const suite = spawn(process.execPath, args, { stdio: "ignore" });
    await new Promise((resolve, reject) => suite.once("close", resolve).once("error", reject));
    const found: (Check & { name: string })[] = [];
    for (const entry of await readdir(folder)) {
      const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(entry)?.[1];
      const checks = JSON.parse(await readFile(path.join(folder, entry, "checks.json"), "utf8")) as Check[];
      for (const check of checks) found.push({ ...check, name: `${scenario}:${check.id}` });
    }
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe("the conformance suite of MCP", function () {
  this.timeout(300_000);
  let world: ToolWorld;
  let proxy: Awaited<ReturnType<typeof startKeyProxy>>;
  before(async () => {
    world = await makeToolWorld();
    await addRun(world.models, "run_conformance");
    await addShot(world.models, "run_conformance", 0);
    proxy = await startKeyProxy(world.client.base, world.keys.mcp_full);
  });
  after(async () => {
    await proxy.close();
    await world.close();
  });

  for (const revision of REVISIONS)
    it(`revision ${revision}: fails only where it is known and why`, async () => {
      const checks = await runSuite(`${proxy.url}/mcp`, revision);
      const failed = checks.filter(({ status }) => status === "FAILURE");
      const known = exceptions[revision].flatMap((group) => group.checks);
      const surprises = failed.filter(({ name }) => !known.includes(name));
      expect(surprises.map(({ name, errorMessage }) => `${name}: ${errorMessage}`)).to.deep.equal([]);
      const names = failed.map(({ name }) => name);
      expect(
        known.filter((name) => !names.includes(name)),
        "fail no longer: take them out",
      ).to.deep.equal([]);
      expect(checks.filter(({ status }) => status === "SUCCESS")).to.have.length.of.at.least(PASSING[revision]);
      expect(world.logged.filter(({ level }) => level === "error")).to.deep.equal([]);
    });
});
