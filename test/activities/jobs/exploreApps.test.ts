// How many screens of client-rendered applications an exploration finds with the default limits.
import { expect } from "chai";
import { createExploreActivities, createExploreBrowserActivities } from "../../../activities/jobs/explore/index.ts";
import { readConfig } from "../../../domain/config.ts";
import type { ExploreResult } from "../../../domain/explore/explore.ts";
import { EXPLORE_LIMITS } from "../../../domain/explore/limits.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";
import { CLIENT_APPS, type ClientApp, startClientApps } from "../../support/clientApps.ts";
import { byLane } from "../../support/lanes.ts";
import { warmPool } from "../../support/warmPool.ts";

describe("an exploration of an application that a script renders", function () {
  this.timeout(120_000);
  let apps: Awaited<ReturnType<typeof startClientApps>>;
  let world: ActivityWorld;
  before(async () => {
    apps = await startClientApps();
    const config = { ...readConfig({}), allowedHosts: `127.0.0.1:${apps.port}` };
    world = await openActivityWorld({ visit: { pool: warmPool(), limits: {} }, config });
  });
  after(async () => {
    await world?.close();
    await apps?.close();
  });

  const explore = async ({ path, access }: ClientApp): Promise<ExploreResult> => {
    const { models, deps } = world;
    const sealedAccess = access ? deps.sealer.seal(JSON.stringify(access)) : null;
    await models.environments.updateOne({ _id: "env_prod" }, { $set: { baseUrl: apps.url, sealedAccess } });
    const { defaultStates, defaultDepth, defaultActions, defaultMinutes } = EXPLORE_LIMITS;
    const _id = deps.ulid();
    await models.jobs.create({
      _id,
      orgId: "org_a",
      projectId: "prj_shop",
      projectSlug: "shop",
      environmentId: "env_prod",
      kind: "frt_explore_site",
      status: "queued",
      lock: _id,
      baseUrl: apps.url,
      input: {
        startPath: path,
        states: defaultStates,
        depth: defaultDepth,
        actions: defaultActions,
        minutes: defaultMinutes,
        forms: "safe",
        pictures: false,
        goal: "",
        again: false,
      },
      requestedBy: "test",
      createdAt: deps.now(),
      seq: 0,
      progress: { phase: "queued", done: 0, total: 0 },
    });
    const input = { jobId: _id, executionId: "e", seq: 1, outOfTime: false };
    const { planExplore, finishExplore } = createExploreActivities(deps as never);
    const { exploreBatch } = createExploreBrowserActivities(deps);
    await withActivity(() => planExplore(input));
    while ((await withActivity(() => exploreBatch(input))).left > 0);
    await withActivity(() => finishExplore(input));
    return (await models.jobs.findById(_id).lean())?.result as ExploreResult;
  };

  for (const app of byLane(CLIENT_APPS))
    it(`finds the screens of ${app.name}: ${app.screens.length}`, async () => {
      const { states } = await explore(app);
      expect([...new Set(states.map(({ heading }) => heading))]).to.have.members(app.screens);
    });
});
