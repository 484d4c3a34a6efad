import { expect } from "chai";
import { change } from "../domain/visual/reading/change.ts";
import { addRun, addShot } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

describe("GET /api/ci/runs/{runId}/problems", () => {
  let world: World;
  let key: string;
  const HEADER = change({ key: "header", kind: "moved", tag: "header" });
  const price = change({ key: "price", kind: "text", tag: "span", text: { before: "€ 89", after: "€ 79" } });
  before(async () => {
    world = await makeWorld();
    key = await world.addKey("ci");
    await addRun(world.models, "run_1");
    const shown = (changes: (typeof HEADER)[]) => ({
      status: "failed" as const,
      changes,
      causes: changes.map((one) => one.key),
    });
    const rows = [
      { scenarioLabel: "Home", viewport: "phone", ...shown([HEADER]) },
      { scenarioLabel: "Home", viewport: "desktop", ...shown([HEADER, price]) },
      { scenarioLabel: "Cart", viewport: "desktop", ...shown([HEADER]) },
      {
        scenarioLabel: "Shop",
        viewport: "phone",
        status: "error" as const,
        reasons: [{ code: "http_error" as const, message: "The page answers 500." }],
      },
      { scenarioLabel: "Terms", viewport: "phone", status: "passed" as const },
      { scenarioLabel: "About", viewport: "phone", status: "approved" as const, changes: [price], causes: ["price"] },
    ];
    for (const [at, row] of rows.entries())
      await addShot(world.models, "run_1", at, { ...row, scenarioId: `scn_${row.scenarioLabel}` });
  });
  after(() => world.close());
  const read = async (query = "", runId = "run_1") =>
    (await world.client.get(`/api/ci/runs/${runId}/problems${query}`, { key })).body;
  const at = { runId: "run_1", type: "vrt-test" };

  it("tells each change once with its places, the worst first, and what was approved not at all", async () => {
    expect(await read()).to.deep.equal({
      runId: "run_1",
      url: "/p/shop/visual/run_1",
      total: 3,
      problems: [
        { ...at, severity: "critical", title: "The page answers 500.", where: "Shop · phone", scenarios: ["Shop"] },
        {
          ...at,
          severity: "serious",
          title: "Header moved",
          where: "Home, Cart · phone, desktop",
          scenarios: ["Home", "Cart"],
        },
        {
          ...at,
          severity: "serious",
          title: 'Price changed from "€ 89" to "€ 79"',
          where: "Home · desktop",
          scenarios: ["Home"],
        },
      ],
    });
  });

  it("says how many there are where it gives the first of them", async () => {
    const { total, problems } = (await read("?limit=1")) as unknown as { total: number; problems: unknown[] };
    expect([total, problems.length]).to.deep.equal([3, 1]);
  });

  it("refuses what it does not know", async () => {
    expect((await read("?limit=0")).error).to.equal("limit must be at least 1");
    expect((await read("", "run_none")).error).to.match(/not found/);
  });
});
