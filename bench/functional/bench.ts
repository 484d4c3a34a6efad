// A functional run of the demo shop's features beside cucumber-js with Playwright: the same features, browser binary, number of
// scenarios at once, and a trace of every scenario.
import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findBrowser } from "../../browsers/find.ts";
import { defaultBrowserSlots } from "../../platform/queues.ts";
import { admin } from "../../temporal-dev/adminCommand.ts";
import { type ApiClient, createApiClient } from "../../temporal-dev/apiClient.ts";
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { table } from "../../temporal-dev/table.ts";
import { startInstallation } from "../lib/installation.ts";
import { median, p95 } from "../lib/stats.ts";
import { prepareCucumber } from "./cucumber.ts";

const FEATURES = fileURLToPath(new URL("../../temporal-dev/demo-site/features/", import.meta.url));
const BAR = 1.0;

/** Runs the bench; answers the printed table. */
export async function benchFunctional(rounds: number, log: (line: string) => void): Promise<string> {
  const site = await startDemoSite({ variant: "good" });
  const executablePath = findBrowser("chromium").executablePath;
  if (!executablePath)
    throw new Error("The bench needs a Chromium of the system, so that both sides use the same one.");
  const { service, dir, stop } = await startInstallation(site, ["/"], log);
  try {
    const files = (await readdir(FEATURES)).map((file) => path.join(FEATURES, file));
    const run = (...args: string[]) => admin(service.dataDir, args, service.env);
    await run("features", "import", ...files, "--project", "bench");
    const key = await run("keys", "create", "--project", "bench", "--scope", "mcp_full", "--name", "functional");
    const client = createApiClient(service.apiUrl, key);
    const slots = defaultBrowserSlots();
    const peer = await prepareCucumber(dir, { features: FEATURES, site: site.url, executablePath, slots });
    const first = await timed(client);
    const theirFirst = await peer.run();
    if (first.scenarios !== theirFirst.scenarios || theirFirst.traces !== theirFirst.scenarios)
      throw new Error(
        `The two sides differ: ${first.scenarios} scenarios, ${theirFirst.scenarios} of cucumber-js with ${theirFirst.traces} traces.`,
      );
    const a: number[] = [];
    const b: number[] = [];
    for (let i = 0; i < rounds; i++) {
      a.push((await timed(client)).ms);
      b.push((await peer.run()).ms);
      log(`${i + 1}/${rounds}: plumbline ${Math.round(a.at(-1) ?? 0)} ms, cucumber-js ${Math.round(b.at(-1) ?? 0)} ms`);
    }
    const ratio = median(a) / median(b);
    const row = [median(a), p95(a), median(b), p95(b)].map((n) => String(Math.round(n)));
    return table(
      [
        `${files.length} features, ${first.scenarios} scenarios`,
        "plumbline ms",
        "p95",
        "cucumber-js ms",
        "p95",
        "ratio",
        "bar",
        "",
      ],
      [["functional", ...row, ratio.toFixed(2), `≤ ${BAR.toFixed(1)}`, ratio <= BAR ? "met" : "missed"]],
    );
  } finally {
    await stop();
    await site.close();
  }
}

/** From POST to the end of the run. A key starts a run of all features as a full audit of one pillar. */
async function timed(client: ApiClient): Promise<{ ms: number; scenarios: number }> {
  const started = performance.now();
  const { runId } = (await client.request("POST", "/api/ci/full-audit", { pillars: ["functional"] })) as {
    runId: string;
  };
  const { status, error, ...more } = await client.wait(runId, { everyMs: 100 });
  const ms = performance.now() - started;
  const [child] = (more as { children?: { runId: string }[] }).children ?? [];
  const part = await client.status(child?.runId ?? "");
  const { total = 0, passed = 0 } = part.summary ?? {};
  if (status !== "completed" || passed !== total || total === 0)
    throw new Error(`The run ended as ${status}: ${passed} of ${total} scenarios passed. ${error ?? ""}`);
  return { ms, scenarios: total };
}
