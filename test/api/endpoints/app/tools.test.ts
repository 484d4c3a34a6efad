// Tools called by people: with their role, the gateway's checks, and a uniform response format.
import { expect } from "chai";
import type { Session } from "../../support/client.ts";
import { makeWorld, type World } from "../../support/world.ts";

describe("tools of the dashboard", () => {
  let world: World;
  let editor: Session;
  let viewer: Session;
  before(async () => {
    world = await makeWorld({ invokeRatePerMinute: 12 });
    [editor, viewer] = [await world.session("editor"), await world.session("viewer")];
  });
  after(() => world.close());

  const call = (tool: string, args: object = {}, session = editor) =>
    world.client.post(`/api/app/tools/${tool}`, { session, body: { args } });
  const CART = { project: "shop", label: "Cart", url: "/cart" };
  const codeOf = ({ status, body }: { status: number; body: object }) => [
    status,
    Reflect.get(Reflect.get(body, "error") ?? {}, "code"),
    Reflect.get(body, "tool"),
  ];

  it("read for everyone who is signed in, of their own organisation", async () => {
    for (const session of [editor, viewer]) {
      const { status, body } = await call("list_scenarios", { project: "shop" }, session);
      expect([status, body.ok, body.tool]).to.deep.equal([200, true, "list_scenarios"]);
    }
    const foreign = await call("list_scenarios", { project: "foreign" });
    expect(codeOf(foreign)).to.deep.equal([422, "project_resolution_error", "list_scenarios"]);
  });

  it("change something for editors who confirm, as those people", async () => {
    expect(codeOf(await call("create_scenario", CART))).to.deep.equal([400, "confirm_required", "create_scenario"]);
    const denied = await call("create_scenario", { ...CART, confirm: true }, viewer);
    expect(codeOf(denied)).to.deep.equal([403, "scope_denied", "create_scenario"]);
    expect(await world.models.scenarios.countDocuments({ label: "Cart" })).to.equal(0);
    expect((await call("create_scenario", { ...CART, confirm: true })).status).to.equal(200);
    const entry = await world.models.audit.findOne({ action: /^scenario/ }).lean();
    expect(entry?.who).to.equal("editor@org_a.example");
  });

  it("answer a tool response where the gateway answers a CI body", async () => {
    const started = await call("run_vrt", { project: "shop", confirm: true });
    expect([started.status, started.body.ok]).to.deep.equal([200, true]);
    expect(started.body.data).to.have.property("runId");
    const unknown = await call("get_run_status", { project: "shop", runId: "run_none" });
    expect([unknown.status, unknown.body.ok]).to.deep.equal([422, false]);
  });

  it("are held by the plan, the token and the rate, each refusal in the tool's name", async () => {
    await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "free" } });
    const gated = await call("create_scenario", { ...CART, label: "FAQ", confirm: true });
    await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "enterprise" } });
    expect(codeOf(gated)).to.deep.equal([403, "plan_gate", "create_scenario"]);
    const path = "/api/app/tools/list_scenarios";
    const forged = await world.client.post(path, { headers: { cookie: editor.cookie }, body: {} });
    expect(codeOf(forged)).to.deep.equal([403, "scope_denied", "list_scenarios"]);
    const keyed = await world.client.post(path, { key: await world.addKey("mcp_full"), body: {} });
    expect(codeOf(keyed)).to.deep.equal([401, "unauthorized", "list_scenarios"]);
    expect(codeOf(await call("drop_all"))).to.deep.equal([404, "not_found", "drop_all"]);
    const answers = await Promise.all(Array.from({ length: 13 }, () => call("list_my_tools", {}, viewer)));
    const limited = answers.find(({ status }) => status === 429);
    expect(limited?.body.retryAfterMs).to.be.greaterThan(0);
  });
});
