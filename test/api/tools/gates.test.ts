// The gateway's checks, for every tool: who is admitted, in which order, and that a refusal writes nothing.
import { expect } from "chai";
import { catalogue } from "../../../api/tools/catalogue.ts";
import { ProductError } from "../../../domain/errors.ts";
import { everything, expectFailure, makeToolWorld, TOOLS, type ToolWorld } from "./harness.ts";

describe("the gates of the tools", () => {
  let world: ToolWorld;
  /** Every document, in its state before the first refusal. */
  let untouched: string;
  before(async () => {
    world = await makeToolWorld();
    untouched = await everything(world.models);
  });
  after(() => world.close());

  const withPlan = async (plan: string, work: () => Promise<void>) => {
    await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan } });
    try {
      await work();
    } finally {
      await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "enterprise" } });
    }
  };

  for (const { name, mutating, example, schema } of TOOLS) {
    it(`${name}: its example is valid, and what it does not know is refused with the field's name`, async () => {
      await schema.validate(example, { strict: true });
      const body = await world.refused(name, { ...example, confirm: true, nonsense: 1 }, 400, "validation_error");
      expect(body.error?.message).to.match(/^unknown field nonsense; known: /);
    });

    it(`${name}: takes no key that may not call it`, async () => {
      const args = { ...example, confirm: true };
      await world.refused(name, args, 403, "scope_denied", world.keys.ci);
      if (mutating) {
        await world.refused(name, args, 403, "scope_denied", world.keys.mcp_read);
        await withPlan("free", () => world.refused(name, args, 403, "plan_gate").then(() => undefined));
        for (const confirm of [undefined, false, "true", 1])
          await world.refused(name, { ...example, confirm }, 400, "confirm_required");
      }
    });
  }

  it("a refusal of any tool writes nothing", async () => {
    expect(await everything(world.models)).to.equal(untouched);
  });

  it("come in their order: tool, scope, plan, confirm, args, project", async () => {
    const read = world.keys.mcp_read;
    await world.refused("no_such_tool", { nonsense: 1 }, 404, "not_found", read);
    await withPlan("free", async () => {
      await world.refused("run_vrt", { nonsense: 1 }, 403, "scope_denied", read);
      await world.refused("run_vrt", { nonsense: 1 }, 403, "plan_gate");
    });
    await world.refused("run_vrt", { nonsense: 1, project: "nowhere" }, 400, "confirm_required");
    await world.refused("run_vrt", { confirm: true, nonsense: 1, project: "nowhere" }, 400, "validation_error");
    await world.refused("run_vrt", { confirm: true, project: "nowhere" }, 422, "project_resolution_error");
  });

  it("the quota is the last of them, and its refusal an envelope also of a CI tool", () =>
    withPlan("hobby", async () => {
      const used = { orgId: "org_a", what: "snapshots", period: "2026-03", count: 10_000_000 };
      await world.models.usage.create({ _id: "org_a:snapshots:2026-03", ...used });
      try {
        const before = await everything(world.models);
        const body = await world.refused("run_vrt", { confirm: true }, 403, "plan_gate");
        expect([body.recoverable, body.summary]).to.deep.equal([false, body.error?.message]);
        expect(await everything(world.models)).to.equal(before);
      } finally {
        await world.models.usage.deleteMany({});
      }
    }));

  it("past them, an error that nobody foresaw is a tool response too, without its own words", async () => {
    world.engine.between = async () => {
      throw new Error("the engine's own words");
    };
    try {
      const { status, headers, body } = await world.send("run_full_audit", { confirm: true });
      expect(status).to.equal(500);
      expectFailure("run_full_audit", body);
      expect(body).to.deep.include({ recoverable: false, data: null });
      expect(body.error?.code).to.equal("tool_error");
      expect(body.summary).to.contain(headers.get("x-request-id")).and.not.contain("own words");
    } finally {
      world.engine.between = null;
    }
  });

  it("what is unavailable says in its header how long to wait, as its body does", async () => {
    world.engine.between = async () => {
      throw new ProductError("unavailable", "Temporal is busy.", { retryAfterMs: 30_000 });
    };
    try {
      const { status, headers, body } = await world.send("run_full_audit", { confirm: true });
      expect([status, headers.get("retry-after"), body.recoverable]).to.deep.equal([503, "30", true]);
    } finally {
      world.engine.between = null;
    }
  });

  it("summaries of refusals are one line, whatever they quote", async () => {
    const body = await world.refused("get_run_failures", { runId: "run\none\u2028two" }, 422, "tool_error");
    expect(body.summary).to.contain("run one two");
  });

  it("suggest the nearest tool for a name that is mistyped", async () => {
    const body = await world.refused("get_run_failure", {}, 404, "not_found");
    expect(body.error?.message).to.contain('"get_run_failures"');
    expect(body.recoverable).to.equal(true);
  });

  it("a project outside the key is as unknown as one that never was", async () => {
    const foreign = await world.refused("get_run_failures", { project: "foreign" }, 422, "project_resolution_error");
    const never = await world.refused("get_run_failures", { project: "never" }, 422, "project_resolution_error");
    expect(foreign.error?.message.replace("foreign", "never")).to.equal(never.error?.message);
    await world.refused("get_run_failures", { environment: "nowhere" }, 422, "project_resolution_error");
    expect(foreign.nextActions).to.deep.equal([{ label: "The projects", tool: "list_projects" }]);
  });

  it("a project that is mistyped is answered with the nearest of those that the key may see", async () => {
    const hint = async (project: string, key?: string) =>
      (await world.refused("get_run_failures", { project }, 422, "project_resolution_error", key)).error?.message;
    expect(await hint("shpo")).to.equal('Project "shpo" was not found. Did you mean "shop"? list_projects lists them.');
    expect(await hint("Blog!", world.keys.org)).to.contain('Did you mean "blog"?');
    // Names that belong to others, or that a project key cannot see, are never suggested.
    expect(await hint("blo")).to.equal('Project "blo" was not found. list_projects lists them.');
    expect(await hint("foreig", world.keys.org)).not.to.contain("foreign");
    const none = await world.refused("get_run_failures", {}, 400, "validation_error", world.keys.org);
    expect(none.error).to.deep.include({
      message: "project is required: it is the project slug. list_projects lists them.",
      fields: [{ path: "project", message: "project is required: it is the project slug." }],
    });
    expect(none.nextActions).to.deep.equal([{ label: "The projects", tool: "list_projects" }]);
  });

  it("a call without a project means the key's default one, then the installation's", async () => {
    const withDefault = await world.addKey("mcp_read", { kind: "org", defaultProject: "blog" });
    const other = await world.listen({ config: { ...world.ctx.config, defaultProject: "shop" } });
    const projectFor = async (key: string, client = world.client) =>
      String((await client.post("/api/mcp/v1/invoke", { key, body: { tool: "get_project", args: {} } })).body.summary);
    expect(await projectFor(withDefault)).to.match(/^Blog /);
    expect(await projectFor(withDefault, other)).to.match(/^Blog /);
    expect(await projectFor(world.keys.org, other)).to.match(/^Shop /);
    expect(await projectFor(world.keys.mcp_full, other)).to.match(/^Shop /);
  });

  it("an environment that is mistyped is answered with the nearest, also to tools that start runs", async () => {
    for (const [tool, more] of [
      ["get_run_failures", {}],
      ["run_vrt", { confirm: true }],
    ] as const) {
      const args = { ...more, environment: "Stagin" };
      const { error, nextActions } = await world.refused(tool, args, 422, "project_resolution_error");
      expect(error?.message).to.equal(
        'Environment "Stagin" was not found in the project Shop. It has "Production" and "Staging". Did you mean "staging"? list_environments shows them.',
      );
      expect(nextActions).to.deep.equal([
        { label: "The environments", tool: "list_environments", args: { project: "shop" } },
      ]);
    }
  });

  it("keys: none, wrong, and of an organisation without a project", async () => {
    for (const key of [undefined, "svc_live_x"]) {
      const { status, body } = await world.client.post("/api/mcp/v1/invoke", { key, body: { tool: "list_projects" } });
      expect(status).to.equal(401);
      expectFailure("list_projects", body as never);
      expect(body).to.deep.include({ recoverable: false, error: { code: "unauthorized", message: body.summary } });
    }
    await world.refused("get_run_failures", {}, 400, "validation_error", world.keys.org);
  });

  it("bodies that are none: malformed, of a wrong shape, too large", async () => {
    const { mcp_full: key } = world.keys;
    const headers = { "content-type": "application/json" };
    for (const [rawBody, status] of [
      ["{", 400],
      ["[]", 400],
      ['{"args":{}}', 400],
      ['{"tool":"list_projects","args":[]}', 400],
      ['{"tool":"list_projects","more":1}', 400],
      [JSON.stringify({ tool: "list_projects", args: { project: "x".repeat(1_100_000) } }), 413],
    ] as const) {
      const answer = await world.client.post("/api/mcp", { key, headers, rawBody });
      expect(answer.status, rawBody.slice(0, 40)).to.equal(status);
      expect(answer.body).to.include({ ok: false, data: null, summary: (answer.body.error as never as Error).message });
      expect(answer.body.error).to.include({ code: "validation_error" });
    }
    // Without a key, the caller is not told what is wrong with the body.
    expect((await world.client.post("/api/mcp", { headers, rawBody: "{" })).status).to.equal(401);
  });

  it("60 calls a minute for each key, counted over two processes and both addresses", async () => {
    const limited = await makeToolWorld({ invokeRatePerMinute: 60 });
    try {
      const other = await limited.listen();
      const key = limited.keys.mcp_read;
      const body = { tool: "list_projects" };
      const answers = [];
      for (let i = 0; i < 62; i++) {
        const [client, path] = i % 2 === 0 ? [limited.client, "/api/mcp"] : [other, "/api/mcp/v1/invoke"];
        answers.push(await (client as typeof other).post(path as string, { key, body }));
      }
      expect(answers.map(({ status }) => status)).to.deep.equal([...Array(60).fill(200), 429, 429]);
      const over = answers[60];
      expect(over?.body).to.include({ ok: false, recoverable: true });
      expect(over?.body.error).to.include({ code: "rate_limit" });
      expect(over?.body.retryAfterMs).to.be.within(1, 61_000);
      expect(Number(over?.headers.get("retry-after"))).to.be.within(1, 61);
      expect((await limited.client.post("/api/mcp", { key: limited.keys.mcp_full, body })).status).to.equal(200);
    } finally {
      await limited.close();
    }
  });

  it("health and catalogue are open to all", async () => {
    const health = await world.client.get("/api/mcp/v1/health");
    expect(health.body).to.include({ ok: true, service: "plumbline", version: "0.0.0-test" });
    expect(health.body.invokeTools).to.deep.equal(TOOLS.filter((t) => t.profile === "qa").map((t) => t.name));
    const full = await world.client.get("/api/mcp");
    expect(full.body).to.deep.equal(JSON.parse(JSON.stringify(catalogue("0.0.0-test"))));
  });
});
