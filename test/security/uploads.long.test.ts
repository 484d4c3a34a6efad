// More concurrent uploads than any test runner sends.
import { expect } from "chai";
import { makeWorld, type World } from "../api/support/world.ts";
import { plainPng } from "../support/png.ts";

describe("200 uploads at once, a third of them the same", function () {
  this.timeout(120_000);
  let world: World;
  before(async () => {
    world = await makeWorld({ triggerRatePerMinute: 10_000, ciRatePerMinute: 10_000 });
  });
  after(() => world.close());

  it("leave each picture once, and none is refused", async () => {
    const key = await world.addKey("ci");
    const { body } = await world.client.post("/api/ci/uploads", { key, body: { build: "crowd" } });
    const runId = String(body.runId);
    const names = Array.from({ length: 200 }, (_, index) => `Picture ${index % 133}`);
    const size = { viewport: "desktop", width: "1280", height: "720", browser: "chromium" };
    const answers = await Promise.all(
      names.map((name) => {
        const query = new URLSearchParams({
          ...size,
          name,
          browserVersion: "140.0",
          platform: "linux-x64",
          test: name,
        });
        return fetch(`${world.client.base}/api/ci/uploads/${runId}/shots?${query}`, {
          method: "POST",
          headers: { "x-api-key": key, "content-type": "image/png" },
          body: new Uint8Array(plainPng(40, 30, [200, 0, 0])),
        });
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    const kept = await world.models.uploads.find({ runId }, { label: 1 }).lean();
    expect(kept.map(({ label }) => label).sort()).to.deep.equal([...new Set(names)].sort());
  });
});
