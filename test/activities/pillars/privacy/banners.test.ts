// Real banners of many kinds in a real browser: the three states are reached and verified, and the tracker's behavior in each is recorded.
import { expect } from "chai";
import type { ChosenState, Snapshot } from "../../../../domain/pillars/privacy/gathered.ts";
import { byLane } from "../../../support/lanes.ts";
import { together } from "../../../support/together.ts";
import type { Fixture, TrackerManner } from "./fixtures/fixture.ts";
import { FIXTURES } from "./fixtures/site.ts";
import { type Audited, auditPage, fixturePages, SLOW_MS } from "./harness.ts";

describe("consent banners", function () {
  this.timeout(SLOW_MS);
  const pages = fixturePages();

  const it = together(3);

  for (const [at, fixture] of byLane([...FIXTURES.entries()])) {
    // Alternate, so that each kind of violation is covered by every second banner.
    const manner = at % 2 === 0 ? "ignores" : "waits-then-ignores";

    it(`${fixture.name}: trackers that honour the choice and that do not (${manner})`, async () => {
      const [honest, careless] = await Promise.all([
        auditPage(pages.pool, pages.site.page(fixture, "honours")),
        auditPage(pages.pool, pages.site.page(fixture, manner)),
      ]);
      expectHonest(fixture, honest);
      expectCareless(careless, manner);
    });
  }
});

function expectHonest(fixture: Fixture, { data, findings, score }: Audited): void {
  expect(data.banner).to.include({ method: fixture.method, cmp: fixture.cmp });
  for (const state of [data.rejected, data.accepted]) {
    if (state.state !== "measured") throw new Error(`${state.code}: ${state.reason}`);
    expect(state).to.include({ method: fixture.method, cmp: fixture.cmp });
    expect(state.written).to.include(fixture.keeps);
  }
  const [rejected, accepted] = [measured(data.rejected), measured(data.accepted)];
  expect(data.before.beacons).to.deep.equal([]);
  expect(rejected.beacons).to.deep.equal([]);
  expect(accepted.beacons.map(({ provider, gcs }) => [provider, gcs])).to.deep.equal([["Google Analytics 4", "G111"]]);
  expect(accepted.cookies.map(({ name }) => name)).to.include("_ga");
  expect(findings.filter(({ outcome }) => outcome === "failed").map(({ message }) => message)).to.deep.equal([]);
  expect(findings.map(({ rule }) => rule)).not.to.include("consent-state-unverified");
  expect(score).to.be.at.least(95);
}

function expectCareless({ data, findings, score, outcomes }: Audited, manner: TrackerManner): void {
  expect(data.rejected).to.include({ state: "measured" });
  for (const rule of ["cookie-after-reject", "storage-after-reject", "beacon-after-reject"])
    expect(outcomes(rule), rule).to.include("failed");
  for (const rule of ["cookie-before-consent", "storage-before-consent", "beacon-before-consent"])
    expect(outcomes(rule), rule).to.deep.equal(manner === "ignores" ? ["failed"] : []);
  expect(score).to.be.lessThan(50);
  const told = JSON.stringify([data, findings]);
  expect(told).not.to.contain("secret-");
  expect(told).not.to.contain("77777");
}

function measured(chosen: ChosenState): Snapshot {
  if (chosen.state !== "measured") throw new Error(chosen.reason);
  return chosen.snapshot;
}
