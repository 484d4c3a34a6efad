// The demo shop: nothing fails on the good variant, and every seeded privacy defect is found on the flawed one.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { BrowserPool } from "../../../../browsers/browserPool.ts";
import { type DemoSite, startDemoSite } from "../../../../temporal-dev/demo-site/server.ts";
import { together } from "../../../support/together.ts";
import { warmPool } from "../../../support/warmPool.ts";
import { auditPage, SLOW_MS } from "./harness.ts";

const folder = new URL("../../../../temporal-dev/demo-site/", import.meta.url);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const paths = (read("scenarios.json") as { scenarios: { label: string; url: string }[] }).scenarios
  .filter(({ label }) => ["Home", "Product: Harvest vase", "Cart"].includes(label))
  .map(({ url }) => url);
const seeded = (read("defects.json") as { pillar: string; rule: string; outcome?: string }[])
  .filter(({ pillar }) => pillar === "privacy")
  .map(({ rule, outcome = "failed" }) => `${rule} ${outcome}`);

describe("privacy of the demo shop", function () {
  this.timeout(SLOW_MS);
  let pool: BrowserPool;
  let good: DemoSite;
  let flawed: DemoSite;
  before(async () => {
    pool = warmPool();
    good = await startDemoSite({ variant: "good" });
    flawed = await startDemoSite({ variant: "flawed" });
  });
  after(async () => {
    await Promise.all([good?.close(), flawed?.close()]);
  });

  const it = together(2);

  it("names some scenarios and seeds", async () => {
    expect(paths).to.have.length(3);
    expect(seeded).to.have.length(7);
  });

  for (const path of paths) {
    it(`finds nothing on ${path} of the good variant`, async () => {
      const { findings, data, score } = await auditPage(pool, `${good.url}${path}`);
      expect(data.rejected, "rejected").to.include({ state: "measured", method: "autoconsent" });
      expect(data.accepted, "accepted").to.include({ state: "measured", method: "autoconsent" });
      expect(findings.map(({ rule, outcome, message }) => ({ rule, outcome, message }))).to.deep.equal([]);
      expect(score).to.equal(100);
      // Visitors who agreed are measured, so silence in the other states is not a coincidence.
      expect(data.accepted.state === "measured" && data.accepted.snapshot.beacons[0]?.provider).to.equal(
        "Google Analytics 4",
      );
    });

    it(`finds every seeded defect on ${path} of the flawed variant`, async () => {
      const { findings, score, data } = await auditPage(pool, `${flawed.url}${path}`);
      const failed = findings.filter(({ outcome }) => outcome === "failed");
      expect(findings.map(({ rule, outcome }) => `${rule} ${outcome}`)).to.include.members(seeded);
      expect(score).to.be.lessThan(30);
      const beacon = data.before.beacons[0];
      expect(beacon?.initiator.url).to.match(/\/js\/analytics\.js$/);
      expect(beacon?.initiator.line).to.be.greaterThan(1);
      const cookie = failed.find(({ rule }) => rule === "cookie-before-consent");
      expect(cookie?.target).to.equal("cookie _ga");
      const leaving = failed.filter(({ message }) => /Matomo .*when the page was left/.test(message));
      expect(leaving.map(({ rule }) => rule)).to.have.members(["beacon-before-consent", "beacon-after-reject"]);
      expect(JSON.stringify(findings)).not.to.contain("1804289383");
      expect(JSON.stringify(data)).not.to.contain("1804289383");
    });
  }
});
