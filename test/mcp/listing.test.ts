// Suggestions over MCP contain only tools that the client was shown.
import { expect } from "chai";
import type { McpBackend, ToolDescription } from "../../mcp/backend.ts";
import { suggestingListed } from "../../mcp/listing.ts";
import { addAudit } from "../api/health/support.ts";
import { makeToolWorld, type ToolWorld } from "../api/tools/harness.ts";
import { callTool, connectHttp } from "./support.ts";

const suggested = (tool: string) => ({ label: tool, tool });
const answer = {
  envelope: {
    ok: true,
    tool: "a",
    summary: "s",
    data: null,
    warnings: [],
    nextActions: ["everyday", "rare"].map(suggested),
  },
  pictures: [],
};
const TOOLS = [
  { name: "everyday", profile: "qa" },
  { name: "rare", profile: "full" },
] as ToolDescription[];
const backend: McpBackend = { tools: async () => TOOLS, invoke: async () => answer };
const shown = async (whole: McpBackend, profile: "qa" | "full" | "vrt-qa") => {
  const { envelope } = await suggestingListed(whole, profile).invoke("a", {}, new AbortController().signal);
  return envelope.nextActions.map(({ tool }) => tool);
};

describe("suggestions over MCP", () => {
  it("are of tools that the profile lists", async () => {
    expect(await shown(backend, "qa")).to.deep.equal(["everyday"]);
    expect(await shown(backend, "vrt-qa")).to.deep.equal(["everyday"]);
    expect(await shown(backend, "full")).to.deep.equal(["everyday", "rare"]);
  });

  it("name a tool that stands in for one that the profile does not list, in the result of a job too", async () => {
    const place = { project: "shop", runId: "run_1" };
    const nextActions = [
      { label: "Inspect", tool: "frt_get_run_timeline", args: { ...place, featureId: "basket" } },
      { label: "Audit", tool: "run_tracking", args: { project: "shop" } },
    ];
    const tools = [...new Set(["frt_explain_failure", "run_full_audit"])].map((name) => ({ name, profile: "qa" }));
    const whole: McpBackend = {
      tools: async () => tools as ToolDescription[],
      invoke: async () => ({
        ...answer,
        envelope: { ...answer.envelope, nextActions, data: { result: { nextActions } } },
      }),
    };
    const { envelope } = await suggestingListed(whole, "qa").invoke("a", {}, new AbortController().signal);
    const expected = [
      { label: "Inspect", tool: "frt_explain_failure", args: { ...place, featureId: "basket" } },
      { label: "Audit", tool: "run_full_audit", args: { project: "shop", pillars: ["tracking"] } },
    ];
    expect(envelope.nextActions).to.deep.equal(expected);
    expect(envelope.data).to.deep.equal({ result: { nextActions: expected } });
  });

  it("stand as they are when the catalogue cannot be had: the call was made", async () => {
    const away = { ...backend, tools: () => Promise.reject(new Error("away")) };
    expect(await shown(away, "qa")).to.deep.equal(["everyday", "rare"]);
  });

  describe("of a service", () => {
    let world: ToolWorld;
    before(async () => {
      world = await makeToolWorld();
      await addAudit(world.models, "run_s", 9, 80, ["scn_home"]);
    });
    after(() => world.close());

    it("are fewer than over HTTP, where every tool can be called", async () => {
      const http = await world.call("get_pillar_report", { pillar: "seo" });
      expect(http.nextActions?.map(({ tool }) => tool)).to.deep.equal(["get_site_health", "seo_list_history"]);
      const client = await connectHttp(world.client.base, "2026-07-28", { "x-api-key": world.keys.mcp_full });
      try {
        const { envelope } = await callTool(client, "get_pillar_report", { pillar: "seo" });
        expect(envelope.nextActions.map(({ tool }) => tool)).to.deep.equal(["get_site_health"]);
      } finally {
        await client.close();
      }
    });
  });
});
