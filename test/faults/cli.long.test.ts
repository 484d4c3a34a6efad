// The network between CI and the service is cut for a minute during `run --wait`: the right exit code, and one run.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { type PackedCli, packCli } from "../cli/packed.ts";
import { doorOf } from "../support/door.ts";
import { eventually } from "../support/eventually.ts";
import { type Relay, startRelay } from "../support/relay.ts";
import { startWorld, type World } from "../support/service.ts";
import { withModels } from "../support/watched.ts";

const CUT_MS = 60_000;

describe("faults: the network of run --wait", function () {
  this.timeout(400_000);
  let world: World;
  let cli: PackedCli;
  before(async () => {
    [world, cli] = await Promise.all([startWorld(), packCli()]);
  });
  after(async () => {
    await world?.stop();
    await cli?.remove();
  });

  for (const [what, cut] of [
    [
      "hangs: connections are taken and nothing passes",
      async (relay: Relay) => {
        relay.silence();
        await sleep(CUT_MS);
        relay.speak();
        return relay;
      },
    ],
    [
      "is gone: connections break and are refused",
      async (relay: Relay, start: (port: number) => Promise<Relay>) => {
        await relay.close();
        await sleep(CUT_MS);
        return start(relay.port);
      },
    ],
  ] as const)
    it(what, async () => {
      const project = await world.project({ Gate: `/gate/${what.length}` });
      const start = (port = 0) => startRelay(doorOf(new URL(world.service.apiUrl).host), port);
      let relay = await start();
      const env = { SVC_URL: `http://127.0.0.1:${relay.port}`, SVC_API_KEY: project.key };
      const going = cli.start(["run", "baseline", "--wait"], env);
      try {
        await going.said(/started: run_/);
        await eventually("the page is being captured", async () => world.site.waiting() > 0);
        const cutting = cut(relay, start);
        // The run ends while its end cannot be reported.
        const open = setInterval(() => world.site.openGates(), 100);
        relay = await cutting;
        const ran = await going.ended.finally(() => clearInterval(open));
        expect(ran.exit, ran.stderr).to.equal(0);
        expect(ran.stdout).to.match(/Baseline capture +passed +1 screenshot captured/);
        const runs = await withModels(world, async (models) => {
          const found = await models.projects.findOne({ slug: project.slug }, { _id: 1 }).lean();
          return models.runs.countDocuments({ projectId: found?._id });
        });
        expect(runs).to.equal(1);
      } finally {
        world.site.openGates();
        await relay.close();
      }
    });
});
