// The profile core: few tokens, every tool reachable.
import { expect } from "chai";
import { catalogueEntry } from "../../api/tools/catalogue.ts";
import { findTool, TOOLS, toolsOf } from "../../api/tools/registry.ts";
import { CALL, coreListing, FIND, findTools, meantCall, signatureOf } from "../../mcp/core.ts";
import { makeToolWorld, type ToolWorld } from "../api/tools/harness.ts";
import { tokensOf } from "../support/tokens.ts";
import { callTool, connectHttp } from "./support.ts";

const BUDGET = 1_500;
const entries = TOOLS.map(catalogueEntry);
const found = (query: string) =>
  (findTools(entries, query).data as { tools: { call: string }[] }).tools.map(({ call }) => call.replace(/\(.*/s, ""));

describe("the profile core", () => {
  it(`costs at most ${BUDGET.toLocaleString("en-US")} tokens`, () => {
    const tools = coreListing(toolsOf("core").map(catalogueEntry));
    expect(tools).to.have.length(toolsOf("core").length + 2);
    const dearest = tools.map((tool) => `${tool.name} ${tokensOf(tool)}`).join(", ");
    expect(tokensOf({ tools }), dearest).to.be.at.most(BUDGET);
  });

  for (const [query, tool] of [
    ["why a visual failure", "explain_vrt_failure"],
    ["prove a ticket", "tracking_prove_issue_ticket"],
    ["compare two runs", "compare_runs"],
    ["create a project", "create_project"],
    ["crawl the site", "crawl_site"],
    ["full audit", "run_full_audit"],
    ["prioritize issues", "prioritize_issues"],
    ["ignore a region", "create_comparison_rule"],
    ["comment on the pull request", "post_pr_comment"],
    ["gherkin of a feature", "frt_get_feature"],
  ] as const)
    it(`finds ${tool} by "${query}"`, () => expect(found(query)).to.include(tool));

  it("shows the args of what it finds in a line, and finds nothing by no word", () => {
    const signature = signatureOf(catalogueEntry(findTool("get_diff_stats")));
    expect(signature).to.include("scenarioLabel*").and.to.include("viewport*: phone|tablet|desktop");
    for (const entry of entries) expect(tokensOf(signatureOf(entry)), entry.name).to.be.at.most(200);
    expect(findTools(entries, "").data).to.deep.equal({ tools: [] });
    expect(findTools(entries, "xyzzy").summary).to.include("No tool fits");
  });

  it("means the inner call, however its args are written", () => {
    const call = { name: "get_project", args: { project: "shop" } };
    expect(meantCall(CALL, { tool: "get_project", args: { project: "shop" } })).to.deep.equal(call);
    expect(meantCall(CALL, { tool: "get_project", args: '{"project":"shop"}' })).to.deep.equal(call);
    expect(meantCall(CALL, { tool: "get_project", args: "{" })).to.deep.equal({ name: "get_project", args: {} });
    expect(meantCall(CALL, { tool: "x", args: {}, confirm: true }).args).to.deep.equal({ confirm: true });
    expect(meantCall("get_project", { project: "shop" })).to.deep.equal(call);
  });

  describe("of a service", () => {
    let world: ToolWorld;
    before(async () => {
      world = await makeToolWorld({ toolProfile: "core" });
    });
    after(() => world.close());

    it("lists itself, finds a tool and calls it with the gates of any call", async () => {
      const client = await connectHttp(world.client.base, "2026-07-28", { "x-api-key": world.keys.mcp_full });
      try {
        const { tools } = await client.listTools();
        expect(tools.map(({ name }) => name)).to.have.members([FIND, CALL, ...toolsOf("core").map(({ name }) => name)]);
        const { envelope } = await callTool(client, FIND, { query: "details of a project" });
        expect(JSON.stringify(envelope.data)).to.include("get_project(");
        const called = await callTool(client, CALL, { tool: "get_project", args: { project: "shop" } });
        expect(called.envelope).to.deep.include({ ok: true, tool: "get_project" });
        const args = { label: "By core", url: "/core" };
        const refused = await callTool(client, CALL, { tool: "create_scenario", args });
        expect(refused.envelope.error).to.include({ code: "confirm_required" });
        const made = await callTool(client, CALL, { tool: "create_scenario", args: { ...args, confirm: true } });
        expect(made.envelope.ok).to.equal(true);
        // Any tool may be suggested next, because call_tool reaches all of them.
        expect(made.envelope.nextActions).to.not.deep.equal([]);
        const many = await callTool(client, CALL, {
          tool: "get_project",
          args: `{"project":[${"1,".repeat(30_000)}1]}`,
        });
        expect(many.envelope.error?.message).to.match(/entries/);
        const none = await callTool(client, CALL, {});
        expect(none.envelope.error).to.include({ code: "validation_error" });
      } finally {
        await client.close();
      }
    });

    it("gives a reading key no more by call_tool", async () => {
      const client = await connectHttp(world.client.base, "2026-07-28", { "x-api-key": world.keys.mcp_read });
      try {
        const args = { label: "By reader", url: "/", confirm: true };
        const { envelope } = await callTool(client, CALL, { tool: "create_scenario", args });
        expect(envelope.error).to.include({ code: "scope_denied" });
      } finally {
        await client.close();
      }
    });
  });
});
