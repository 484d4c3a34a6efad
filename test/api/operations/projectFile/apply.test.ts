import { expect } from "chai";
import { type Applied, NOT_YET } from "../../../../api/operations/projectFile/apply.ts";
import type { Answer } from "../../support/client.ts";
import { makeWorld, type World } from "../../support/world.ts";

const file = (more: object = {}) => ({ version: 1, project: { slug: "shop" }, ...more });
const SCENARIOS = [
  { label: "Home", url: "/" },
  { label: "About us", url: "/about", comparisonRules: [{ selector: ".ads", mode: "ignore" }] },
  { label: "Basket", url: "/basket", viewports: ["phone"], contentRules: [{ selector: ".date", normalize: "date" }] },
];

describe("a project's configuration as a file", () => {
  let world: World;
  let key: string;
  const post = (body: object, more: object = { key }): Promise<Answer> =>
    world.client.post("/api/config", { ...more, body });
  const send = async (mode: "plan" | "apply", config: object, more: object = {}): Promise<Applied> => {
    const answer = await post({ mode, config, ...more });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body as unknown as Applied;
  };
  const read = async () => (await world.client.get("/api/config", { key })).body as { file: never; state: string };
  const words = ({ changes }: Applied) => changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`);

  beforeEach(async () => {
    world = await makeWorld();
    key = await world.addKey("mcp_full");
  });
  afterEach(() => world.close());

  it("is answered in the file's words, each part in one spelling", async () => {
    const { file: found } = await read();
    expect(found).to.deep.equal({
      version: 1,
      project: { slug: "shop", name: "Shop", baseUrl: "https://shop.example", mainBranch: "main" },
      environments: [
        { slug: "production", name: "Production", baseUrl: "https://shop.example" },
        { slug: "staging", name: "Staging", baseUrl: "https://staging.shop.example" },
      ],
      scenarios: [
        { label: "About us", url: "/" },
        { label: "Home", url: "/" },
        { label: "Product page", url: "/" },
      ],
    });
    expect(words(await send("plan", found))).to.deep.equal([]);
  });

  it("gives an environment a location, keeps it where the file says nothing of it, and takes it away with null", async () => {
    const staging = { slug: "staging", baseUrl: "https://staging.shop.example" };
    const stored = async () => (await world.models.environments.findById("env_stage").lean())?.location ?? null;
    const changed = async (environment: object) => {
      const { changes, refused } = await send("apply", file({ environments: [environment] }));
      expect(refused).to.deep.equal([]);
      return [changes.length, await stored()];
    };
    expect(await changed({ ...staging, location: "eu" })).to.deep.equal([1, "eu"]);
    expect(await changed({ ...staging, location: "eu" })).to.deep.equal([0, "eu"]);
    expect(await changed(staging)).to.deep.equal([0, "eu"]);
    expect(await changed({ ...staging, location: null })).to.deep.equal([1, null]);
    expect(await changed({ ...staging, location: null })).to.deep.equal([0, null]);
  });

  it("a key leaves the hosts of previews as they are; an administrator changes them", async () => {
    const project = { slug: "shop", previewHosts: ["*.preview.example.com"] };
    const wide = await post({ mode: "plan", config: file({ project: { slug: "shop", previewHosts: ["*.com"] } }) });
    expect(wide.status).to.equal(400);
    const { refused } = await send("apply", file({ project }));
    expect(JSON.stringify(refused)).to.include("Only an administrator can change project.previewHosts");
    const hosts = async () => (await world.models.projects.findById("prj_shop").lean())?.previewHosts ?? [];
    expect(await hosts()).to.deep.equal([]);
    expect(words(await send("plan", file({ project: { slug: "shop", previewHosts: [] } })))).to.deep.equal([]);

    const session = await world.session("admin");
    const set = { session, body: { hosts: project.previewHosts } };
    expect((await world.client.post("/api/app/projects/shop/previews", set)).status).to.equal(200);
    const { file: found } = (await read()) as { file: { project: object } };
    expect(found.project).to.deep.include(project);
    // With unchanged hosts, a key may apply the file and change other parts of it.
    const renamed = await send("apply", file({ project: { ...project, name: "Store" } }));
    expect(renamed.refused).to.deep.equal([]);
    expect(await hosts()).to.deep.equal(project.previewHosts);
  });

  it("is applied as far as one call may take, and the next call does the rest", async () => {
    const { create } = world.models.scenarios;
    // Each write takes half a minute.
    world.models.scenarios.create = ((...args: never[]) => {
      world.advance(30_000);
      return (create as (...all: never[]) => unknown).apply(world.models.scenarios, args);
    }) as never;
    const more = file({
      scenarios: [...SCENARIOS, ...["A", "B", "C"].map((label) => ({ label, url: `/${label.toLowerCase()}` }))],
    });
    const first = await send("apply", more);
    expect(first.refused.length).to.be.within(1, first.changes.length - 1);
    for (const { message } of first.refused) expect(message).to.equal(NOT_YET);
    expect(first.left).to.equal(first.refused.length);
    let last = first;
    for (let calls = 0; last.refused.length > 0 && calls < 10; calls++) last = await send("apply", more);
    expect(last).not.to.have.property("left");
    expect(words(await send("plan", more))).to.deep.equal([]);
  });

  it("is planned without a change, applied once, and the second time nothing is left to do", async () => {
    const wanted = file({
      scenarios: SCENARIOS,
      environments: [{ slug: "preview", baseUrl: "https://preview.shop.example/" }],
      viewports: { phone: { width: 390, height: 844 } },
      settings: { audits: { perf: { runs: 3 } } },
    });
    const before = await read();
    const plan = await send("plan", wanted);
    expect(words(plan)).to.deep.equal([
      "create environment preview",
      "change viewport phone",
      "change settings settings",
      "change scenario About us",
      "create scenario Basket",
    ]);
    expect(plan.changes.find(({ name }) => name === "About us")?.fields).to.deep.equal([
      { path: "url", from: "/", to: "/about" },
      { path: "comparisonRules", from: null, to: '[{"mode":"ignore","selector":".ads"}]' },
    ]);
    expect(plan.kept).to.deep.equal([
      { kind: "environment", name: "production" },
      { kind: "environment", name: "staging" },
      { kind: "scenario", name: "Product page" },
    ]);
    expect(await read()).to.deep.equal(before);

    const applied = await send("apply", wanted, { expected: plan.state });
    expect(words(applied)).to.deep.equal(words(plan));
    expect(applied.refused).to.deep.equal([]);
    const after = await read();
    expect(after.state).to.equal(applied.state);
    expect(after.file).to.deep.include({
      viewports: { phone: { width: 390, height: 844 } },
      settings: { audits: { perf: { runs: 3 } } },
    });
    for (const config of [wanted, after.file]) expect(words(await send("apply", config))).to.deep.equal([]);
    // A retry of a call that succeeded but whose response was lost.
    expect(words(await send("apply", wanted, { expected: plan.state }))).to.deep.equal([]);
    const log = await world.models.audit.find({ action: "config.apply" }).lean();
    expect(log.map(({ who, details }) => ({ who, details }))).to.deep.equal([
      { who: "key project mcp_full", details: { project: "shop", prune: false, changes: 5, refused: 0 } },
    ]);
  });

  it("makes a project that does not exist yet, for who may, and for nobody else", async () => {
    const fresh = {
      version: 1,
      project: { slug: "garden", referenceEnvironment: "preview" },
      environments: [
        { slug: "live", baseUrl: "https://garden.example" },
        { slug: "preview", name: "Preview", baseUrl: "https://preview.garden.example/" },
      ],
      scenarios: [{ label: "Home", url: "/" }],
    };
    const ofShop = await post({ mode: "apply", config: fresh });
    expect(ofShop.status).to.equal(404);
    expect(ofShop.body.error).to.match(/use an organisation key with the scope mcp_full/);
    const org = { key: await world.addKey("mcp_full", { kind: "org" }) };
    const planned = (await post({ mode: "plan", config: fresh }, org)).body as unknown as Applied;
    const created = [
      "create project garden",
      "create environment live",
      "create environment preview",
      "create scenario Home",
    ];
    expect(words(planned)).to.deep.equal(created);
    expect(await world.models.projects.exists({ slug: "garden" })).to.equal(null);
    expect((await post({ mode: "apply", config: fresh, expected: "another" }, org)).status).to.equal(409);
    const apply = { mode: "apply", config: fresh, expected: planned.state };
    const made = (await post(apply, org)).body as unknown as Applied;
    expect(words(made)).to.deep.equal(created);
    expect(made.refused).to.deep.equal([]);
    const found = await world.client.get("/api/config?project=garden", org);
    expect(found.body.file).to.deep.equal({
      version: 1,
      project: {
        slug: "garden",
        name: "garden",
        baseUrl: "https://preview.garden.example",
        mainBranch: "main",
        referenceEnvironment: "preview",
      },
      environments: [
        { slug: "live", baseUrl: "https://garden.example" },
        { slug: "preview", name: "Preview", baseUrl: "https://preview.garden.example" },
      ],
      scenarios: [{ label: "Home", url: "/" }],
    });
    // A retry of a call that succeeded but whose response was lost.
    expect(words((await post(apply, org)).body as unknown as Applied)).to.deep.equal([]);
    const bare = { version: 1, project: { slug: "bare" } };
    const placeless = await post({ mode: "plan", config: bare }, org);
    expect(placeless.status).to.equal(400);
    expect(JSON.stringify(placeless.body)).to.include("project.baseUrl");
    expect((await post({ mode: "apply", config: fresh, project: "elsewhere" }, org)).status).to.equal(404);
  });

  it("keeps what was made elsewhere, unless the file has the section and prunes it", async () => {
    await send("apply", file({ scenarios: [SCENARIOS[1]], settings: { audits: { perf: { runs: 3 } } } }));
    const rules = [{ selector: ".clock", mode: "dynamic" }];
    const wanted = file({ scenarios: [{ label: "About us", url: "/about", comparisonRules: rules }] });
    await send("apply", wanted);
    const kept = (await read()).file as { scenarios: { comparisonRules?: object[] }[] };
    expect(kept.scenarios).to.have.length(3);
    expect(kept.scenarios[0]?.comparisonRules).to.have.length(2);

    const pruned = await send("apply", wanted, { prune: true });
    expect(words(pruned)).to.deep.equal([
      "change scenario About us",
      "delete scenario Home",
      "delete scenario Product page",
    ]);
    expect((await read()).file).to.deep.include({
      scenarios: [{ label: "About us", url: "/about", comparisonRules: rules }],
      settings: { audits: { perf: { runs: 3 } } },
    });
    const settings = file({ settings: { gate: { newCritical: { fail: 2 } } } });
    await send("apply", settings);
    expect((await read()).file).to.deep.include({
      settings: { audits: { perf: { runs: 3 } }, gate: { newCritical: { fail: 2 } } },
    });
    await send("apply", settings, { prune: true });
    expect((await read()).file).to.deep.include({ settings: { gate: { newCritical: { fail: 2 } } } });
  });

  it("takes how a site is entered by the names of variables, and never gives the values back", async () => {
    const access = {
      basicAuth: { username: "team", password: { from: "STAGING_PASSWORD" } },
      headers: { "x-token": { from: "STAGING_TOKEN" } },
    };
    const wanted = file({ environments: [{ slug: "staging", baseUrl: "https://staging.shop.example", access }] });
    const missing = await send("apply", wanted);
    expect(missing.refused).to.have.length(1);
    expect(missing.refused[0]?.message).to.match(/needs the environment variables STAGING_PASSWORD, STAGING_TOKEN/);

    const values = { STAGING_PASSWORD: "a long password", STAGING_TOKEN: "token-1" };
    await send("apply", wanted, { values });
    const stored = await world.models.environments.findOne({ _id: "env_stage" }).lean();
    const open = () => JSON.parse(world.ctx.sealer.open(stored?.sealedAccess ?? ""));
    expect(open()).to.deep.equal({
      basicAuth: { username: "team", password: "a long password" },
      headers: { "x-token": "token-1" },
    });
    const { file: found } = await read();
    expect((found as { environments: object[] }).environments[1]).to.deep.equal({
      slug: "staging",
      name: "Staging",
      baseUrl: "https://staging.shop.example",
      access,
    });
    // Without the values only the names are compared.
    expect(words(await send("plan", wanted))).to.deep.equal([]);
    expect(words(await send("plan", wanted, { values }))).to.deep.equal([]);
    const other = await send("plan", wanted, { values: { ...values, STAGING_TOKEN: "token-2" } });
    expect(other.changes[0]?.fields).to.deep.equal([
      { path: "access", from: "other values", to: "values of STAGING_PASSWORD, STAGING_TOKEN" },
    ]);
    const trail = JSON.stringify([await world.models.audit.find().lean(), world.logged, other, found]);
    expect(trail).not.to.match(/a long password|token-[12]/);

    const moved = file({ environments: [{ slug: "staging", baseUrl: "https://evil.example" }] });
    const planned = await send("plan", moved);
    expect(planned.changes[0]?.fields).to.deep.include({
      path: "access",
      from: "for https://staging.shop.example",
      to: null,
    });
    expect((await send("apply", moved)).refused).to.deep.equal([]);
    const elsewhere = await world.models.environments.findOne({ _id: "env_stage" }).lean();
    expect(elsewhere).to.include({ baseUrl: "https://evil.example", sealedAccess: null, accessFrom: null });
    expect((await send("apply", wanted)).refused, "a file that names values must bring them").to.have.length(1);
    await send("apply", wanted, { values });
    const back = file({ environments: [{ slug: "staging", name: "Next", baseUrl: "https://staging.shop.example" }] });
    expect((await send("apply", back)).refused).to.deep.equal([]);
    const renamed = await world.models.environments.findOne({ _id: "env_stage" }).lean();
    expect(JSON.parse(world.ctx.sealer.open(renamed?.sealedAccess ?? ""))).to.have.keys("basicAuth", "headers");

    await send(
      "apply",
      file({ environments: [{ slug: "staging", baseUrl: "https://staging.shop.example", access: null }] }),
    );
    expect(await world.models.environments.findOne({ _id: "env_stage" }).lean()).to.include({ sealedAccess: null });
  });

  it("loses no edit: a plan of yesterday, a second apply and a part that changed meanwhile are conflicts", async () => {
    const wanted = file({ scenarios: SCENARIOS });
    const { state } = await send("plan", wanted);
    await world.models.scenarios.updateOne({ label: "Home" }, { $set: { delay: 5 }, $inc: { rev: 1 } });
    const stale = await post({ mode: "apply", config: wanted, expected: state });
    expect(stale.status).to.equal(409);
    expect(stale.body.error).to.match(/has changed since this was planned/);
    expect(stale.body.reason).to.equal("try_again");

    await world.models.projects.updateOne(
      { _id: "prj_shop" },
      { $set: { applying: "1 key other", applyingUntil: new Date(world.clock.at.getTime() + 1_000) } },
    );
    const second = await post({ mode: "apply", config: wanted });
    expect(second.status).to.equal(409);
    expect(second.body.error).to.match(/being applied to the project "shop" by key other/);
    expect(second.body.reason).to.equal("try_again");
    world.advance(2_000);

    // Somebody saves the scenario between the read and the write.
    const { scenarios } = world.models;
    const updateOne = scenarios.updateOne.bind(scenarios);
    let edits = 0;
    scenarios.updateOne = (async (...args: Parameters<typeof updateOne>) => {
      if (edits++ === 0)
        await scenarios.collection.updateOne({ label: "About us" }, { $set: { delay: 7 }, $inc: { rev: 1 } });
      return updateOne(...args);
    }) as never;
    try {
      const applied = await send("apply", wanted);
      expect(applied.refused.map(({ name, message }) => `${name}: ${message}`)).to.deep.equal([
        'About us: The scenario "About us" was changed by somebody else. Plan again and check it.',
      ]);
    } finally {
      scenarios.updateOne = updateOne;
    }
    expect(await world.models.scenarios.findOne({ label: "About us" }).lean()).to.include({ delay: 7, url: "/" });
    expect(await world.models.scenarios.countDocuments({ label: "Basket" })).to.equal(1);
  });

  it("is done once when two apply the same at once", async () => {
    const wanted = file({ scenarios: SCENARIOS });
    const both = await Promise.all([1, 2].map(() => post({ mode: "apply", config: wanted })));
    const statuses = both.map(({ status }) => status);
    expect(statuses).to.include(200);
    for (const { status, body } of both) {
      expect(status).to.be.oneOf([200, 409]);
      // The command line exits with 3 for it: the same call succeeds later.
      if (status === 409) expect(body.reason).to.equal("try_again");
    }
    expect(await world.models.scenarios.countDocuments({ projectId: "prj_shop" })).to.equal(4);
    expect(words(await send("plan", wanted))).to.deep.equal([]);
  });

  it("changes a step definition and the feature that uses it in one go", async () => {
    const step = (pattern: string) => ({ id: "shop.pay", pattern, actions: [{ op: "reload" }] });
    const feature = (text: string) => ({
      id: "basket",
      gherkin: `Feature: Basket\n  Scenario: a\n    Given ${text}\n    Then I should see "Paid"\n`,
    });
    await send("apply", file({ steps: [step("I pay")], features: [feature("I pay")] }));
    const { refused } = await send("apply", file({ steps: [step("I buy")], features: [feature("I buy")] }));
    const stored = await world.models.features.findOne({ featureId: "basket" }).lean();
    expect([refused, stored?.status]).to.deep.equal([[], "ready"]);
    expect(stored?.gherkin).to.contain("I buy");
  });

  it("takes features, step definitions and the tracking plan along, and gives them back as they came", async () => {
    const login = {
      id: "shop.sign-in",
      pattern: "I am signed in",
      actions: [{ op: "useStep", value: "shop.open" }],
    };
    const open = { id: "shop.open", pattern: "the shop is open", actions: [{ op: "goto", value: "/" }] };
    const gherkin = 'Feature: Basket\n\n  Scenario: Opens\n    Given I am signed in\n    Then I should see "Basket"\n';
    const wanted = file({
      scenarios: [{ label: "Home", url: "/" }],
      features: [{ id: "basket", group: ["Shop"], gherkin }],
      // The first uses the second.
      steps: [login, open],
      tracking: {
        pages: [
          {
            id: "home",
            label: "Home",
            pageType: "home",
            scenarios: ["Home"],
            attributes: [{ name: "page", expected: "home" }],
          },
        ],
        events: [
          {
            id: "add",
            label: "Add",
            eventType: "add_to_cart",
            pageId: "home",
            trigger: { on: "click", selector: "#add" },
          },
        ],
      },
    });
    const applied = await send("apply", wanted);
    expect(applied.refused).to.deep.equal([]);
    expect(words(applied)).to.deep.equal([
      "create step shop.sign-in",
      "create step shop.open",
      "create feature basket",
      "create trackingPage home",
      "create trackingEvent add",
    ]);
    const { file: found } = (await read()) as { file: Record<string, unknown> };
    const { features, tracking } = wanted as Record<string, unknown>;
    expect(found.features).to.deep.equal(features);
    expect(found.steps).to.deep.equal([open, login]);
    expect(found.tracking).to.deep.equal(tracking);
    for (const config of [wanted, found]) expect(words(await send("apply", config))).to.deep.equal([]);

    const changed = structuredClone(wanted) as unknown as {
      features: { gherkin: string }[];
      tracking: { events: object[] };
    };
    (changed.features[0] as { gherkin: string }).gherkin = gherkin.replace("Opens", "Is there");
    changed.tracking.events = [];
    expect(words(await send("apply", changed, { prune: true }))).to.include.members([
      "change feature basket",
      "delete trackingEvent add",
    ]);
    const gone = { ...changed, features: [], steps: [], tracking: { pages: [], events: [] } };
    const emptied = await send("apply", gone, { prune: true });
    expect(emptied.refused).to.deep.equal([]);
    expect(Object.keys((await read()).file)).not.to.include.members(["features", "steps", "tracking"]);
    const broken = file({ features: [{ id: "broken", gherkin: "This is no feature.\n" }] });
    expect((await post({ mode: "apply", config: broken })).status).to.equal(400);
  });

  for (const [what, config, path] of [
    ["a section that is none", { pages: [] }, /pages: is not a section/],
    ["an unknown section", { plans: [] }, /plans: is not a section of the file/],
    ["another version", { version: 2 }, /version/],
    ["an unknown field", { scenarios: [{ label: "A", url: "/", color: 1 }] }, /scenarios\[0\]/],
    ["a label twice", { scenarios: [SCENARIOS[0], SCENARIOS[0]] }, /scenarios\[1\]\.label: is already used by another/],
    [
      "a password in the file",
      {
        environments: [
          {
            slug: "a",
            baseUrl: "https://a.example",
            access: { basicAuth: { username: "u", password: "secret-word" } },
          },
        ],
      },
      /environments\[0\]\.access\.basicAuth\.password/,
    ],
    ["a wrong budget", { settings: { audits: { perf: { runs: 99 } } } }, /settings\.audits\.perf\.runs/],
    ["another project", { project: { slug: "blog" } }, /for the project "blog"|not found/],
  ] as const)
    it(`refuses ${what} and changes nothing`, async () => {
      const before = await read();
      const answer = await post({ mode: "apply", config: { ...file(), ...config }, project: "shop" });
      expect(answer.status).to.be.oneOf([400, 409]);
      expect(answer.body.error).to.match(path);
      expect(answer.body.error).not.to.include("secret-word");
      expect(await read()).to.deep.equal(before);
    });

  it("is for keys that may change things, within the plan, and for administrators", async () => {
    const body = { mode: "apply", config: file({ scenarios: SCENARIOS }) };
    for (const scope of ["ci", "mcp_read"] as const)
      expect((await post(body, { key: await world.addKey(scope) })).status).to.equal(403);
    expect((await post({ ...body, project: "shop" }, { session: await world.session("editor") })).status).to.equal(403);
    expect((await post({ ...body, project: "shop" }, { session: await world.session("admin") })).status).to.equal(200);
    await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "free" } });
    expect((await post(body)).status).to.equal(403);
    await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "enterprise" } });
    const foreign = await world.addKey("mcp_full", { orgId: "org_b", projectId: "prj_foreign" });
    expect((await post(body, { key: foreign })).status).to.equal(404);
  });
});
