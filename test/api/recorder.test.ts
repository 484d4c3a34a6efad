import { expect } from "chai";
import type { FeatureRecord } from "../../models/features/schema.ts";
import { makeWorld, type World } from "./support/world.ts";

const RECORDING = {
  title: "Buy a shoe",
  steps: [
    { type: "navigate", url: "https://shop.example/" },
    { type: "click", offsetX: 1, offsetY: 1, target: "main", selectors: [['aria/Buy[role="button"]']] },
    { type: "emulateNetworkConditions", download: 1, upload: 1, latency: 1 },
    { type: "waitForElement", selectors: ["text/Thank you"] },
  ],
};

describe("recordings of Chrome's DevTools", () => {
  let world: World;
  let session: Awaited<ReturnType<World["session"]>>;
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000 });
    session = await world.session("editor");
  });
  after(() => world.close());
  const post = (body: object) =>
    world.client.post("/api/frt/recorder", { session, body: { project: "shop", ...body } });
  const get = (path: string) => world.client.get(`/api/frt/recorder/${path}`, { session });

  it("become drafts, and leave as recordings", async () => {
    const { status, body } = await post({ recording: RECORDING, group: "Shop/Checkout" });
    expect(status, body.error).to.equal(200);
    expect(body).to.deep.include({ featureId: "buy-a-shoe", status: "draft", version: 1, open: [] });
    expect(body.notes).to.deep.equal(["Step 3 (emulateNetworkConditions): skipped: it has no equivalent."]);
    const stored = await world.models.features.findById("prj_shop:buy-a-shoe").lean<FeatureRecord>();
    expect(stored).to.deep.include({ origin: "recorded", group: ["Shop", "Checkout"], status: "draft" });
    const exported = await get("buy-a-shoe?project=shop");
    expect(exported.headers.get("content-disposition")).to.match(/^attachment/);
    expect(exported.body).to.deep.include({ title: "Buy a shoe" });
    expect((exported.body.steps as { type: string }[]).map(({ type }) => type)).to.deep.equal([
      "navigate",
      "click",
      "waitForElement",
    ]);
    const again = await post({ recording: RECORDING, featureId: "buy-a-shoe" });
    expect(again.body).to.include({ featureId: "buy-a-shoe", status: "draft" });
  });

  it("are refused where they run script, are none, or have no equivalent, and change nothing", async () => {
    const before = await world.models.features.countDocuments({});
    for (const [recording, message] of [
      [
        { ...RECORDING, steps: [{ type: "waitForExpression", expression: "alert(1)" }] },
        /step 1 \(waitForExpression\)/,
      ],
      [{ title: "x" }, /Not a recording of Chrome's DevTools/],
    ] as const) {
      const { status, body } = await post({ recording });
      expect(status).to.equal(400);
      expect(body.error).to.match(message);
    }
    expect((await post({ recording: { ...RECORDING, pad: "x".repeat(1_100_000) } })).status).to.equal(413);
    expect(await world.models.features.countDocuments({})).to.equal(before);
    expect((await get("none?project=shop")).status).to.equal(404);
    expect((await get("buy-a-shoe?project=shop&scenario=none")).status).to.equal(404);
  });

  it("are closed to who may only look, and to others", async () => {
    const viewer = await world.session("viewer");
    const denied = await world.client.post("/api/frt/recorder", {
      session: viewer,
      body: { project: "shop", recording: RECORDING },
    });
    expect(denied.status).to.equal(403);
    const foreign = await world.addKey("mcp_full", { orgId: "org_b", projectId: "prj_foreign" });
    for (const path of ["/api/frt/recorder/buy-a-shoe?project=shop", "/api/frt/recorder/buy-a-shoe?project=prj_shop"])
      expect((await world.client.get(path, { key: foreign })).status).to.equal(404);
  });
});
