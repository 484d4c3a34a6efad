// A location is cut off: its runs wait and report it, others continue, and it resumes when it is back.
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
const WAITS = `, waiting for a browser worker in ${LOCATION.name}`;
/** Number of times the test checks that its runs wait and others continue. */
const LOOKS = 5;
const RUNS_THERE = 3;

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
        const there = [await client.run({ type: "baseline", location: LOCATION.name })];
        const waits = async ({ runId }: { runId: string }) => {
          const { status, progress } = await client.status(runId);
          return status === "running" && progress?.phase.endsWith(WAITS);
        };
        await eventually("it says what it waits for", () => waits(there[0]!));
        const told = performance.now() - from;
        let others = 0;
        // Work arrives for both locations all the time.
        for (let at = 1; at < LOOKS; at += 1) {
          await sleep(Math.max(0, (at * OPTIONS.locationMs) / LOOKS - (performance.now() - from)));
          const here = await client.wait((await client.run({ type: "baseline" })).runId);
          expect(here.summary, "others go on").to.include(SUMMARY);
          others += 1;
          for (const run of there) expect(await waits(run), "and it waits").to.equal(true);
          if (there.length < RUNS_THERE) there.push(await client.run({ type: "baseline", location: LOCATION.name }));
        }
        await sleep(Math.max(0, OPTIONS.locationMs - (performance.now() - from)));
        await all.mend(LOCATION.machine);
        const back = performance.now();
        for (const { runId } of there) {
          const ended = await client.wait(runId);
          expect(ended.summary).to.include(SUMMARY);
          await expectInvariants(all, runId);
        }
        const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
        console.log(
          `${LOCATION.name} was cut off for ${seconds(back - from)}: its first run said so after ${seconds(told)}, ${others} other runs ended meanwhile, and its ${there.length} runs ended ${seconds(performance.now() - back)} after the cut`,
        );
      } finally {
        await all.mend(LOCATION.machine);
        await all.ready();
      }
    });
});
