// MCP over HTTP: both revisions at the same address, with the same tools, keys and limits as the gateway.
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Client } from "@modelcontextprotocol/client";
import { expect } from "chai";
import sharp from "sharp";
import { outcomeOf } from "../../api/mcp/outcome.ts";
import { invokeTool } from "../../api/tools/invoke.ts";
import { toolsOf } from "../../api/tools/registry.ts";
import { addRun, addShot } from "../api/support/shots.ts";
import { makeToolWorld, type ToolWorld } from "../api/tools/harness.ts";
import { callTool, connectHttp, connectStdio, type Person, REVISIONS, rejection } from "./support.ts";

const initialize = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

for (const revision of REVISIONS)
  describe(`MCP over HTTP, revision ${revision}`, () => {
    let world: ToolWorld;
    let client: Client;
    before(async () => {
      world = await makeToolWorld();
      client = await connectHttp(world.client.base, revision, { "x-api-key": world.keys.mcp_full });
    });
    after(async () => {
      await client.close();
      await world.close();
    });

    it("says who it is and how to begin", () => {
      expect(client.getServerVersion()).to.include({ name: "plumbline", version: "0.0.0-test" });
      expect(client.getInstructions()).to.contain("list_projects");
    });

    it("lists the tools of the profile, with schemas and hints", async () => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).to.deep.equal(toolsOf("qa").map(({ name }) => name));
      for (const [index, tool] of toolsOf("qa").entries()) {
        const listed = tools[index];
        expect(listed).to.include({ title: tool.title, description: tool.description });
        expect(listed?.annotations?.readOnlyHint).to.equal(!tool.mutating);
        expect(listed?.annotations?.openWorldHint).to.equal(tool.openWorld ?? false);
        if (tool.mutating) expect(listed?.annotations?.destructiveHint).to.equal(tool.destructive ?? false);
        const shown = Object.keys(tool.args).filter((name) => !tool.quiet?.includes(name));
        const known = Object.keys(listed?.inputSchema.properties ?? {});
        expect(known).to.have.members(tool.mutating ? [...new Set([...shown, "confirm"])] : shown);
        expect(listed?.inputSchema.required ?? []).to.satisfy((names: string[]) =>
          names.every((n) => known.includes(n)),
        );
        expect(listed?.outputSchema?.type).to.equal("object");
      }
    });

    it("answers the whole envelope, as text and as structured content", async () => {
      await addRun(world.models, "run_mcp");
      await addShot(world.models, "run_mcp", 0);
      const { envelope, isError } = await callTool(client, "get_run_failures");
      expect(isError).to.equal(false);
      expect(envelope).to.include({ ok: true, tool: "get_run_failures" });
      expect(envelope.warnings.join()).to.match(/quotes tested pages/);
      expect(envelope.data).to.include({ runId: "run_mcp", failed: 1 });
      const { body } = await world.send("get_run_failures", {});
      expect(envelope).to.deep.equal(body);
    });

    it("puts the envelope around tools that answer a CI shape", async () => {
      const { envelope } = await callTool(client, "list_projects");
      const { body } = await world.send("list_projects", {});
      expect(envelope).to.deep.include({ ok: true, tool: "list_projects", data: body });
    });

    it("calls tools that the profile does not list", async () => {
      const { envelope } = await callTool(client, "run_seo", { confirm: true });
      expect(envelope.data).to.include({ success: true, type: "seo-test" });
    });

    it("refusals are envelopes too", async () => {
      const refused = async (name: string, args: object, code: string) => {
        const { envelope } = await callTool(client, name, args as Record<string, unknown>);
        expect(envelope).to.include({ ok: false, tool: name, data: null });
        expect(envelope.error?.code).to.equal(code);
        return envelope;
      };
      expect((await refused("get_run_failure", {}, "not_found")).summary).to.contain('"get_run_failures"');
      await refused("get_run_failures", { nonsense: 1 }, "validation_error");
      await refused("get_run_failures", { project: "nowhere" }, "project_resolution_error");
      await refused("get_run_failures", { runId: "run_nowhere" }, "tool_error");
      await refused("run_vrt", {}, "confirm_required");
    });

    it("scopes hold: a key that may only read cannot change, one for CI cannot call", async () => {
      const reader = await connectHttp(world.client.base, revision, { "x-api-key": world.keys.mcp_read });
      expect((await callTool(reader, "list_projects")).envelope.ok).to.equal(true);
      expect((await callTool(reader, "run_vrt", { confirm: true })).envelope.error?.code).to.equal("scope_denied");
      await reader.close();
      const ci = await connectHttp(world.client.base, revision, { "x-api-key": world.keys.ci });
      expect((await callTool(ci, "list_projects")).envelope.error?.code).to.equal("scope_denied");
      await ci.close();
    });

    it("takes the key as Authorization: Bearer as well", async () => {
      const bearer = await connectHttp(world.client.base, revision, {
        authorization: `Bearer ${world.keys.mcp_read}`,
      });
      expect((await callTool(bearer, "list_projects")).envelope.ok).to.equal(true);
      await bearer.close();
    });

    it("a key of an organisation may bring its default project", async () => {
      const without = await connectHttp(world.client.base, revision, { "x-api-key": world.keys.org });
      expect((await callTool(without, "get_run_status")).envelope.error?.code).to.equal("validation_error");
      await without.close();
      const own = await connectHttp(world.client.base, revision, {
        "x-api-key": world.keys.org,
        "x-default-project": "shop",
      });
      expect((await callTool(own, "get_run_status")).envelope.ok).to.equal(true);
      expect((await callTool(own, "get_run_status", { project: "blog" })).envelope.summary).to.contain("Blog");
      await own.close();
    });

    it("two processes serve one client", async () => {
      const other = await world.listen();
      const elsewhere = await connectHttp(other.base, revision, { "x-api-key": world.keys.mcp_full });
      for (const one of [client, elsewhere, client])
        expect((await callTool(one, "list_projects")).envelope.ok).to.equal(true);
      await elsewhere.close();
    });

    it("asks the person where the client can, and otherwise says confirm_required", async () => {
      const person: Person = { action: "accept", content: { confirm: true }, asked: [] };
      const asking = await connectHttp(world.client.base, revision, { "x-api-key": world.keys.mcp_full }, person);
      const { envelope } = await callTool(asking, "run_vrt", { scenarios: ["Home"] });
      if (revision === "2025-11-25") {
        // Without a session, the question cannot be sent to anybody.
        expect(envelope.error?.code).to.equal("confirm_required");
        expect(person.asked).to.deep.equal([]);
      } else {
        expect(envelope.ok, envelope.summary).to.equal(true);
        expect(person.asked).to.have.length(1);
        expect(person.asked[0]).to.contain("run_vrt").and.contain('["Home"]');
        for (const [action, content] of [
          ["decline", undefined],
          ["cancel", undefined],
          ["accept", { confirm: false }],
        ] as const) {
          Object.assign(person, { action, content });
          const no = await callTool(asking, "run_vrt", {});
          expect(no.envelope).to.include({ ok: false, recoverable: false });
          expect(no.envelope.error?.code).to.equal("confirm_required");
          expect(no.envelope.summary).to.contain("did not agree");
        }
        expect(person.asked).to.have.length(4);
        // No confirmation is requested for a call that is rejected anyway.
        const reader = await connectHttp(world.client.base, revision, { "x-api-key": world.keys.mcp_read }, person);
        expect((await callTool(reader, "run_vrt", {})).envelope.error?.code).to.equal("scope_denied");
        expect(person.asked).to.have.length(4);
        await reader.close();
      }
      await asking.close();
    });

    it("resources are the answers of their tools", async () => {
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).to.deep.equal([
        "svc://latest-failures",
        "svc://quality-score",
        "svc://site-health",
        "svc://scenarios",
      ]);
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).to.include("svc://scenarios/{project}");
      for (const [uri, tool] of [
        ["svc://latest-failures", "get_run_failures"],
        ["svc://latest-failures/shop", "get_run_failures"],
        ["svc://quality-score", "get_quality_score"],
        ["svc://site-health", "get_site_health"],
        ["svc://scenarios", "list_scenarios"],
      ] as const) {
        const { contents } = await client.readResource({ uri });
        expect(contents).to.have.length(1);
        const text = (contents[0] as { text: string }).text;
        expect(JSON.parse(text), uri).to.deep.equal((await world.send(tool, {})).body);
        expect(contents[0]).to.include({ uri, mimeType: "application/json" });
      }
    });

    it("resources of a project in which nothing has run yet are empty", async () => {
      const other = await world.addKey("mcp_read", { projectId: "prj_blog" });
      const reader = await connectHttp(world.client.base, revision, { "x-api-key": other });
      const read = async (name: string) => {
        const { contents } = await reader.readResource({ uri: `svc://${name}` });
        return JSON.parse((contents[0] as { text: string }).text);
      };
      try {
        const failures = await read("latest-failures");
        expect(failures).to.deep.include({ ok: true, tool: "get_run_failures" });
        expect(failures.summary).to.contain("has no completed visual test yet");
        expect(failures.data).to.deep.equal({
          runId: null,
          failed: 0,
          total: 0,
          changes: 0,
          failures: [],
          nextCursor: null,
        });
        expect(failures.nextActions[0].tool).to.equal("run_vrt");
        for (const name of ["quality-score", "site-health", "scenarios"]) expect((await read(name)).ok).to.equal(true);
        // A call of the tool still reports what is missing.
        expect((await callTool(reader, "get_run_failures", {})).envelope.error?.code).to.equal("tool_error");
      } finally {
        await reader.close();
      }
    });

    it("resources that are not there, or not for this key", async () => {
      const unknown = await rejection(client.readResource({ uri: "svc://nowhere" }));
      expect(unknown).to.include({ code: -32_602 });
      expect(unknown.message).to.contain("svc://scenarios");
      const foreign = await rejection(client.readResource({ uri: "svc://latest-failures/foreign" }));
      expect(foreign.message).to.contain('Project "foreign" was not found');
    });

    it("prompts name the calls in their order", async () => {
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).to.deep.equal([
        "diagnose-vrt-failure",
        "pre-merge-check",
        "setup-health-review",
      ]);
      const { messages } = await client.getPrompt({ name: "pre-merge-check", arguments: { branch: "feature/x" } });
      const text = (messages[0]?.content as { text: string } | undefined)?.text ?? "";
      expect(text).to.contain('branch "feature/x"');
      expect(text.indexOf("gate_pr_quality")).to.be.within(0, text.indexOf("wait_for_run"));
      expect((await rejection(client.getPrompt({ name: "nowhere" }))).message).to.contain("pre-merge-check");
      const wrong = await rejection(client.getPrompt({ name: "pre-merge-check", arguments: { brunch: "x" } }));
      expect(wrong.message).to.contain("brunch");
    });
  });

describe("MCP over HTTP", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
  });
  after(() => world.close());

  const post = (body: unknown, headers: Record<string, string> = {}, key: string | undefined = world.keys.mcp_read) =>
    world.client.post("/mcp", { key, headers: { ...HEADERS, ...headers }, rawBody: JSON.stringify(body) });

  it("nobody comes in without a key, and a wrong key learns nothing", async () => {
    for (const headers of [
      {},
      { "x-api-key": "svc_live_x" },
      { authorization: "Bearer svc_live_x" },
      { authorization: "Basic x" },
    ]) {
      const answer = await world.client.post("/mcp", {
        headers: { ...HEADERS, ...(headers as Record<string, string>) },
        rawBody: "{",
      });
      expect(answer.status).to.equal(401);
      expect(answer.headers.get("www-authenticate"))
        .to.match(/^Bearer /)
        .and.to.include("resource_metadata=");
      expect(answer.body.error).to.deep.include({ data: { code: "unauthorized" } });
    }
  });

  it("bodies that are none: malformed, batches, too large, of another type", async () => {
    const raw = (rawBody: string, headers = HEADERS) =>
      world.client.post("/mcp", { key: world.keys.mcp_read, headers, rawBody });
    expect((await raw("{")).status).to.equal(400);
    expect((await raw(JSON.stringify([initialize, initialize]))).body.error).to.deep.include({
      message: "Send one JSON-RPC message per request: MCP no longer supports batches.",
    });
    expect((await raw(JSON.stringify({ ...initialize, more: "x".repeat(1_100_000) }))).status).to.equal(413);
    expect((await raw("x", { ...HEADERS, "content-type": "text/plain" })).status).to.equal(415);
  });

  it("has no sessions, so it takes no method but POST, not even one that fetch would not send", async () => {
    for (const method of ["GET", "HEAD", "PUT", "DELETE", "TRACE"]) {
      const headers = { ...HEADERS, "x-api-key": world.keys.mcp_read };
      const asked = request(new URL("/mcp", world.client.base), { method, headers }).end();
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      answer.resume();
      expect(answer.statusCode, method).to.equal(405);
      expect(answer.headers.allow).to.equal("POST");
    }
    expect((await post(initialize)).headers.get("mcp-session-id")).to.equal(null);
  });

  it("a page of somewhere else cannot speak to it", async () => {
    expect((await post(initialize, { origin: "http://evil.example" })).status).to.equal(403);
    expect((await post(initialize, { origin: "http://localhost:5173" })).status).to.equal(200);
    const open = await makeToolWorld({ host: "0.0.0.0", publicUrl: "https://plumbline.example" });
    try {
      const from = (origin: string) =>
        open.client.post("/mcp", {
          key: open.keys.mcp_read,
          headers: { ...HEADERS, origin },
          rawBody: JSON.stringify(initialize),
        });
      expect((await from("https://plumbline.example")).status).to.equal(200);
      expect((await from("https://evil.example")).status).to.equal(403);
    } finally {
      await open.close();
    }
  });

  it("60 calls a minute for each key, together with the gateway; messages are bounded apart from them", async () => {
    const limited = await makeToolWorld({ invokeRatePerMinute: 6 });
    try {
      const key = limited.keys.mcp_read;
      const client = await connectHttp(limited.client.base, "2026-07-28", { "x-api-key": key });
      for (let i = 0; i < 3; i++) {
        expect((await callTool(client, "list_projects")).envelope.ok).to.equal(true);
        const direct = await limited.client.post("/api/mcp/v1/invoke", { key, body: { tool: "list_projects" } });
        expect(direct.status).to.equal(200);
      }
      const over = await callTool(client, "list_projects");
      expect(over.envelope).to.include({ ok: false, recoverable: true });
      expect(over.envelope.error?.code).to.equal("rate_limit");
      expect(over.envelope.retryAfterMs).to.be.within(1, 61_000);
      expect(
        (await limited.client.post("/api/mcp/v1/invoke", { key, body: { tool: "list_projects" } })).status,
      ).to.equal(429);
      // Lists do not count as calls. The message limit is ten times the call limit: the connection, four calls and the lists below have used
      // some.
      const statuses: number[] = [];
      for (let i = 0; i < 60; i++)
        statuses.push(
          (await limited.client.post("/mcp", { key, headers: HEADERS, rawBody: JSON.stringify(initialize) })).status,
        );
      expect(statuses.slice(0, 40)).to.deep.equal(Array(40).fill(200));
      expect(statuses.at(-1)).to.equal(429);
      await client.close();
    } finally {
      await limited.close();
    }
  });

  it("a database that is gone is an answer, not a hole", async () => {
    const lost = await makeToolWorld();
    try {
      const { mcp_read: key } = lost.keys;
      await lost.loseDatabase();
      const answer = await lost.client.post("/mcp", { key, headers: HEADERS, rawBody: JSON.stringify(initialize) });
      expect(answer.status).to.equal(503);
      expect(answer.headers.get("retry-after")).to.equal("5");
    } finally {
      await lost.close();
    }
  });

  describe("pictures of an answer", () => {
    /** Stores a screenshot of the project Shop, or of another organisation's. */
    const store = async (height: number, projectId = "prj_shop") => {
      const image = sharp({ create: { width: 1440, height, channels: 3, background: "#369" } });
      const bytes = await image.png().toBuffer();
      const artifactId = await world.ctx.artifacts.put(bytes);
      const _id = `${artifactId}-${projectId}`;
      const contentType = "image/png";
      const createdAt = world.ctx.now();
      await world.models.artifacts.create({ _id, artifactId, projectId, contentType, bytes: bytes.length, createdAt });
      return artifactId;
    };

    it("come small, each with what it costs, over HTTP and stdio alike", async () => {
      const [baseline, test] = [await store(3_000), await store(3_001)];
      world.engine.diff = await store(900);
      await addRun(world.models, "run_pictures");
      await addShot(world.models, "run_pictures", 0, { artifacts: { baseline, test, diff: null, map: null } });
      const args = { scenarioLabel: "Home", viewport: "desktop", runId: "run_pictures" };
      const key = world.keys.mcp_read;
      const http = await connectHttp(world.client.base, "2026-07-28", { "x-api-key": key });
      const { client: stdio } = await connectStdio({ SVC_URL: world.client.base, SVC_API_KEY: key }, "2026-07-28");
      try {
        const { content } = await callTool(http, "get_diff_stats", args);
        expect(content.slice(1).map(({ type, text }) => text ?? type)).to.deep.equal([
          "baseline (384×800, about 410 tokens)",
          "image",
          "test (384×800, about 410 tokens)",
          "image",
          "diff (800×500, about 534 tokens)",
          "image",
        ]);
        const shown = content.filter(({ type }) => type === "image");
        for (const [index, size] of [
          [384, 800],
          [384, 800],
          [800, 500],
        ].entries()) {
          expect(shown[index]?.mimeType).to.equal("image/jpeg");
          const { width, height } = await sharp(Buffer.from(shown[index]?.data ?? "", "base64")).metadata();
          expect([width, height]).to.deep.equal(size);
        }
        expect((await callTool(stdio, "get_diff_stats", args)).content).to.deep.equal(content);
      } finally {
        await Promise.all([http.close(), stdio.close()]);
      }
    });

    it("are at most three, and none that the caller may not see or that is gone", async () => {
      const ids = [await store(2_000), await store(2_001, "prj_foreign"), "0".repeat(64), await store(2_002)];
      const pictures = ids.map((artifactId, index) => ({ artifactId, label: `${index}` }));
      const caller = { kind: "user", userId: "u", email: "e", orgId: "org_a", role: "viewer" } as const;
      const found = await invokeTool(world.ctx, caller, { tool: "list_projects" });
      const labels = async (given: typeof pictures) =>
        (await outcomeOf(world.ctx, caller, { ...found, pictures: given })).pictures.map(({ label }) => label);
      expect(await labels(pictures)).to.deep.equal(["0"]);
      expect(await labels([...pictures].reverse())).to.deep.equal(["3"]);
      const same = Array(5).fill(pictures[0]);
      expect(await labels(same)).to.deep.equal(["0", "0", "0"]);
    });
  });
});
