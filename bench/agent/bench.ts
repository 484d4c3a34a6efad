// Measures what five typical jobs cost an agent: calls, and the tokens of arguments and results, through MCP on the real service. A fixed
// script makes the calls, without a model that searches and makes mistakes.
import { type ApiClient, createApiClient } from "../../temporal-dev/apiClient.ts";
import { type DemoSite, startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { table } from "../../temporal-dev/table.ts";
import { makeDemoProject, makeOrgKey } from "../../test/support/operator.ts";
import { type Installation, startInstallation } from "../lib/installation.ts";
import { JOBS } from "./jobs.ts";
import { type Cost, type Meter, openMeter } from "./meter.ts";

/** For the five jobs together. */
const BARS = { calls: 40, tokens: 18_000, listing: 1_500 };
const SHOP = "demo-shop";

export async function benchAgent(log: (line: string) => void): Promise<string> {
  const site = await startDemoSite({ variant: "good" });
  try {
    const installation = await startInstallation(site, [], log, undefined, { SVC_TOOL_PROFILE: "core" });
    try {
      return await measure(installation, site, log);
    } finally {
      await installation.stop();
    }
  } finally {
    await site.close();
  }
}

async function measure(installation: Installation, site: DemoSite, log: (line: string) => void): Promise<string> {
  await makeDemoProject(installation, { siteUrl: site.url, slug: SHOP });
  const key = await makeOrgKey(installation, "mcp_full");
  await addPages(createApiClient(installation.service.apiUrl, key));
  const meter = await openMeter(`${installation.service.apiUrl}/mcp`, key);
  const outcomes: string[] = [];
  try {
    for (const job of JOBS) {
      meter.begin(job.name);
      outcomes.push(await job.run(meter, { site, project: "new-shop", shop: SHOP }));
      log(`${job.name}: ${outcomes.at(-1)}`);
    }
  } finally {
    await meter.close();
  }
  return report(meter, outcomes);
}

/** Adds the pages that the shop's audits visit, as if the owner had set them up earlier. */
async function addPages(client: ApiClient): Promise<void> {
  for (const url of ["/", "/shop", "/about"]) {
    const args = { project: SHOP, label: url, url, viewports: ["desktop"], confirm: true };
    await client.request("POST", "/api/mcp/v1/invoke", { tool: "create_scenario", args });
  }
}

const sum = (costs: readonly Cost[], of: (cost: Cost) => number): number =>
  costs.reduce((total, cost) => total + of(cost), 0);

function report({ costs, listing }: Meter, outcomes: readonly string[]): string {
  const rows = JOBS.map(({ name }, at) => {
    const own = costs.filter(({ job }) => job === name);
    return rowOf(name, own, outcomes[at] ?? "");
  });
  const calls = costs.length;
  const tokens = sum(costs, ({ args, answer }) => args + answer);
  const byTool = [...new Set(costs.map(({ tool }) => tool))]
    .map((tool) => ({ tool, own: costs.filter((cost) => cost.tool === tool) }))
    .sort((a, b) => sum(b.own, ({ answer }) => answer) - sum(a.own, ({ answer }) => answer))
    .map(({ tool, own }) => rowOf(tool, own, ""));
  const met = (value: number, most: number) => `${value} (≤ ${most}: ${value <= most ? "met" : "missed"})`;
  return [
    table(["job", "calls", "arguments", "answers", "tokens", "outcome"], [...rows, rowOf("together", costs, "")]),
    table(["tool", "calls", "arguments", "answers", "tokens", ""], byTool),
    `Calls: ${met(calls, BARS.calls)}. Tokens: ${met(tokens, BARS.tokens)}. Listing of the profile core: ${met(listing, BARS.listing)}.`,
  ].join("\n\n");
}

function rowOf(name: string, costs: readonly Cost[], outcome: string): string[] {
  const args = sum(costs, (cost) => cost.args);
  const answers = sum(costs, (cost) => cost.answer);
  return [name, String(costs.length), String(args), String(answers), String(args + answers), outcome];
}
