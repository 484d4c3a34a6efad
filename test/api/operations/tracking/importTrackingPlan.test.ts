import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { createProject } from "../../../../api/operations/projects/createProject.ts";
import { importScenarios } from "../../../../api/operations/scenarios/importScenarios.ts";
import { importTrackingPlan } from "../../../../api/operations/tracking/importTrackingPlan.ts";
import { readPlan } from "../../../../api/operations/tracking/trackingPlan.ts";
import { refusal, useDatabase } from "../../../cli/support.ts";
import { addFeature } from "../../support/features.ts";

const demo = async (name: string) =>
  JSON.parse(await readFile(new URL(`../../../../temporal-dev/demo-site/${name}`, import.meta.url), "utf8")) as {
    pages: { id: string; label: string }[];
    events: { id: string }[];
  };

describe("a tracking plan", () => {
  const db = useDatabase();
  beforeEach(async () => {
    await createProject(db.ctx, db.operator, { name: "Shop", baseUrl: "https://shop.example" });
    await importScenarios(db.ctx, db.operator, { project: "shop", file: await demo("scenarios.json") });
  });
  const bring = (file: object, replace = false) =>
    importTrackingPlan(db.ctx, db.operator, { project: "shop", file, replace });
  const plan = () => readPlan(db.ctx, db.operator, { project: "shop" });

  it("is taken over once, with scenarios by their ids; a second import changes nothing", async () => {
    const file = await demo("tracking-plan.json");
    const first = await bring(file);
    expect(first.pages).to.include({ created: file.pages.length, updated: 0, unchanged: 0 });
    expect(first.events).to.include({ created: file.events.length });
    expect(first.unknownScenarios).to.deep.equal([]);
    const home = await db.ctx.models.scenarios.findOne({ label: "Home" }).lean();
    expect((await plan()).pages[0]).to.deep.include({ id: "page-home", path: "/", scenarioIds: [home?._id] });
    expect((await bring(file)).pages).to.include({ created: 0, updated: 0, unchanged: file.pages.length });
  });

  it("changes what differs, and removes what is gone only when told", async () => {
    const file = await demo("tracking-plan.json");
    await bring(file);
    const [first, ...rest] = file.pages;
    const changed = { pages: [{ ...first, label: "Start" }], events: [] };
    expect((await bring(changed)).pages).to.include({ updated: 1, unchanged: 0, removed: 0 });
    expect((await plan()).pages).to.have.length(file.pages.length);
    const cut = await bring(changed, true);
    expect([cut.pages.removed, cut.events.removed]).to.deep.equal([rest.length, file.events.length]);
    expect((await plan()).pages.map((p) => p.label)).to.deep.equal(["Start"]);
  });

  it("names scenarios that are not there", async () => {
    const file = { pages: [{ id: "p", label: "P", pageType: "x", path: "/p", scenarios: ["Nowhere"] }], events: [] };
    expect((await bring(file)).unknownScenarios).to.deep.equal(["Nowhere"]);
  });

  it("is refused with links to features that are not there, by their paths", async () => {
    const links = [{ featureId: "refund", stepIndex: 0, stepText: "I ask" }];
    const event = { id: "e", label: "E", eventType: "e", frtLinks: links };
    const error = await refusal(bring({ pages: [], events: [event] }));
    expect(error.code).to.equal("validation_error");
    expect(error.message).to.match(
      /events\[0\]\.frtLinks\[0\]\.featureId: names the feature "refund", which is not there/,
    );
    expect((await plan()).events).to.deep.equal([]);
    const project = await db.ctx.models.projects.findOne({ slug: "shop" }).lean();
    await addFeature(db.ctx.models, "refund", { projectId: project?._id ?? "" });
    expect((await bring({ pages: [], events: [event] })).events).to.include({ created: 1 });
  });

  it("is refused as a whole with the path of what is wrong", async () => {
    const file = await demo("tracking-plan.json");
    const error = await refusal(bring({ ...file, events: [{ ...file.events[0], id: "" }] }));
    expect(error.code).to.equal("validation_error");
    expect(error.message).to.match(/events\[0\]\.id/);
    expect((await plan()).pages).to.deep.equal([]);
  });
});
