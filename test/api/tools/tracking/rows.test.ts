// Pages and events of the plan, one at a time: every write is read back.
import { expect } from "chai";
import { addFeature } from "../../support/features.ts";
import { makeToolWorld, type ToolWorld } from "../harness.ts";

const yes = { confirm: true };
const PAGE = { id: "page-cart", label: "Cart", pageType: "cart", path: "/cart" };
const EVENT = { id: "add", label: "Added", eventType: "add_to_cart", pageId: "page-cart" };

describe("the rows of a tracking plan by tools", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
  });
  after(() => world.close());
  beforeEach(async () => {
    await Promise.all([world.models.trackingPages.deleteMany({}), world.models.trackingEvents.deleteMany({})]);
    await world.models.audit.deleteMany({});
  });
  const write = (tool: string, args: Record<string, unknown>) => world.call(tool, { ...args, ...yes });
  const getPage = async (pageId = PAGE.id) => (await world.call("tracking_get_page", { pageId })).data;
  const getEvent = async (eventId = EVENT.id) => (await world.call("tracking_get_event", { eventId })).data.event;
  const refusal = async (tool: string, args: Record<string, unknown>, code = "tool_error") =>
    (await world.refused(tool, { ...args, ...yes }, code === "tool_error" ? 422 : 400, code)) as never as {
      recoverable: boolean;
      error: { message: string; fields?: { path: string; message: string }[] };
    };
  const actions = async () =>
    (await world.models.audit.find().sort({ _id: 1 }).lean()).map(({ action, details }) => ({ action, ...details }));

  describe("tracking_upsert_page", () => {
    it("makes a page with what is required only, and says that it has no address yet", async () => {
      const { data, warnings, summary } = await write("tracking_upsert_page", {
        id: "p",
        label: "P",
        pageType: "home",
      });
      const page = { id: "p", label: "P", pageType: "home", path: null, attributes: [], scenarioIds: [] };
      expect(data).to.deep.equal({ page, change: "created" });
      expect(summary).to.equal('The page p ("P") was created.');
      expect(warnings).to.deep.equal(["The page has no address, so audits skip it: set a path, or link a scenario."]);
      expect(await getPage("p")).to.deep.equal({
        page: { ...page, closed: false },
        address: null,
        scenarios: [],
        events: [],
      });
      expect(await actions()).to.deep.equal([
        { action: "tracking.set", page: "p", change: "created", set: ["id", "label", "pageType"] },
      ]);
    });

    it("keeps what is left out of a second call, replaces what is given, takes away what is null", async () => {
      const attributes = [{ name: "event", expected: "page_view" }];
      await write("tracking_upsert_page", { ...PAGE, attributes, scenarios: ["Home", "scn_about_us"], closed: true });
      const { path: _, ...less } = PAGE;
      const { data, warnings } = await write("tracking_upsert_page", { ...less, label: "Basket" });
      expect(data).to.deep.equal({
        change: "updated",
        page: { ...PAGE, label: "Basket", attributes, scenarioIds: ["scn_home", "scn_about_us"], closed: true },
      });
      expect(warnings).to.deep.equal([]);
      expect((await getPage()).page.label).to.equal("Basket");
      await write("tracking_upsert_page", { ...less, path: null, scenarios: [], attributes: [], closed: false });
      expect((await getPage()).page).to.deep.equal({
        ...PAGE,
        path: null,
        attributes: [],
        scenarioIds: [],
        closed: false,
      });
    });

    it("changes nothing the second time, and writes no audit entry then", async () => {
      await write("tracking_upsert_page", PAGE);
      const { data, summary } = await write("tracking_upsert_page", PAGE);
      expect(data.change).to.equal("unchanged");
      expect(summary).to.equal('The page page-cart ("Cart") is unchanged.');
      expect(await actions()).to.have.length(1);
    });

    it("warns when another page has the same address", async () => {
      await write("tracking_upsert_page", PAGE);
      const { warnings } = await write("tracking_upsert_page", {
        ...PAGE,
        id: "again",
        path: "https://shop.example/cart",
      });
      expect(warnings).to.deep.equal(['The same address belongs to "page-cart"; audits use the first one.']);
    });

    it("suggests the nearest scenario", async () => {
      const { error, recoverable } = await refusal("tracking_upsert_page", { ...PAGE, scenarios: ["Abut us"] });
      expect(error.message).to.equal('The project has no scenario "Abut us". Did you mean "About us"?');
      expect(recoverable).to.equal(true);
      expect(await world.models.trackingPages.countDocuments({})).to.equal(0);
    });
  });

  describe("tracking_upsert_event", () => {
    beforeEach(async () => {
      await write("tracking_upsert_page", PAGE);
    });

    it("makes an event with what is required only", async () => {
      const { id, label, eventType } = EVENT;
      const { data, warnings } = await write("tracking_upsert_event", { id, label, eventType });
      expect(data).to.deep.equal({
        change: "created",
        event: { id, label, eventType, pageId: null, trigger: null, attributes: [], frtLinks: [] },
      });
      expect(warnings?.[0]).to.match(/^The event has no trigger, so/);
      expect(await getEvent()).to.deep.equal({
        id,
        label,
        eventType,
        pageId: null,
        trigger: null,
        attributes: [],
        frtLinks: [],
        count: 1,
        order: null,
        closed: false,
        sentAs: null,
      });
    });

    for (const [name, trigger] of [
      ["the path", { on: "click", path: "/cart?full=1", selector: "#add" }],
      ["the scenario", { on: "click", scenario: "Home", selector: "#add" }],
    ] as const)
      it(`belongs to the page of ${name} of its trigger`, async () => {
        await write("tracking_link_page_scenario", { pageId: PAGE.id, scenarioId: "Home" });
        const { id, label, eventType } = EVENT;
        const { data, warnings } = await write("tracking_upsert_event", { id, label, eventType, trigger });
        expect(data.event.pageId).to.equal("page-cart");
        expect(data.event.trigger).to.deep.equal({
          on: "click",
          selector: "#add",
          ...("path" in trigger && { path: trigger.path }),
        });
        expect(warnings).to.deep.equal([]);
      });

    it("keeps what is left out of a second call, and takes away what is null", async () => {
      const attributes = [{ name: "value", expected: "number" }];
      const more = {
        trigger: { on: "scroll", percent: 50 },
        attributes,
        count: 2,
        order: 3,
        closed: true,
        sentAs: "atc",
      };
      await write("tracking_upsert_event", { ...EVENT, ...more });
      const { pageId: _, ...less } = EVENT;
      const { data } = await write("tracking_upsert_event", {
        ...less,
        label: "In the cart",
        order: null,
        sentAs: null,
      });
      expect(data).to.deep.equal({
        change: "updated",
        event: {
          ...EVENT,
          label: "In the cart",
          frtLinks: [],
          attributes,
          count: 2,
          closed: true,
          trigger: { on: "scroll", percent: 50 },
        },
      });
      expect(await getEvent()).to.deep.include({ order: null, sentAs: null, count: 2, pageId: "page-cart" });
      expect((await write("tracking_upsert_event", { ...EVENT, label: "In the cart" })).data.change).to.equal(
        "unchanged",
      );
    });

    it("names the page that is not there, and the nearest", async () => {
      const { error } = await refusal("tracking_upsert_event", { ...EVENT, pageId: "page-card" });
      expect(error.message).to.equal('The tracking plan has no page "page-card". Did you mean "page-cart"?');
      expect(await world.models.trackingEvents.countDocuments({})).to.equal(0);
    });

    it("refuses a trigger on no page of the plan", async () => {
      const { id, label, eventType } = EVENT;
      const args = { id, label, eventType, trigger: { on: "load", path: "/nowhere" } };
      const { error } = await refusal("tracking_upsert_event", args, "validation_error");
      expect(error.message).to.match(/^trigger belongs to no page of this plan: give a pageId/);
      expect(error.fields?.map(({ path }) => path)).to.deep.equal(["trigger"]);
    });
  });

  for (const [kind, idName, row] of [
    ["page", "pageId", PAGE],
    ["event", "eventId", EVENT],
  ] as const)
    describe(`attributes of a ${kind}`, () => {
      const set = (name: string, expected: string) =>
        write(`tracking_set_${kind}_attribute`, { [idName]: row.id, name, expected });
      const list = async (args = {}) => (await world.call(`tracking_list_${kind}_attributes`, args)).data;
      beforeEach(async () => {
        await write("tracking_upsert_page", PAGE);
        if (kind === "event") await write("tracking_upsert_event", EVENT);
        await world.models.audit.deleteMany({});
      });

      it("are set, changed in their place, set again without effect, and deleted", async () => {
        expect((await set("currency", "EUR")).data).to.deep.equal({
          [idName]: row.id,
          change: "created",
          before: null,
          attribute: { name: "currency", expected: "EUR" },
          attributes: [{ name: "currency", expected: "EUR" }],
        });
        await set("items[].price", "number");
        const changed = await set("currency", "iso-currency");
        expect(changed.data).to.include({ change: "updated", before: "EUR" });
        expect(changed.summary).to.equal(`The ${kind} ${row.id} must have currency: iso-currency instead of EUR.`);
        expect((await set("currency", "iso-currency")).data.change).to.equal("unchanged");
        expect(await list({ [idName]: row.id })).to.deep.equal({
          total: 2,
          nextCursor: null,
          attributes: [
            { [idName]: row.id, name: "currency", expected: "iso-currency" },
            { [idName]: row.id, name: "items[].price", expected: "number" },
          ],
        });
        const gone = await write(`tracking_delete_${kind}_attribute`, { [idName]: row.id, name: "currency" });
        expect(gone.data).to.deep.equal({
          [idName]: row.id,
          deleted: { name: "currency", expected: "iso-currency" },
          attributes: [{ name: "items[].price", expected: "number" }],
        });
        expect((await list()).attributes.map((one: { name: string }) => one.name)).to.deep.equal(["items[].price"]);
        expect((await actions()).map(({ action }) => action)).to.deep.equal([
          "tracking.set",
          "tracking.set",
          "tracking.set",
          "tracking.delete",
        ]);
      });

      it("of many writers at once all survive, as do changes of the row itself", async () => {
        const names = Array.from({ length: 12 }, (_, i) => `a${i}`);
        const upsert = kind === "page" ? "tracking_upsert_page" : "tracking_upsert_event";
        await Promise.all([
          ...names.map((name) => set(name, "required")),
          write(upsert, { ...row, label: "Changed meanwhile" }),
        ]);
        const { attributes } = await list({ [idName]: row.id });
        expect(attributes.map((one: { name: string }) => one.name).sort()).to.deep.equal([...names].sort());
        const now = kind === "page" ? (await getPage()).page : await getEvent();
        expect(now.label).to.equal("Changed meanwhile");
        // Concurrent deletes remove all of them, and keep one that is set at the same time.
        await Promise.all([
          ...names.map((name) => write(`tracking_delete_${kind}_attribute`, { [idName]: row.id, name })),
          set("stays", "required"),
        ]);
        expect((await list()).attributes).to.deep.equal([{ [idName]: row.id, name: "stays", expected: "required" }]);
      });

      it("of one name, set by many at once, are one; one of them wins", async () => {
        const wanted = Array.from({ length: 8 }, (_, i) => `v${i}`);
        await Promise.all(wanted.map((expected) => set("same", expected)));
        const { attributes, total } = await list();
        expect(total).to.equal(1);
        expect(wanted).to.include(attributes[0].expected);
      });

      it("suggest the nearest row and the nearest name", async () => {
        const typo = { [idName]: `${row.id}x`, name: "currency", expected: "EUR" };
        expect((await refusal(`tracking_set_${kind}_attribute`, typo)).error.message).to.equal(
          `The tracking plan has no ${kind} "${row.id}x". Did you mean "${row.id}"?`,
        );
        const wrong = { [idName]: row.id, name: "curency" };
        expect((await refusal(`tracking_delete_${kind}_attribute`, wrong)).error.message).to.match(
          /has no attribute "curency". It has none\.$/,
        );
        await set("currency", "EUR");
        expect((await refusal(`tracking_delete_${kind}_attribute`, wrong)).error.message).to.equal(
          `The ${kind} "${row.id}" has no attribute "curency". Did you mean "currency"?`,
        );
      });

      it("are 100 at most", async () => {
        const attributes = Array.from({ length: 100 }, (_, i) => ({ name: `a${i}`, expected: "required" }));
        await write(kind === "page" ? "tracking_upsert_page" : "tracking_upsert_event", { ...row, attributes });
        const args = { [idName]: row.id, name: "one_more", expected: "required" };
        const { error } = await refusal(`tracking_set_${kind}_attribute`, args, "validation_error");
        expect(error.message).to.match(/name would be attribute 101, and a row has 100 at most/);
        await set("a7", "forbidden");
        const first = await list({ limit: 60 });
        expect([first.attributes.length, first.total]).to.deep.equal([60, 100]);
        const rest = await list({ limit: 60, cursor: first.nextCursor });
        expect([rest.attributes.length, rest.nextCursor]).to.deep.equal([40, null]);
        expect(rest.attributes.at(-1).name).to.equal("a99");
      });
    });

  describe("the language of expectations", () => {
    const wrong: [expected: unknown, said: RegExp][] = [
      ["", /^expected is a required field/],
      ["   ", /^expected cannot be used\. The expected value is empty/],
      ["re:(a+)+", /^expected cannot be used\. The pattern repeats a group/],
      ["re:[", /not a valid regular expression/],
      ["re:", /pattern after re: is empty/],
      ["a||b", /empty value: check the \| signs/],
      ["required|a", /cannot be part of a list/],
      ["*a*b*c*d*e*f*", /five \* at most/],
      ["x".repeat(501), /more than 500 characters/],
      [5, /^expected must be a string/],
      [null, /^expected/],
      [undefined, /^expected is a required field/],
    ];
    for (const [expected, words] of wrong)
      for (const [tool, id] of [
        ["tracking_set_page_attribute", { pageId: "p" }],
        ["tracking_set_event_attribute", { eventId: "e" }],
      ] as const)
        it(`${tool} refuses ${JSON.stringify(expected)?.slice(0, 30)}, by its path`, async () => {
          const { error } = await refusal(tool, { ...id, name: "value", expected }, "validation_error");
          expect(error.message).to.match(words);
          expect(error.fields?.map(({ path }) => path)).to.deep.equal(["expected"]);
        });

    it("is refused inside of lists by its place there", async () => {
      const attributes = [
        { name: "a", expected: "required" },
        { name: "b..c", expected: "re:(" },
      ];
      const { error } = await refusal("tracking_upsert_page", { ...PAGE, attributes }, "validation_error");
      expect(error.fields?.map(({ path }) => path)).to.deep.equal(["attributes[1].name", "attributes[1].expected"]);
      expect(error.message).to.match(/attributes\[1\]\.name must be a name, or a path such as items\[\]\.price/);
    });
  });

  describe("wrong args", () => {
    const table: [tool: string, args: Record<string, unknown>, path: string][] = [
      ["tracking_upsert_page", { label: "P", pageType: "x" }, "id"],
      ["tracking_upsert_page", { ...PAGE, id: "a b" }, "id"],
      ["tracking_upsert_page", { ...PAGE, id: 5 }, "id"],
      ["tracking_upsert_page", { ...PAGE, label: " x" }, "label"],
      ["tracking_upsert_page", { id: "p", label: "P" }, "pageType"],
      ["tracking_upsert_page", { ...PAGE, path: "https://a:b@x.example/" }, "path"],
      ["tracking_upsert_page", { ...PAGE, path: "javascript:alert(1)" }, "path"],
      ["tracking_upsert_page", { ...PAGE, closed: "yes" }, "closed"],
      ["tracking_upsert_page", { ...PAGE, scenarios: "Home" }, "scenarios"],
      ["tracking_upsert_event", { ...EVENT, eventType: undefined }, "eventType"],
      ["tracking_upsert_event", { ...EVENT, trigger: { on: "hover" } }, "trigger.on"],
      ["tracking_upsert_event", { ...EVENT, trigger: { on: "click" } }, "trigger"],
      ["tracking_upsert_event", { ...EVENT, trigger: { on: "scroll" } }, "trigger"],
      ["tracking_upsert_event", { ...EVENT, trigger: { on: "load", fields: [] } }, "trigger"],
      ["tracking_upsert_event", { ...EVENT, count: 0 }, "count"],
      ["tracking_upsert_event", { ...EVENT, order: 1.5 }, "order"],
      ["tracking_link_event_frt", { eventId: "e", featureId: "f", stepIndex: -1, stepText: "x" }, "stepIndex"],
      ["tracking_link_event_frt", { eventId: "e", featureId: "f", stepIndex: 1 }, "stepText"],
      ["tracking_link_event_frt", { eventId: "e", stepIndex: 1, stepText: "x" }, "featureId"],
      ["tracking_link_page_scenario", { pageId: "p" }, "scenarioId"],
      ["tracking_unlink_page_scenario", { scenarioId: "s" }, "pageId"],
      ["tracking_unlink_event_frt", { eventId: "e" }, "featureId"],
      ["tracking_delete_page", {}, "pageId"],
      ["tracking_delete_event", { eventId: "" }, "eventId"],
      ["tracking_delete_page_attribute", { pageId: "p" }, "name"],
      ["tracking_delete_event_attribute", { name: "x" }, "eventId"],
      ["tracking_set_page_attribute", { pageId: "p", name: "a..b", expected: "x" }, "name"],
      ["tracking_set_event_attribute", { eventId: "p", name: "a b", expected: "x" }, "name"],
    ];
    for (const [tool, args, path] of table)
      it(`${tool} refuses ${JSON.stringify(args).slice(0, 90)}, naming ${path}`, async () => {
        const { error } = await refusal(tool, args, "validation_error");
        expect(error.fields?.map((one) => one.path)).to.deep.equal([path]);
        expect(error.message).to.contain(path);
        expect(await world.models.trackingPages.countDocuments({})).to.equal(0);
      });
  });

  describe("links", () => {
    beforeEach(async () => {
      await write("tracking_upsert_page", { ...PAGE, path: null });
      await write("tracking_upsert_event", EVENT);
      for (const featureId of ["checkout", "refund"]) await addFeature(world.models, featureId);
      await world.models.audit.deleteMany({});
    });
    const link = (stepIndex: number, stepText: string, featureId = "checkout") =>
      write("tracking_link_event_frt", { eventId: EVENT.id, featureId, stepIndex, stepText });

    it("of a page go to a scenario by label or id, once; the page takes its address", async () => {
      const first = await write("tracking_link_page_scenario", { pageId: PAGE.id, scenarioId: "About us" });
      expect(first.data).to.deep.equal({ pageId: PAGE.id, scenarioId: "scn_about_us", scenarioIds: ["scn_about_us"] });
      const again = await write("tracking_link_page_scenario", { pageId: PAGE.id, scenarioId: "scn_about_us" });
      expect(again.data).to.deep.equal(first.data);
      expect(again.summary).to.equal('The page page-cart was already linked to the scenario "About us".');
      expect(await getPage()).to.deep.include({
        address: "https://shop.example/",
        scenarios: [{ id: "scn_about_us", label: "About us" }],
      });
      const gone = await write("tracking_unlink_page_scenario", { pageId: PAGE.id, scenarioId: "About us" });
      expect(gone.data).to.deep.equal({ pageId: PAGE.id, scenarioId: "scn_about_us", scenarioIds: [] });
      expect(gone.warnings?.[0]).to.match(/^The page has no address now/);
      expect((await getPage()).scenarios).to.deep.equal([]);
      expect(await actions()).to.deep.equal([
        { action: "tracking.set", page: PAGE.id, linkedScenario: "scn_about_us" },
        { action: "tracking.delete", page: PAGE.id, linkedScenario: "scn_about_us" },
      ]);
    });

    it("of a page to a scenario that is gone can still be taken away", async () => {
      await world.models.trackingPages.updateOne({ id: PAGE.id }, { $set: { scenarioIds: ["scn_gone"] } });
      const { data } = await write("tracking_unlink_page_scenario", { pageId: PAGE.id, scenarioId: "scn_gone" });
      expect(data.scenarioIds).to.deep.equal([]);
    });

    it("of an event to a step that the feature does not have are kept, with a warning", async () => {
      await world.models.features.updateMany({}, { $set: { sentences: ['I press "Pay"'] } });
      expect((await link(2, 'i press "pay"')).warnings ?? []).to.deep.equal([]);
      expect((await link(99, "I pay with magic")).warnings).to.deep.equal([
        'The feature checkout has no step "I pay with magic", so no run proves the event until it has.',
      ]);
    });

    it("made at once all survive", async () => {
      await Promise.all([
        write("tracking_link_page_scenario", { pageId: PAGE.id, scenarioId: "Home" }),
        write("tracking_link_page_scenario", { pageId: PAGE.id, scenarioId: "About us" }),
        write("tracking_link_page_scenario", { pageId: PAGE.id, scenarioId: "Product page" }),
        write("tracking_set_page_attribute", { pageId: PAGE.id, name: "event", expected: "page_view" }),
        link(1, "I pay"),
        link(2, "I wait"),
      ]);
      const { page } = await getPage();
      expect(page.scenarioIds).to.have.members(["scn_home", "scn_about_us", "scn_product_page"]);
      expect(page.attributes).to.have.length(1);
      expect((await getEvent()).frtLinks).to.have.length(2);
    });

    it("of an event go to steps, one a step; a feature that is not there yet is no trouble", async () => {
      expect((await link(4, "I pay")).data).to.deep.equal({
        eventId: EVENT.id,
        change: "created",
        frtLinks: [{ featureId: "checkout", stepIndex: 4, stepText: "I pay" }],
      });
      expect((await link(4, "I pay now")).data.change).to.equal("updated");
      expect((await link(4, "I pay now")).data.change).to.equal("unchanged");
      await link(6, "I am thanked");
      await link(0, "I am refunded", "refund");
      expect((await getEvent()).frtLinks).to.deep.equal([
        { featureId: "checkout", stepIndex: 4, stepText: "I pay now" },
        { featureId: "checkout", stepIndex: 6, stepText: "I am thanked" },
        { featureId: "refund", stepIndex: 0, stepText: "I am refunded" },
      ]);
      const of = { eventId: EVENT.id, featureId: "checkout" };
      expect((await write("tracking_unlink_event_frt", { ...of, stepIndex: 6 })).data.removed).to.have.length(1);
      expect((await write("tracking_unlink_event_frt", of)).data).to.deep.equal({
        eventId: EVENT.id,
        removed: [{ featureId: "checkout", stepIndex: 4, stepText: "I pay now" }],
        frtLinks: [{ featureId: "refund", stepIndex: 0, stepText: "I am refunded" }],
      });
      expect((await getEvent()).frtLinks).to.have.length(1);
    });

    const unknown: [tool: string, args: Record<string, unknown>, said: string][] = [
      [
        "tracking_link_page_scenario",
        { pageId: PAGE.id, scenarioId: "Hom" },
        'The project has no scenario "Hom". Did you mean "Home"?',
      ],
      [
        "tracking_link_page_scenario",
        { pageId: "page-car", scenarioId: "Home" },
        'The tracking plan has no page "page-car". Did you mean "page-cart"?',
      ],
      [
        "tracking_unlink_page_scenario",
        { pageId: PAGE.id, scenarioId: "Home" },
        'The page "page-cart" is not linked to a scenario "Home". It is not linked to any scenario.',
      ],
      [
        "tracking_link_event_frt",
        { eventId: "ad", featureId: "f", stepIndex: 0, stepText: "x" },
        'The tracking plan has no event "ad". Did you mean "add"?',
      ],
      [
        "tracking_link_event_frt",
        { eventId: EVENT.id, featureId: "chekout", stepIndex: 0, stepText: "x" },
        'There is no feature "chekout". Did you mean "checkout"?',
      ],
      [
        "tracking_upsert_event",
        { ...EVENT, frtLinks: [{ featureId: "gone", stepIndex: 0, stepText: "x" }] },
        'There is no feature "gone". frt_list_features lists them.',
      ],
      [
        "tracking_unlink_event_frt",
        { eventId: EVENT.id, featureId: "f" },
        'The event "add" is not linked to the feature "f". It is not linked to any feature.',
      ],
    ];
    for (const [tool, args, said] of unknown)
      it(`${tool}: ${said}`, async () => expect((await refusal(tool, args)).error.message).to.equal(said));

    it("that are not there are answered with those that are", async () => {
      await link(4, "I pay");
      const of = { eventId: EVENT.id, featureId: "checkout", stepIndex: 5 };
      expect((await refusal("tracking_unlink_event_frt", of)).error.message).to.equal(
        'The event "add" is not linked to step 5 of the feature "checkout". It is linked to step 4 of this feature.',
      );
      const typo = { eventId: EVENT.id, featureId: "chekout" };
      expect((await refusal("tracking_unlink_event_frt", typo)).error.message).to.match(/linked to "checkout"\.$/);
      await write("tracking_link_page_scenario", { pageId: PAGE.id, scenarioId: "Home" });
      const other = { pageId: PAGE.id, scenarioId: "About us" };
      expect((await refusal("tracking_unlink_page_scenario", other)).error.message).to.match(/linked to "Home"\.$/);
    });
  });

  describe("deleting", () => {
    beforeEach(async () => {
      await write("tracking_upsert_page", PAGE);
      await write("tracking_upsert_event", EVENT);
    });

    it("a page is refused while events belong to it, naming them", async () => {
      const { error, recoverable } = await refusal("tracking_delete_page", { pageId: PAGE.id });
      expect(error.message).to.equal(
        'The page "page-cart" cannot be deleted while events belong to it: "add". Delete them, or give them another pageId, first.',
      );
      expect(recoverable).to.equal(true);
      const gone = await write("tracking_delete_event", { eventId: EVENT.id });
      expect(gone.data.deleted).to.deep.include({ ...EVENT, count: 1 });
      expect((await refusal("tracking_get_event", { eventId: EVENT.id })).error.message).to.match(
        /no event "add". The plan has no event yet/,
      );
      const { data } = await write("tracking_delete_page", { pageId: PAGE.id });
      expect(data.deleted).to.include({ id: PAGE.id, path: "/cart" });
      expect((await refusal("tracking_get_page", { pageId: PAGE.id })).error.message).to.match(
        /no page "page-cart". The plan has no page yet: create it with tracking_upsert_page\.$/,
      );
    });

    it("an event moved to another page sets its page free", async () => {
      await write("tracking_upsert_page", { ...PAGE, id: "other", path: "/other" });
      await write("tracking_upsert_event", { ...EVENT, pageId: "other" });
      await write("tracking_delete_page", { pageId: PAGE.id });
    });

    it("a page and making an event on it at once never leave the event without its page", async () => {
      for (let i = 0; i < 10; i++) {
        const pageId = `race-${i}`;
        await write("tracking_upsert_page", { ...PAGE, id: pageId, path: `/race-${i}` });
        const [made, gone] = await Promise.all([
          world.send("tracking_upsert_event", { ...EVENT, id: `race-${i}`, pageId, ...yes }),
          world.send("tracking_delete_page", { pageId, ...yes }),
        ]);
        expect([made.status, gone.status].sort(), JSON.stringify([made.body, gone.body])).to.deep.equal([200, 422]);
        const page = await world.models.trackingPages.findOne({ id: pageId }).lean();
        const event = await world.models.trackingEvents.findOne({ id: `race-${i}` }).lean();
        expect([page !== null, event !== null]).to.deep.equal(made.status === 200 ? [true, true] : [false, false]);
      }
    });

    it("what was changed in between goes with the change seen; twice is refused with the nearest", async () => {
      const { data } = await write("tracking_delete_event", { eventId: EVENT.id });
      expect(data.deleted.id).to.equal(EVENT.id);
      await write("tracking_upsert_event", { ...EVENT, id: "adds" });
      expect((await refusal("tracking_delete_event", { eventId: EVENT.id })).error.message).to.equal(
        'The tracking plan has no event "add". Did you mean "adds"?',
      );
    });
  });

  it("rows of an older version, without a revision, are changed all the same", async () => {
    await write("tracking_upsert_page", PAGE);
    await world.models.trackingPages.updateOne({ id: PAGE.id }, { $unset: { rev: 1 } });
    await Promise.all(
      ["a", "b", "c"].map((name) =>
        write("tracking_set_page_attribute", { pageId: PAGE.id, name, expected: "required" }),
      ),
    );
    expect((await getPage()).page.attributes).to.have.length(3);
    await world.models.trackingPages.updateOne({ id: PAGE.id }, { $unset: { rev: 1 } });
    await write("tracking_delete_page", { pageId: PAGE.id });
  });

  it("another project's plan is neither seen nor touched", async () => {
    const { trackingPages } = world.models;
    await trackingPages.create({
      _id: "prj_blog:page-cart",
      projectId: "prj_blog",
      id: "page-cart",
      label: "Blog",
      pageType: "x",
      createdAt: new Date(),
    });
    await refusal("tracking_get_page", { pageId: "page-cart" });
    await refusal("tracking_delete_page", { pageId: "page-cart" });
    await write("tracking_upsert_page", PAGE);
    expect((await trackingPages.findOne({ projectId: "prj_blog" }).lean())?.label).to.equal("Blog");
  });
});
