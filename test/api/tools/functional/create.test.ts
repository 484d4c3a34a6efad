// Goals become features: the pages are those of a small shop, as its inspection would return them.
import { expect } from "chai";
import type { Caller } from "../../../../api/lib/context.ts";
import { createFromGoal } from "../../../../api/operations/functional/createFromGoal.ts";
import { ProductError } from "../../../../domain/errors.ts";
import { readGoal } from "../../../../domain/functional/create/clauses.ts";
import type {
  InspectionRequest,
  PageInspection,
  PageTargets,
  ReachedElement,
} from "../../../../domain/inspect/inspection.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import { makeToolWorld, type ToolWorld } from "../harness.ts";

const GOAL = "a visitor adds a product to the cart and the add_to_cart event is sent";
const control = (role: string, name: string, href?: string, count = 1): ReachedElement => ({
  role,
  name,
  selector: "x",
  visible: true,
  label: null,
  target: { locators: [] },
  count,
  ...(href !== undefined && { href }),
});
const PAGES: Record<string, ReachedElement[]> = {
  "/": [
    control("button", "Reject all"),
    control("link", "Cart", "/cart"),
    control("link", "More", "/products/lamp", 2),
    control("link", "Oak stool", "/products/oak-stool"),
    control("textbox", "Email"),
  ],
  "/products/oak-stool": [control("button", "Add to basket"), control("link", "Home", "/")],
  "/de/lampe": [control("button", "In den Warenkorb"), control("heading", "Lampe")],
  "/about": [control("link", "Team", "/team"), control("link", "Home", "/")],
};

/** Returns the path the sentences lead to: they follow links and open pages. */
function pathAfter(start: string, sentences: readonly string[] = []): string {
  return sentences.reduce((path, text) => {
    const [, opened] = /^I (?:am on|open) "(.+)"$/.exec(text) ?? [];
    const [, link] = /^I click the "(.+)" link$/.exec(text) ?? [];
    return opened ?? PAGES[path]?.find(({ role, name }) => role === "link" && name === link)?.href ?? path;
  }, start);
}

describe("create_frt_scenario", () => {
  let world: ToolWorld;
  beforeEach(async () => {
    world = await makeToolWorld();
    world.engine.look = (({ url, wish }: InspectionRequest<"targets">): PageInspection<"targets"> => {
      const elements = PAGES[pathAfter(new URL(url).pathname, wish.after)];
      if (!elements) return { state: "not_seen", code: "http_error", reason: "It answered 404." };
      const page = { title: "Shop", lang: "en", landmarks: [], headings: [], forms: [], elements };
      const totals = { landmarks: 0, headings: 0, forms: 0, elements: elements.length, hidden: 0 };
      return { state: "seen", finalUrl: url, status: 200, loaded: true, data: { ...page, totals } as PageTargets };
    }) as typeof world.engine.look;
  });
  afterEach(() => world.close());
  const create = (args: Record<string, unknown>) => world.call("create_frt_scenario", { confirm: true, ...args });
  const blocked = (args: Record<string, unknown>) =>
    world.refused("create_frt_scenario", { confirm: true, ...args }, 422, "pipeline_blocked");

  it("makes a ready feature of a goal, leaves tracking to the plan, and finds it again in other words", async () => {
    const body = await create({ goal: GOAL, startPath: "/", ticketId: "SHOP-7", group: "Shop/Cart" });
    expect(body.data).to.deep.include({ resolved: "created", unresolved: [], open: [] });
    expect(body.data.feature.status).to.equal("ready");
    expect(body.data.feature.gherkin.split("\n").map((line: string) => line.trim())).to.deep.equal([
      "Feature: Adds a product to the cart",
      "",
      "Scenario: Adds a product to the cart",
      'Given I am on "/"',
      'And I click the "Reject all" button',
      'When I click the "Oak stool" link',
      'And I click the "Add to basket" button',
      'Then I should see "Oak stool"',
      "",
    ]);
    const tools = body.nextActions?.map(({ tool }) => tool);
    expect(tools).to.include.members(["run_frt_feature", "tracking_get_plan", "run_tracking"]);
    const stored = await world.models.features.findOne({ featureId: body.data.feature.featureId }).lean();
    expect(stored).to.deep.include({ tickets: ["SHOP-7"], group: ["Shop", "Cart"], origin: "rules" });

    const again = await create({
      goal: "a shopper puts a product into the basket, and add_to_cart fires",
      startPath: "/",
    });
    expect(again.data.resolved).to.equal("existing");
    expect(again.data.feature.featureId).to.equal(body.data.feature.featureId);
    expect(await world.models.features.countDocuments({})).to.equal(1);
    expect(again.nextActions?.map(({ tool }) => tool)).to.include("run_tracking");
    await world.models.features.updateMany({}, { $set: { status: "draft", origin: "written" } });
    const draft = await create({ goal: "a shopper puts a product into the basket", startPath: "/" });
    expect(draft.data).to.deep.include({ resolved: "existing", unresolved: [], open: [] });
    expect(draft.nextActions?.map(({ tool }) => tool)).to.deep.equal(["frt_get_feature"]);
  });

  it("lists what it cannot resolve, keeps a draft, and writes no name that is not on the page", async () => {
    const body = await create({
      goal: 'clicks the Checkout button, enters "x" as telephone number and sees "Thanks"',
      startPath: "/",
    });
    expect(body.data.feature.status).to.equal("draft");
    expect(body.data.unresolved.map(({ clause }: { clause: string }) => clause)).to.deep.equal([
      "clicks the Checkout button",
      'enters "x" as telephone number',
    ]);
    expect(body.data.feature.gherkin).not.to.include('Checkout"');
    expect(body.data.feature.gherkin).to.include('I should see "Thanks"');
    const shop = await create({ goal: "a visitor adds a product to the cart", startPath: "/about" });
    expect(shop.data.unresolved[0].reason).to.include("No link of /about leads to a page");
  });

  it("makes an unfinished draft of the same goal again, and counts no empty one as existing", async () => {
    const goal = "clicks the Checkout button and sees the receipt";
    const first = await create({ goal, startPath: "/" });
    expect(first.data.feature.status).to.equal("draft");
    const again = await create({ goal, startPath: "/" });
    expect(again.data).to.deep.include({ resolved: "created" });
    expect(again.data.feature.featureId).to.equal(first.data.feature.featureId);
    expect(await world.models.features.countDocuments({})).to.equal(1);
    // A manually created empty draft of that name is left alone, and another feature is created.
    const { featureId } = first.data.feature;
    await world.models.features.updateOne({ featureId }, { $set: { origin: "written", sentences: ['I am on "/"'] } });
    const other = await create({ goal, startPath: "/" });
    expect(other.data.resolved).to.equal("created");
    expect(other.data.feature.featureId).not.to.equal(featureId);
    expect(await world.models.features.countDocuments({})).to.equal(2);
  });

  it("takes the start path from quotes, and is blocked by an empty goal", async () => {
    const body = await create({ goal: 'opens "/about" and clicks "Team"' });
    expect(body.data.feature.gherkin).to.include('Given I am on "/about"').and.to.include('I click the "Team" link');
    await blocked({ goal: "", startPath: "/" });
  });

  it("writes English whatever the goal's language, with names as the page has them", async () => {
    const goal =
      'Ein Kunde legt ein Produkt in den Warenkorb, sieht "Lampe", und add_to_cart wird mit dem Wert 12 gesendet';
    const body = await create({ goal, startPath: "/de/lampe" });
    expect(body.data).to.deep.include({ resolved: "created", unresolved: [] });
    expect(body.data.feature.gherkin.split("\n").map((line: string) => line.trim())).to.deep.equal([
      "Feature: Adds a product to the cart and sees Lampe",
      "",
      "Scenario: Adds a product to the cart and sees Lampe",
      'Given I am on "/de/lampe"',
      'When I click the "In den Warenkorb" button',
      'Then I should see "Lampe"',
      'And I should see "Lampe"',
      "",
    ]);
    expect(body.nextActions?.map(({ tool }) => tool)).to.include.members(["tracking_get_plan", "run_tracking"]);
  });

  it("gives pages up that take too long together, and keeps what it has as a draft", async () => {
    const { engine } = world;
    const usual = engine.look as (request: InspectionRequest<"targets">) => PageInspection<"targets">;
    // Every page except the first takes until it is given up.
    engine.look = (async (request: InspectionRequest<"targets">) => {
      if (new URL(request.url).pathname === "/") return usual(request);
      await new Promise((resolve) => engine.lookSignal?.addEventListener("abort", resolve));
      throw new ProductError("tool_error", "Looking at it was given up.");
    }) as unknown as typeof engine.look;
    const project = await world.models.projects.findById("prj_shop").lean<Project>();
    const caller: Caller = {
      kind: "key",
      keyId: "key_1",
      keyName: "agent",
      orgId: "org_a",
      scope: "mcp_full",
      projectId: "prj_shop",
      defaultProject: null,
    };
    const made = await createFromGoal(world.ctx, caller, {
      project: project as Project,
      environment: null,
      goal: GOAL,
      startPath: "/",
      pagesMs: 500,
    });
    expect(made).to.deep.include({ resolved: "created", status: "draft" });
    expect(made.unresolved).not.to.be.empty;
  });

  it("is blocked without a goal or a start path, and stores nothing", async () => {
    await world.refused("create_frt_scenario", { confirm: true, startPath: "/" }, 400, "validation_error");
    await blocked({ goal: "  ", startPath: "/" });
    const checks = await blocked({ goal: "the add_to_cart event is sent", startPath: "/" });
    expect(checks.error?.message).to.match(/^The goal only checks tracking: describe/);
    const body = await blocked({ goal: "a visitor adds a product to the cart" });
    expect(body.error?.message).to.include("startPath");
    expect(await world.models.features.countDocuments({})).to.equal(0);
  });

  it("answers save_failed where the text cannot be saved, and stores nothing", async () => {
    const goal = `sees "${"x".repeat(3_900)}"`;
    const body = await world.refused(
      "create_frt_scenario",
      { confirm: true, goal, startPath: "/" },
      422,
      "save_failed",
    );
    expect(body.error?.message).to.match(/^The feature could not be saved: /);
    expect(await world.models.features.countDocuments({})).to.equal(0);
  });

  it("takes clauses apart, and what is about tracking out", () => {
    expect(readGoal(GOAL)).to.deep.equal({
      clauses: ["adds a product to the cart"],
      tracking: ["the add_to_cart event is sent"],
      rest: [],
    });
    expect(readGoal('I open "Lamps and more", then see "a, b"').clauses).to.deep.equal([
      'I open "Lamps and more"',
      'see "a, b"',
    ]);
  });
});
