import { expect } from "chai";
import { FEATURE_LIMITS } from "../../../domain/functional/feature.ts";
import {
  featureHistory,
  featuresOfTicket,
  findFeature,
  findStepDef,
  functionalId,
  insertFeature,
  insertStepDef,
  listFeatures,
  removeFeature,
  removeStepDef,
  replaceFeature,
  replaceStepDef,
  stepDefOf,
} from "../../../models/features/queries.ts";
import type { FeatureRecord } from "../../../models/features/schema.ts";
import type { Models } from "../../../models/index.ts";
import type { StepDefRecord } from "../../../models/stepDefs/schema.ts";
import { openDatabase } from "../../support/database.ts";

const AT = new Date(0);
const PLACE = { projectId: "prj_a", featureId: "basket" };
const feature = (patch: Partial<FeatureRecord> = {}): FeatureRecord => ({
  ...PLACE,
  _id: functionalId(patch.projectId ?? "prj_a", patch.featureId ?? "basket"),
  name: "Basket",
  group: ["Shop", "Checkout"],
  tags: ["@smoke"],
  gherkin: "Feature: Basket\n",
  tickets: ["SHOP-1"],
  status: "draft",
  origin: "written",
  coverage: { pages: ["/"], elements: ['button "Add"'], events: [], variables: ["page.type"] },
  scenarios: [{ id: "a", name: "A", rule: null, tags: [], line: 2, steps: 1 }],
  sentences: ['I am on "/"'],
  version: 1,
  createdAt: AT,
  updatedAt: AT,
  updatedBy: "ada",
  ...patch,
});

const stepDef: StepDefRecord = {
  _id: functionalId("prj_a", "pay"),
  projectId: "prj_a",
  v: 1,
  id: "pay",
  pattern: "I pay",
  params: [],
  tags: [],
  description: "",
  examples: ["I pay"],
  status: "ready",
  actions: [
    {
      op: "click",
      target: {
        locators: [
          { by: "role", value: "button", name: "Pay" },
          { by: "css", value: "button.pay" },
        ],
        fingerprint: {
          tag: "button",
          role: "button",
          name: "Pay",
          text: "Pay",
          type: "",
          alt: "",
          id: "",
          classes: ["pay"],
          href: "",
          ariaLabel: "",
          attributes: { "data-id": "1" },
          neighbours: ["Total"],
          path: "html>body",
          box: { x: 1.5, y: 2, width: 3, height: 4 },
        },
      },
    },
  ],
  version: 1,
  createdAt: AT,
  updatedAt: AT,
  updatedBy: "ada",
};

describe("features and step definitions in the database", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  before(async () => {
    database = await openDatabase();
    models = database.models;
  });
  beforeEach(async () => {
    await models.features.deleteMany({});
    await models.featureVersions.deleteMany({});
    await models.stepDefs.deleteMany({});
  });
  after(() => database.drop());

  it("are read as they were written, in their own project alone", async () => {
    expect(await insertFeature(models, feature(), "created")).to.equal(true);
    expect(await insertFeature(models, feature({ name: "Other" }), "created")).to.equal(false);
    expect(await findFeature(models, PLACE)).to.deep.equal(feature());
    expect(await findFeature(models, { ...PLACE, projectId: "prj_b" })).to.equal(null);
    expect(await insertFeature(models, feature({ projectId: "prj_b" }), "created")).to.equal(true);
    expect((await featuresOfTicket(models, "prj_a", "SHOP-1")).map(({ _id }) => _id)).to.deep.equal(["prj_a:basket"]);
    const [listed] = await listFeatures(models, "prj_a");
    expect(listed).not.to.have.any.keys("gherkin", "sentences");
    expect(await insertStepDef(models, stepDef)).to.equal(true);
    expect(await insertStepDef(models, stepDef)).to.equal(false);
    expect(await findStepDef(models, "prj_a", "pay")).to.deep.equal(stepDef);
    expect(stepDefOf(stepDef)).to.have.all.keys(
      "v",
      "id",
      "pattern",
      "params",
      "tags",
      "description",
      "examples",
      "status",
      "actions",
    );
  });

  it("let one of many writers of the same version win", async () => {
    await insertFeature(models, feature(), "created");
    await insertStepDef(models, stepDef);
    const names = Array.from({ length: 20 }, (_, i) => `Name ${i}`);
    const wins = await Promise.all(
      names.map((name) => replaceFeature(models, feature({ name, version: 2 }), "renamed")),
    );
    expect(wins.filter((won) => won)).to.have.length(1);
    const stored = await findFeature(models, PLACE);
    expect([stored?.version, stored?.name]).to.deep.equal([2, names[wins.indexOf(true)]]);
    const defs = await Promise.all(
      names.map((description) => replaceStepDef(models, { ...stepDef, description, version: 2 })),
    );
    expect(defs.filter((won) => won)).to.have.length(1);
    expect((await findStepDef(models, "prj_a", "pay"))?.description).to.equal(names[defs.indexOf(true)]);
  });

  it("are removed only at the version that was read", async () => {
    await insertFeature(models, feature(), "created");
    await replaceFeature(models, feature({ version: 2 }), "changed");
    expect(await removeFeature(models, feature())).to.equal(false);
    expect(await removeFeature(models, feature({ version: 2 }))).to.equal(true);
    expect(await featureHistory(models, PLACE)).to.deep.equal([]);
    await insertStepDef(models, stepDef);
    expect(await removeStepDef(models, { ...stepDef, version: 2 })).to.equal(false);
    expect(await removeStepDef(models, stepDef)).to.equal(true);
  });

  it("keep the texts that a feature had, the newest ones", async () => {
    await insertFeature(models, feature(), "created");
    const last = FEATURE_LIMITS.versions + 2;
    for (let version = 2; version <= last; version++)
      await replaceFeature(models, feature({ version, gherkin: `Feature: ${version}` }), "changed");
    const history = await featureHistory(models, PLACE);
    expect([history.length, history[0]?.version, history[0]?.gherkin, history.at(-1)?.version]).to.deep.equal([
      FEATURE_LIMITS.versions,
      last,
      `Feature: ${last}`,
      3,
    ]);
  });
});
