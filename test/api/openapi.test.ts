// The document matches the service: it contains exactly the router's routes, is valid, and lists every error response.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { object, string } from "yup";
import { createApp } from "../../api/app.ts";
import { named } from "../../api/endpoints/answers/named.ts";
import type { Endpoint } from "../../api/endpoints/define.ts";
import { namedSchemas } from "../../api/openapi/document.ts";
import { TOOLS } from "../../api/tools/registry.ts";
import { openApiDocument } from "../support/openApi.ts";
import { makeWorld, type World } from "./support/world.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const openapi = openApiDocument("1.2.3");

/** What Express stores for a route, a router or middleware; `rawPath` is where it is mounted. */
type Layer = {
  rawPath: string;
  route?: { path: string; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
};
type Routed = { router: { stack: Layer[] } };

/** Returns every route as `GET /api/ci/status/{runId}`. */
function routesOf(stack: Layer[], mount = ""): string[] {
  const joined = (at: string) => `${mount}${at === "/" ? "" : at}`;
  return stack.flatMap(({ route, rawPath, handle }) => {
    if (!route) return routesOf(handle.stack ?? [], joined(rawPath));
    const pattern = (joined(route.path) || "/").replace(/:(\w+)/g, "{$1}");
    // MCP's own handler decides about methods; the document lists the supported ones.
    const methods = Object.keys(route.methods._all ? (openapi.paths[pattern] ?? { all: true }) : route.methods);
    return methods.map((method) => `${method.toUpperCase()} ${pattern}`);
  });
}

describe("names of answers", () => {
  it("are refused where two answers share one", () => {
    const answers = (field: string) => ({
      answers: { 200: { description: "", json: named("Same", object({ [field]: string() })) } },
    });
    const endpoints = [answers("one"), answers("other")] as unknown as Endpoint[];
    expect(() => namedSchemas(endpoints)).to.throw("Two answers are named Same.");
    expect([...namedSchemas(endpoints.slice(0, 1)).keys()]).to.include("Same");
  });
});

describe("the OpenAPI document", () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world.close());

  const operations = Object.entries(openapi.paths).flatMap(([where, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${where}`, operation })),
  );

  it("has every route of the router, and none that is not there", () => {
    const app = createApp(world.ctx) as unknown as Routed;
    const routes = routesOf(app.router.stack).sort();
    expect(operations.map(({ name }) => name).sort()).to.deep.equal(routes);
  });

  it("notices a route that is not in it", () => {
    const app = createApp(world.ctx, {
      extend: (extended) => {
        extended.get("/api/new/:thing", (_req, res) => void res.end());
      },
    }) as unknown as Routed;
    expect(routesOf(app.router.stack)).to.include("GET /api/new/{thing}");
  });

  it("is served to everyone", async () => {
    const { status, body, headers } = await world.client.get("/api/mcp/v1/openapi.json");
    expect(status).to.equal(200);
    expect(headers.get("content-type")).to.match(/^application\/json/);
    expect(body).to.deep.equal(JSON.parse(JSON.stringify(openApiDocument("0.0.0-test"))));
  });

  it("holds to Redocly's recommended rules", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "plumbline-openapi-"));
    try {
      const file = path.join(folder, "openapi.json");
      await writeFile(file, JSON.stringify(openapi, null, 2));
      const redocly = path.join(root, "node_modules", "@redocly", "cli", "bin", "cli.js");
      const config = path.join(root, "api", "openapi", "redocly.yaml");
      const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
      const args = [redocly, "lint", file, "--config", config, "--format", "stylish"];
      await promisify(execFile)(process.execPath, args, { cwd: folder, env }).catch((error: { stdout: string }) => {
        expect.fail(error.stdout);
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("has schemas that are valid JSON Schema 2020-12, without a reference that leads nowhere", () => {
    const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, discriminator: true });
    ajv.addKeyword("components").addSchema({ $id: "doc", components: openapi.components });
    for (const name of Object.keys(openapi.components.schemas ?? {}))
      expect(() => ajv.compile({ $ref: `doc#/components/schemas/${name}` }), name).not.to.throw();
    const referred = [...JSON.stringify(openapi).matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)];
    for (const [, kind, name] of referred) expect(openapi.components[kind ?? ""], name).to.have.property(name ?? "");
  });

  it("has no pattern that only JavaScript can read", () => {
    // Regular expressions of Python and of many generators do not support Unicode property classes.
    const patterns = [...JSON.stringify(openapi).matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].map(
      ([, pattern]) => pattern,
    );
    expect(patterns).to.not.have.length(0);
    expect(patterns.filter((pattern) => /\\p\{/i.test(pattern ?? ""))).to.deep.equal([]);
  });

  it("tells the tools apart by their name", () => {
    const { schemas } = openapi.components;
    const ajv = new Ajv2020({ strict: false, discriminator: true });
    ajv.addSchema({ $id: "doc", components: openapi.components });
    const invoke = openapi.paths["/api/mcp/v1/invoke"]?.post as {
      requestBody: { content: Record<string, { examples: Record<string, { value: unknown }> }> };
    };
    const examples = invoke.requestBody.content["application/json"]?.examples ?? {};
    expect(Object.keys(examples)).to.deep.equal(TOOLS.map(({ name }) => name));
    for (const { name } of TOOLS) {
      expect(schemas).to.include.keys(`${name}_call`, `${name}_answer`);
      const check = ajv.compile({ $ref: `doc#/components/schemas/${name}_call` });
      expect(check(examples[name]?.value), `${name}: ${ajv.errorsText(check.errors)}`).to.equal(true);
      expect(check({ tool: "another", args: {} })).to.equal(false);
    }
  });

  for (const { name, operation } of operations) {
    const { security, responses } = operation as unknown as {
      security: Record<string, unknown>[];
      responses: Record<string, { headers?: object }>;
    };
    it(`${name}: whoever it does not know, does not let in or cannot serve is told in the document`, () => {
      if (security.length > 0) expect(responses).to.include.keys("401");
      if (security.some((one) => "csrf" in one)) expect(responses).to.include.keys("403");
      for (const status of ["429", "503"])
        if (responses[status]) expect(responses[status].headers).to.include.keys("Retry-After");
      // 431 is sent before any part of the request is read.
      for (const [status, answer] of Object.entries(responses))
        if (status !== "431") expect(answer.headers).to.include.keys("X-Request-Id");
    });
  }
});
