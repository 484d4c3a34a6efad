// Compares a functional run of the demo shop's features with cucumber-js and Playwright: same features, browser binary, number of concurrent
// scenarios, and a trace of every scenario.
import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defaultBrowserSlots } from "../../platform/queues.ts";
import { admin } from "../../temporal-dev/adminCommand.ts";
import { type ApiClient, createApiClient } from "../../temporal-dev/apiClient.ts";
import { startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { table } from "../../temporal-dev/table.ts";
import { sameChromium } from "../lib/chromium.ts";
import { startInstallation, timedAudit } from "../lib/installation.ts";
import { processorBeside } from "../lib/processorByPart.ts";
import { besidePeer, peerHeads } from "../lib/rows.ts";
import { prepareCucumber } from "./cucumber.ts";

const FEATURES = fileURLToPath(new URL("../../temporal-dev/demo-site/features/", import.meta.url));
const BAR = 0.8;

/** Runs the benchmark and returns the table. */
export async function benchFunctional(rounds: number, log: (line: string) => void): Promise<string> {
  const site = await startDemoSite({ variant: "good" });
  const executablePath = sameChromium();
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
    const figures = table(peerHeads(`${files.length} features, ${first.scenarios} scenarios`, "cucumber-js"), [
      besidePeer("functional", a, b, BAR),
    ]);
    return `${figures}\n\n${await processorBeside("cucumber-js", () => timed(client), peer.run)}`;
  } finally {
    await stop();
    await site.close();
  }
}

/** Measures from the POST to the end of the run. With an API key, a run of all features is started as a full audit of one pillar. */
async function timed(client: ApiClient): Promise<{ ms: number; scenarios: number }> {
  const { ms, children } = await timedAudit(client, ["functional"]);
  const { total = 0, passed = 0 } = children[0]?.summary ?? {};
  if (passed !== total || total === 0) throw new Error(`${passed} of ${total} scenarios passed.`);
  return { ms, scenarios: total };
}
