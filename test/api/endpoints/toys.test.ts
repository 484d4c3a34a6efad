// A new endpoint is one declaration and a new tool one object: a toy of each shows up wherever endpoints and tools appear.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { object, string } from "yup";
import { createApp } from "../../../api/app.ts";
import { named } from "../../../api/endpoints/answers/named.ts";
import { defineEndpoint, type EndpointArea } from "../../../api/endpoints/define.ts";
import { endpointTable } from "../../../api/endpoints/documents.ts";
import { endpointAreas, endpointsOf } from "../../../api/endpoints/index.ts";
import { right } from "../../../api/endpoints/permits.ts";
import { requireRunRight } from "../../../api/lib/access.ts";
import { closed, listOf, requiredText, wholeNumber } from "../../../api/lib/validate.ts";
import { documentOf } from "../../../api/openapi/document.ts";
import { toolSnapshot, toolTables } from "../../../api/tools/documents.ts";
import { TOOLS } from "../../../api/tools/registry.ts";
import { defineTool } from "../../../api/tools/tool.ts";
import { createClient } from "../support/client.ts";
import { makeWorld, type World } from "../support/world.ts";

const paint = defineEndpoint({
  method: "post",
  path: "/api/toys/{toyId}/paint",
  id: "paintToy",
  tag: "CI",
  summary: "Paint a toy",
  access: "key",
  allowed: "keys of scope ci or mcp_full",
  permit: right(requireRunRight),
  params: { toyId: "Id of the toy" },
  query: closed({ coats: wholeNumber(1, 3), sides: listOf(requiredText(10)) }),
  body: closed({ colour: requiredText(20) }),
  bounds: "small",
  idempotent: true,
  limits: ["ci"],
  noStore: true,
  answers: { 201: { description: "Painted.", json: named("PaintedToy", object({ toyId: string().required() })) } },
  handle: ({ ctx, caller, params, query, body }) => ({
    json: { toyId: params.toyId, ...query, ...body, by: caller.kind, key: ctx.idempotency },
    headers: { Location: `/api/toys/${params.toyId}` },
  }),
});

const wind = defineTool({
  name: "wind_up_toy",
  title: "Wind up a toy",
  description: "Winds up a toy.",
  area: "guidance",
  profile: "qa",
  mutating: false,
  args: { toy: requiredText(20) },
  data: object({ toy: string().required() }),
  intent: { does: "winds up a toy", when: [["job", "wait"]] },
  example: { toy: "duck" },
  run: async (_use, { toy }) => ({ summary: `${toy} is wound up.`, data: { toy } }),
});

describe("a toy endpoint and a toy tool, each declared once", () => {
  const tools = [...TOOLS, wind];
  const toys: EndpointArea = { name: "toys", endpoints: [paint] };
  const areas = endpointAreas(tools, [toys]);
  const document = documentOf(endpointsOf(areas), "1.2.3");
  let world: World;
  let server: ReturnType<typeof createServer>;
  let client: ReturnType<typeof createClient>;
  let key: string;

  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 8 });
    server = createServer(createApp(world.ctx, { areas, version: "1.2.3" }));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    client = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    key = await world.addKey("mcp_full");
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await world.close();
  });

  describe("the endpoint", () => {
    const url = "/api/toys/duck/paint?coats=2&sides=left,right";
    const body = { colour: "red" };

    it("answers with what the path, the query, the body and the headers said", async () => {
      const headers = { "Idempotency-Key": "k1" };
      const { status, body: answer, headers: got } = await client.post(url, { key, body, headers });
      expect([status, got.get("location"), got.get("cache-control")]).to.deep.equal([
        201,
        "/api/toys/duck",
        "no-store",
      ]);
      expect(answer).to.deep.equal({
        toyId: "duck",
        coats: 2,
        sides: ["left", "right"],
        colour: "red",
        by: "key",
        key: { key: "k1", route: "POST /api/toys/{toyId}/paint" },
      });
    });

    it("has its gates in their order: bounds, key, limit, right, validation", async () => {
      const post = async (sent: object) => (await client.post(url, { body, ...sent })).status;
      const reader = await world.addKey("mcp_read");
      expect(await post({ body: { colour: "x".repeat(20_000) } }), "too large, without a key").to.equal(413);
      expect(await post({}), "no key").to.equal(401);
      expect(await post({ key: reader, body: { color: "red" } }), "no right, and a wrong body").to.equal(403);
      expect(await post({ key, body: { color: "red" } }), "a wrong body").to.equal(400);
      expect((await client.post("/api/toys/duck/paint?coats=9", { key, body })).status, "a wrong query").to.equal(400);
      const limited = await world.addKey("mcp_full");
      const statuses = [];
      for (let call = 0; call < 9; call++) statuses.push(await post({ key: limited }));
      expect(statuses.slice(-2)).to.deep.equal([201, 429]);
    });

    it("is in the OpenAPI document, with what follows from its declaration", () => {
      const operation = document.paths["/api/toys/{toyId}/paint"]?.post as {
        parameters: { name?: string; $ref?: string }[];
        responses: Record<string, unknown>;
      };
      expect(operation.parameters.map(({ name, $ref }) => name ?? $ref)).to.deep.equal([
        "toyId",
        "coats",
        "sides",
        "#/components/parameters/IdempotencyKey",
      ]);
      expect(Object.keys(operation.responses)).to.have.members([
        "201",
        "400",
        "401",
        "403",
        "404",
        "409",
        "413",
        "429",
        "503",
      ]);
      expect(document.components.schemas).to.have.property("PaintedToy");
    });

    it("has its row in the reference", () => {
      expect(endpointTable(endpointsOf(areas))).to.include(
        "| `POST /api/toys/{toyId}/paint` | keys of scope ci or mcp_full | Paint a toy. Body: **`colour`**. Query: `coats` (1 to 3), `sides`. Header: `Idempotency-Key`. Answers 201. |",
      );
    });
  });

  describe("the tool", () => {
    it("can be called over HTTP and over MCP, and is listed by both and by list_my_tools", async () => {
      const call = { tool: "wind_up_toy", args: { toy: "duck" } };
      const { status, body } = await client.post("/api/mcp/v1/invoke", { key, body: call });
      expect([status, body.data]).to.deep.equal([200, { toy: "duck" }]);
      const { body: catalogue } = await client.get("/api/mcp");
      expect((catalogue.tools as { name: string }[]).map(({ name }) => name)).to.include("wind_up_toy");
      const { body: health } = await client.get("/api/mcp/v1/health");
      expect(health.invokeTools).to.include("wind_up_toy");
      const { body: mine } = await client.post("/api/mcp/v1/invoke", {
        key,
        body: { tool: "list_my_tools", args: {} },
      });
      expect(JSON.stringify(mine.data)).to.include("wind_up_toy");
      const rpc = (method: string, params: object = {}) =>
        client.post("/mcp", {
          key,
          headers: { Accept: "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18" },
          body: { jsonrpc: "2.0", id: 1, method, params },
        });
      expect((await rpc("tools/list")).raw.toString()).to.include("wind_up_toy");
      const called = await rpc("tools/call", { name: "wind_up_toy", arguments: { toy: "duck" } });
      expect(called.raw.toString()).to.include("duck is wound up.");
    });

    it("is found by the words that it declares", async () => {
      const call = { tool: "analyze_user_intent", args: { project: "shop", message: "Wait for the job" } };
      const { body } = await client.post("/api/mcp/v1/invoke", { key, body: call });
      const { matches } = body.data as { matches: { tool: string; does: string; needsConfirm: boolean }[] };
      expect(matches.find(({ tool }) => tool === "wind_up_toy")).to.include({
        does: "winds up a toy",
        needsConfirm: false,
      });
    });

    it("is in the OpenAPI document, in the tables of the reference, and has a snapshot", () => {
      expect(document.components.schemas).to.include.keys("wind_up_toy_call", "wind_up_toy_answer");
      expect(toolTables(tools)).to.include("| `wind_up_toy` | Wind up a toy | **toy** |");
      expect(toolSnapshot(wind).name).to.equal("wind_up_toy");
    });
  });
});
