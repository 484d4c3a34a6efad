// A file that is applied for a branch: what it adds belongs to the branch, and main's runs are unaffected.
import { expect } from "chai";
import type { Applied } from "../../../../api/operations/projectFile/apply.ts";
import { declaredScenarios } from "../../../../models/scenarios/queries.ts";
import { makeWorld, type World } from "../../support/world.ts";

const OF_MAIN = [
  { label: "About us", url: "/" },
  { label: "Home", url: "/" },
  { label: "Product page", url: "/" },
];
const NEW = { label: "New page", url: "/new" };
const file = (more: object = {}) => ({ version: 1, project: { slug: "shop" }, scenarios: OF_MAIN, ...more });

describe("a project's file applied for a branch", () => {
  let world: World;
  let key: string;
  const send = async (mode: "plan" | "apply", config: object, more: object = {}): Promise<Applied> => {
    const answer = await world.client.post("/api/config", { key, body: { mode, config, ...more } });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body as unknown as Applied;
  };
  const words = (changes: Applied["changes"]) => changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`);
  const visited = async (branch: string | null) => {
    const found = await declaredScenarios(world.models, { projectId: "prj_shop", branch });
    return found.map(({ label }) => label).sort();
  };
  const labels = OF_MAIN.map(({ label }) => label);
  const branch = "feature/new";

  beforeEach(async () => {
    world = await makeWorld();
    key = await world.addKey("mcp_full");
  });
  afterEach(() => world.close());

  it("adds scenarios for the runs of that branch; the rest waits, and main's plan knows nothing of them", async () => {
    const changed = [{ ...OF_MAIN[0], url: "/about" }, OF_MAIN[1], NEW];
    const wanted = file({ scenarios: changed, settings: { audits: { perf: { runs: 3 } } } });
    for (const mode of ["plan", "apply"] as const) {
      const answer = await send(mode, wanted, { branch, prune: true });
      expect(words(answer.changes)).to.deep.equal(["create scenario New page"]);
      expect(words(answer.waiting)).to.deep.equal([
        "change settings settings",
        "change scenario About us",
        "delete scenario Product page",
      ]);
    }
    expect(await visited(branch)).to.deep.equal([...labels, NEW.label].sort());
    for (const other of [null, "main", "feature/other"]) expect(await visited(other)).to.deep.equal(labels);
    const main = await send("plan", file(), { prune: true, branch: "main" });
    expect([words(main.changes), main.kept, main.waiting]).to.deep.equal([[], [], []]);
    expect((await world.client.get("/api/config", { key })).body.file).to.deep.include({ scenarios: OF_MAIN });

    const run = (more: object) => world.client.post("/api/ci/run", { key, body: { scenarios: [NEW.label], ...more } });
    expect((await run({ branch: "main" })).status).to.equal(400);
    expect((await run({ branch })).status).to.equal(202);
  });

  it("leaves a scenario waiting that uses a new mode", async () => {
    const dark = { label: "Dark", url: "/dark", modes: ["dark"] };
    const config = file({ modes: { dark: { colorScheme: "dark" } }, scenarios: [...OF_MAIN, NEW, dark] });
    const answer = await send("apply", config, { branch });
    expect(words(answer.changes)).to.deep.equal(["create scenario New page"]);
    expect(words(answer.waiting)).to.deep.equal(["create mode dark", "create scenario Dark"]);
    expect(words((await send("apply", config)).changes)).to.include("create scenario Dark");
    expect(words((await send("plan", config, { branch })).waiting)).to.deep.equal([]);
  });

  it("can be named on main by rules of its tag, by tracking pages, and by schedules of the branch", async () => {
    await send("apply", file({ scenarios: [...OF_MAIN, { ...NEW, tags: ["fresh"] }] }), { branch });
    const rules = [{ tag: "fresh", selector: ".ads", mode: "ignore" }];
    expect(words((await send("apply", file({ rules }))).changes)).to.deep.equal(["create rule tag:fresh mode .ads"]);
    const nightly = { name: "Nightly", cron: "0 2 * * *", types: ["test"], scenarios: [NEW.label] };
    const pages = [{ id: "new", label: "New", pageType: "page", scenarios: [NEW.label] }];
    const wanted = file({ tracking: { pages, events: [] }, schedules: [{ ...nightly, branch }] });
    expect((await send("apply", wanted)).refused).to.deep.equal([]);
    const body = { mode: "plan", config: file({ schedules: [{ ...nightly, branch: "main" }] }) };
    const { fields } = (await world.client.post("/api/config", { key, body })).body as { fields: { path: string }[] };
    expect(fields.map(({ path }) => path)).to.deep.equal(["schedules[0].scenarios[0]"]);
  });

  it("is changed and pruned by its branch, and becomes everybody's when main's file names it", async () => {
    await send("apply", file({ scenarios: [...OF_MAIN, NEW] }), { branch });
    const moved = { ...NEW, url: "/newer" };
    expect(words((await send("apply", file({ scenarios: [...OF_MAIN, moved] }), { branch })).changes)).to.deep.equal([
      "change scenario New page",
    ]);
    expect(await visited(null)).to.deep.equal(labels);
    const pruned = await send("apply", file(), { branch, prune: true });
    expect(words(pruned.changes)).to.deep.equal(["delete scenario New page"]);

    await send("apply", file({ scenarios: [...OF_MAIN, moved] }), { branch });
    const merged = await send("apply", file({ scenarios: [...OF_MAIN, NEW] }));
    expect([words(merged.changes), merged.refused]).to.deep.equal([["create scenario New page"], []]);
    expect(await visited(null)).to.deep.equal([...labels, NEW.label].sort());
    expect(await world.models.scenarios.findOne({ label: NEW.label }).lean()).to.include({ url: "/new" });
    for (const one of [undefined, branch])
      expect(
        words((await send("plan", file({ scenarios: [...OF_MAIN, NEW] }), { branch: one })).changes),
      ).to.deep.equal([]);
  });

  it("is shared by branches that say the same, and refused where they do not", async () => {
    const wanted = file({ scenarios: [...OF_MAIN, NEW] });
    await send("apply", wanted, { branch });
    await send("apply", wanted, { branch: "feature/other" });
    for (const one of [branch, "feature/other"]) expect(await visited(one)).to.include(NEW.label);
    expect(await visited("feature/third")).to.deep.equal(labels);
    const other = file({ scenarios: [...OF_MAIN, { ...NEW, url: "/elsewhere" }] });
    const refused = await world.client.post("/api/config", {
      key,
      body: { mode: "plan", config: other, branch: "feature/third" },
    });
    expect(refused.status).to.equal(400);
    expect(refused.body.error).to.match(/scenarios\[3\]\.label: is a scenario of another branch/);
  });

  it("makes a project that is not there as a whole", async () => {
    const org = await world.addKey("mcp_full", { kind: "org" });
    const config = {
      version: 1,
      project: { slug: "garden", baseUrl: "https://garden.example" },
      scenarios: [NEW],
    };
    const made = await world.client.post("/api/config", { key: org, body: { mode: "apply", config, branch } });
    expect(made.status, JSON.stringify(made.body)).to.equal(200);
    const garden = await world.models.projects.findOne({ slug: "garden" }).lean();
    const found = await declaredScenarios(world.models, { projectId: garden?._id ?? "", branch: null });
    expect(found.map(({ label }) => label)).to.deep.equal([NEW.label]);
  });
});
