// The plan as a whole: read page by page, discovered from scenarios, replaced, and managed by tools alone.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { importTrackingPlan } from "../../../../api/operations/tracking/importTrackingPlan.ts";
import { addFeature } from "../../support/features.ts";
import { makeToolWorld, type ToolWorld } from "../harness.ts";

const yes = { confirm: true };
const page = (id: string, more = {}) => ({ id, label: `Page ${id}`, pageType: "x", path: `/${id}`, ...more });
const event = (id: string, more = {}) => ({ id, label: `Event ${id}`, eventType: id, ...more });
const demo = JSON.parse(
  readFileSync(new URL("../../../../temporal-dev/demo-site/tracking-plan.json", import.meta.url), "utf8"),
) as { pages: { id: string }[]; events: { id: string }[] };

describe("a tracking plan by tools", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    const { trackingPages, trackingEvents, audit } = world.models;
    await Promise.all([trackingPages.deleteMany({}), trackingEvents.deleteMany({}), audit.deleteMany({})]);
  });
  const write = (tool: string, args: Record<string, unknown>) => world.call(tool, { ...args, ...yes });
  const plan = async (args = {}) => (await world.call("tracking_get_plan", args)).data;
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const replace = (fields: object, reason = "a test") => write("tracking_update_plan", { fields, reason });
  const refusedPlan = async (args: Record<string, unknown>) =>
    (await world.refused("tracking_update_plan", { reason: "a test", ...args, ...yes }, 400, "validation_error"))
      .error as unknown as { message: string; fields: { path: string; message: string }[] };

  describe("tracking_get_plan and its lists", () => {
    it("of a project without a plan say how to begin", async () => {
      const { data, nextActions, summary } = await world.call("tracking_get_plan");
      expect(data).to.deep.equal({ counts: { pages: 0, events: 0 }, pages: [], events: [], nextCursor: null });
      expect(summary).to.equal("The project Shop has no tracking plan yet.");
      expect(nextActions).to.deep.equal([
        {
          label: "Create pages from the scenarios",
          tool: "tracking_discover_from_pages",
          args: { project: "shop" },
          needsConfirm: true,
        },
      ]);
      expect((await world.call("tracking_list_pages")).nextActions?.[0]?.tool).to.equal("tracking_discover_from_pages");
      expect((await world.call("tracking_list_events")).data).to.deep.equal({ events: [], nextCursor: null });
      for (const kind of ["page", "event"])
        expect((await world.call(`tracking_list_${kind}_attributes`)).data.total).to.equal(0);
    });

    it("leave out what has its default, and give it with verbose", async () => {
      await write("tracking_upsert_page", page("p"));
      const trigger = { on: "click", selector: "#a" };
      await write("tracking_upsert_event", event("e", { pageId: "p", trigger }));
      const { pages, events } = await plan();
      expect(pages).to.deep.equal([{ ...page("p"), attributes: [], scenarioIds: [] }]);
      expect(events).to.deep.equal([event("e", { pageId: "p", trigger, attributes: [], frtLinks: [] })]);
      const full = await plan({ verbose: true });
      expect(full.pages[0]).to.deep.equal({ ...pages[0], closed: false });
      expect(full.events[0]).to.deep.equal({
        ...events[0],
        trigger: { ...trigger, path: null },
        count: 1,
        order: null,
        closed: false,
        sentAs: null,
      });
    });

    it("give every row once, however it is paged, in the order of the plan", async () => {
      await importTrackingPlan(world.ctx, { kind: "operator", orgId: "org_a" }, { project: "shop", file: demo });
      const whole = await plan({ limit: 500 });
      expect([whole.pages.length, whole.events.length, whole.nextCursor]).to.deep.equal([22, 22, null]);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const part = await plan({ limit: 10, ...(cursor && { cursor }) });
        expect(part.counts).to.deep.equal({ pages: 22, events: 22 });
        seen.push(...ids(part.pages), ...ids(part.events));
        cursor = part.nextCursor;
      } while (cursor !== null);
      expect(seen).to.deep.equal([...ids(whole.pages), ...ids(whole.events)]);
      const first = (await world.call("tracking_list_pages", { limit: 21 })).data;
      const rest = (await world.call("tracking_list_pages", { limit: 21, cursor: first.nextCursor })).data;
      expect([...ids(first.pages), ...ids(rest.pages)]).to.deep.equal(ids(whole.pages));
      expect(rest.nextCursor).to.equal(null);
      const events = (await world.call("tracking_list_events", { limit: 22 })).data;
      expect([ids(events.events), events.nextCursor]).to.deep.equal([ids(whole.events), null]);
      const cart = (await world.call("tracking_list_events", { pageId: "page-cart" })).data;
      expect(cart.events.every((one: { pageId: string }) => one.pageId === "page-cart")).to.equal(true);
      expect(cart.events.length).to.be.greaterThan(0);
      const all = (await world.call("tracking_list_event_attributes", { limit: 500 })).data;
      expect(all.total).to.equal(whole.events.flatMap((e: { attributes: object[] }) => e.attributes).length);
    });

    for (const [tool, args, status, code, words] of [
      ["tracking_get_plan", { limit: 0 }, 400, "validation_error", /limit must be at least 1/],
      ["tracking_get_plan", { limit: 501 }, 400, "validation_error", /limit must be at most 500/],
      ["tracking_get_plan", { cursor: "abc" }, 400, "validation_error", /nextCursor of an earlier answer/],
      ["tracking_list_pages", { verbose: "yes" }, 400, "validation_error", /verbose must be true or false/],
      ["tracking_list_events", { cursor: "x" }, 400, "validation_error", /nextCursor/],
      ["tracking_list_events", { pageId: "nowhere" }, 422, "tool_error", /no page "nowhere"/],
      ["tracking_list_page_attributes", { cursor: "x" }, 400, "validation_error", /nextCursor/],
      ["tracking_list_page_attributes", { pageId: "nowhere" }, 422, "tool_error", /no page "nowhere"/],
      ["tracking_list_event_attributes", { eventId: 5 }, 400, "validation_error", /eventId must be a string/],
    ] as const)
      it(`${tool} refuses ${JSON.stringify(args)}`, async () => {
        const body = await world.refused(tool, args, status, code);
        expect(body.error?.message).to.match(words);
      });
  });

  describe("tracking_discover_from_pages", () => {
    const addresses = async (urls: Record<string, string>) => {
      for (const [label, url] of Object.entries(urls))
        await world.models.scenarios.updateOne({ projectId: "prj_shop", label }, { $set: { url } });
    };
    beforeEach(() => addresses({ Home: "/", "About us": "/about-us", "Product page": "/products/lamp" }));
    after(() => addresses({ Home: "/", "About us": "/", "Product page": "/" }));

    it("makes a page for each address once; existing ones stay", async () => {
      await write("tracking_upsert_page", { ...page("start"), path: "/" });
      const { data, summary, nextActions } = await write("tracking_discover_from_pages", {});
      const rest = { attributes: [] };
      expect(data).to.deep.equal({
        created: [
          ...[
            {
              id: "page-about-us",
              label: "About us",
              pageType: "about",
              path: "/about-us",
              scenarioIds: ["scn_about_us"],
            },
            {
              id: "page-products-lamp",
              label: "Product page",
              pageType: "product",
              path: "/products/lamp",
              scenarioIds: ["scn_product_page"],
            },
          ].map((one) => ({ ...one, ...rest })),
        ],
        existing: [{ pageId: "start", scenarioLabels: ["Home"] }],
        skipped: [],
      });
      expect(summary).to.equal("2 pages added to the plan, 1 already there.");
      // The events that the pages must send are unknown, so none are made up.
      expect(nextActions?.map(({ tool }) => tool)).to.deep.equal(["tracking_get_plan"]);
      const again = await write("tracking_discover_from_pages", {});
      expect(again.data.created).to.deep.equal([]);
      expect(again.data.existing).to.have.length(3);
      expect(ids((await plan()).pages).sort()).to.deep.equal(["page-about-us", "page-products-lamp", "start"]);
      const entries = await world.models.audit.find({ action: "tracking.discover" }).lean();
      expect(entries.map(({ details }) => details)).to.deep.equal([{ pages: ["page-about-us", "page-products-lamp"] }]);
    });

    it("by many at once makes each page once", async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => write("tracking_discover_from_pages", {})));
      expect(answers.flatMap(({ data }) => ids(data.created)).sort()).to.deep.equal([
        "page-about-us",
        "page-home",
        "page-products-lamp",
      ]);
      expect((await plan()).counts.pages).to.equal(3);
    });

    it("takes only the scenarios that are named, and suggests the nearest", async () => {
      const { data } = await write("tracking_discover_from_pages", { scenarios: ["Home"] });
      expect(ids(data.created)).to.deep.equal(["page-home"]);
      const body = await world.refused(
        "tracking_discover_from_pages",
        { scenarios: ["Hom"], ...yes },
        422,
        "tool_error",
      );
      expect(body.error?.message).to.equal('The project has no scenario "Hom". Did you mean "Home"?');
      await world.refused("tracking_discover_from_pages", { scenarios: "Home", ...yes }, 400, "validation_error");
    });

    it("names scenarios whose address is none", async () => {
      await addresses({ Home: "mailto:a@shop.example" });
      expect((await write("tracking_discover_from_pages", {})).data.skipped).to.deep.equal([
        { scenarioLabel: "Home", reason: "Its address is not one that a browser can open." },
      ]);
    });

    it("of a project without scenarios suggests to crawl", async () => {
      const key = world.keys.org;
      const { data, summary } = await world.call("tracking_discover_from_pages", { project: "blog", ...yes }, key);
      expect(data).to.deep.equal({ created: [], existing: [], skipped: [] });
      expect(summary).to.equal("The project has no scenario to discover pages from.");
    });
  });

  describe("tracking_update_plan", () => {
    beforeEach(async () => {
      await replace({
        pages: [page("a", { scenarios: ["Home"] }), page("b")],
        events: [event("e", { pageId: "a", trigger: { on: "load" } }), event("f", { pageId: "b" })],
      });
      await world.models.audit.deleteMany({});
    });

    it("replaces a section as a whole, keeps the other, and keeps the reason", async () => {
      const { data, summary } = await replace(
        { events: [event("g", { pageId: "b" }), event("f", { pageId: "b", label: "Changed" })] },
        "f was wrong",
      );
      expect(data).to.deep.equal({ pages: null, events: { created: 1, updated: 1, unchanged: 0, removed: 1 } });
      expect(summary).to.equal("The plan was replaced. events: 1 new, 1 changed, 1 removed, 0 as before.");
      const now = await plan();
      expect(ids(now.pages)).to.deep.equal(["a", "b"]);
      expect(now.pages[0].scenarioIds).to.deep.equal(["scn_home"]);
      expect(ids(now.events).sort()).to.deep.equal(["f", "g"]);
      const [entry] = await world.models.audit.find({ action: "tracking.replace" }).lean();
      expect(entry?.details).to.deep.equal({ reason: "f was wrong", pages: null, events: data.events });
    });

    for (const verbose of [false, true])
      it(`takes what tracking_get_plan answers (verbose ${verbose}) and changes nothing`, async () => {
        await importTrackingPlan(world.ctx, { kind: "operator", orgId: "org_a" }, { project: "shop", file: demo });
        await write("tracking_upsert_page", { id: "placeless", label: "Placeless", pageType: "x" });
        const { pages, events } = await plan({ limit: 500, verbose });
        const { data } = await replace({ pages, events });
        const same = (unchanged: number) => ({ created: 0, updated: 0, removed: 0, unchanged });
        expect(data).to.deep.equal({ pages: same(25), events: same(24) });
      });

    it("can empty the plan", async () => {
      const { data } = await replace({ pages: [], events: [] });
      expect([data.pages.removed, data.events.removed]).to.deep.equal([2, 2]);
      expect((await plan()).counts).to.deep.equal({ pages: 0, events: 0 });
    });

    const wrong: [name: string, args: Record<string, unknown>, paths: string[], words: RegExp][] = [
      ["no fields", {}, ["fields"], /fields/],
      ["no section", { fields: {} }, ["fields"], /fields needs pages, events or both/],
      [
        "an unknown section",
        { fields: { page: [] } },
        ["fields"],
        /unknown field page in fields; known: pages, events/,
      ],
      ["a section that is no list", { fields: { pages: {} } }, ["fields.pages"], /fields.pages must be a list/],
      ["no reason", { fields: { pages: [] }, reason: "" }, ["reason"], /reason is required/],
      [
        "an expectation that does not read",
        { fields: { pages: [page("a"), page("b", { attributes: [{ name: "x", expected: "re:(" }] })] } },
        ["fields.pages[1].attributes[0].expected"],
        /not a valid regular expression/,
      ],
      ["an id twice", { fields: { pages: [page("a"), page("b"), page("a")] } }, ["fields.pages[2].id"], /another/],
      [
        "pages without which events would be without a page",
        { fields: { pages: [page("b")] } },
        ["fields.pages"],
        /would leave the event "e" without its page: keep the page, or give events too/,
      ],
      [
        "an event on a page that is not there",
        { fields: { events: [event("x", { pageId: "c" })] } },
        ["fields.events[0].pageId"],
        /names no page of this plan/,
      ],
      [
        "a link to a feature that is not there",
        { fields: { events: [event("x", { frtLinks: [{ featureId: "bye", stepIndex: 0, stepText: "I pay" }] })] } },
        ["fields.events[0].frtLinks[0].featureId"],
        /names the feature "bye", which is not there/,
      ],
      [
        "a scenario that is not there",
        { fields: { pages: [page("a"), page("b", { scenarios: ["Hom"] })] } },
        ["fields.pages[1].scenarios"],
        /Did you mean "Home"/,
      ],
    ];
    for (const [name, args, paths, words] of wrong)
      it(`refuses ${name}, by its path, and changes nothing`, async () => {
        const before = await plan({ verbose: true });
        const { message, fields } = await refusedPlan(args);
        expect(message).to.match(words);
        expect(fields.map(({ path }) => path)).to.deep.equal(paths);
        expect(await plan({ verbose: true })).to.deep.equal(before);
        expect(await world.models.audit.countDocuments({})).to.equal(0);
      });
  });

  it("its life: discovered, filled in, linked, listed, thinned out, gone", async () => {
    const read = (tool: string, args: Record<string, unknown> = {}) => world.call(tool, args);
    await world.models.scenarios.updateOne({ _id: "scn_product_page" }, { $set: { url: "/products/lamp" } });
    await world.models.scenarios.updateOne({ _id: "scn_about_us" }, { $set: { url: "/cart" } });
    try {
      const found = await write("tracking_discover_from_pages", {});
      expect(ids(found.data.created).sort()).to.deep.equal(["page-cart", "page-home", "page-products-lamp"]);
      for (const { id, pageType } of found.data.created)
        await write("tracking_set_page_attribute", { pageId: id, name: "page_type", expected: pageType });
      const trigger = { on: "click", path: "/products/lamp", selector: "#add" };
      await write("tracking_upsert_event", event("add", { eventType: "add_to_cart", trigger }));
      await write("tracking_set_event_attribute", { eventId: "add", name: "items[].price", expected: "number" });
      await write("tracking_upsert_event", event("purchase"));
      await addFeature(world.models, "buy");
      await write("tracking_link_event_frt", {
        eventId: "purchase",
        featureId: "buy",
        stepIndex: 3,
        stepText: "I pay",
      });
      await write("tracking_link_page_scenario", { pageId: "page-cart", scenarioId: "Home" });

      const lamp = (await read("tracking_get_page", { pageId: "page-products-lamp" })).data;
      expect(lamp).to.deep.include({
        address: "https://shop.example/products/lamp",
        scenarios: [{ id: "scn_product_page", label: "Product page" }],
      });
      expect(lamp.page.attributes).to.deep.equal([{ name: "page_type", expected: "product" }]);
      expect(lamp.events).to.deep.equal([
        {
          ...event("add", { eventType: "add_to_cart", pageId: "page-products-lamp", trigger, frtLinks: [] }),
          attributes: [{ name: "items[].price", expected: "number" }],
        },
      ]);
      expect((await plan()).counts).to.deep.equal({ pages: 3, events: 2 });

      await write("tracking_delete_event_attribute", { eventId: "add", name: "items[].price" });
      await write("tracking_delete_page_attribute", { pageId: "page-home", name: "page_type" });
      await write("tracking_unlink_page_scenario", { pageId: "page-cart", scenarioId: "Home" });
      await write("tracking_unlink_event_frt", { eventId: "purchase", featureId: "buy" });
      const { pages, events } = await plan();
      expect(pages.find(({ id }: { id: string }) => id === "page-cart").scenarioIds).to.deep.equal(["scn_about_us"]);
      expect(pages.find(({ id }: { id: string }) => id === "page-home").attributes).to.deep.equal([]);
      expect(events.map((e: { attributes: object[]; frtLinks: object[] }) => [e.attributes, e.frtLinks])).to.deep.equal(
        [
          [[], []],
          [[], []],
        ],
      );
      await write("tracking_delete_event", { eventId: "add" });
      await write("tracking_delete_event", { eventId: "purchase" });
      for (const id of ids(pages)) await write("tracking_delete_page", { pageId: id });
      expect((await plan()).counts).to.deep.equal({ pages: 0, events: 0 });
    } finally {
      await world.models.scenarios.updateMany({}, { $set: { url: "/" } });
    }
  });
});
