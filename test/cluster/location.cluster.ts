// A location is cut off: its runs wait and say so, others go on, and it goes on when it is back.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { createApiClient } from "../../temporal-dev/apiClient.ts";
import { eventually } from "../support/eventually.ts";
import { expectInvariants } from "../support/invariants.ts";
import { makeProject } from "../support/operator.ts";
import { startTestSite, type TestSite } from "../support/site.ts";
import { LOCATION } from "./cluster.ts";
import { cluster, isWanted, OPTIONS } from "./hooks.ts";

const TITLE = "a location that is cut off keeps its runs waiting, and others go on";
const SUMMARY = { total: 2, passed: 2 };

describe("locations of a distributed installation", function () {
  this.timeout(0);
  let site: TestSite;
  before(async () => {
    site = await startTestSite(cluster().hub);
  });
  after(() => site?.close());

  if (isWanted(TITLE))
    it(TITLE, async () => {
      const all = cluster();
      const scenarios = { Home: "/page/home", About: "/page/about" };
      const key = await makeProject(all, { siteUrl: site.url, slug: "places", scenarios });
      const client = createApiClient(all.url, key);
      await all.cut(LOCATION.machine);
      const from = performance.now();
      try {
        const { runId } = await client.run({ type: "baseline", location: LOCATION.name });
        const phaseOf = async () => (await client.status(runId)).progress?.phase ?? "";
        await eventually("it says what it waits for", async () =>
          (await phaseOf()).endsWith(`, waiting for a worker in ${LOCATION.name}`),
        );
        const here = await client.wait((await client.run({ type: "baseline" })).runId);
        expect(here.summary, "others go on").to.include(SUMMARY);
        await sleep(Math.max(0, OPTIONS.locationMs - (performance.now() - from)));
        expect((await client.status(runId)).status).to.equal("running");
        await all.mend(LOCATION.machine);
        const ended = await client.wait(runId);
        expect(ended.summary).to.include(SUMMARY);
        await expectInvariants(all, runId);
      } finally {
        await all.mend(LOCATION.machine);
        await all.ready();
      }
    });
});
