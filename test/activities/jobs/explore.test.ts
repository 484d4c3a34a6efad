// Explorations run by their activities against a site, a browser and a database, without Temporal.
import { expect } from "chai";
import { createExploreActivities, createExploreBrowserActivities } from "../../../activities/jobs/explore/index.ts";
import { readConfig } from "../../../domain/config.ts";
import type { ExploreInput, ExploreResult } from "../../../domain/explore/explore.ts";
import type { ProposeResult } from "../../../domain/explore/propose.ts";
import { type Embedder, EmbedderUnavailableError } from "../../../domain/functional/find/embedder.ts";
import { BUILTIN_STEP_DEFS } from "../../../domain/functional/library/index.ts";
import { planFeature } from "../../../domain/functional/planFeature.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";
import { type ExploredSite, startExploredSite } from "../../support/exploredSite.ts";
import { itInFullLane } from "../../support/lanes.ts";
import { warmPool } from "../../support/warmPool.ts";

const WORDS_ONLY: Embedder = {
  model: "none",
  embed: () => Promise.reject(new EmbedderUnavailableError("There is no model here.")),
};

describe("explorations", function () {
  this.timeout(240_000);
  let site: ExploredSite;
  let world: ActivityWorld;
  before(async () => {
    site = await startExploredSite();
    world = await openActivityWorld({
      ...({ embedder: WORDS_ONLY } as object),
      visit: { pool: warmPool(), limits: {} },
      config: { ...readConfig({}), allowedHosts: `127.0.0.1:${site.port}` },
    });
  });
  after(async () => {
    await world?.close();
    await site?.close();
  });

  let count = 0;
  const addJob = async (input: Partial<ExploreInput> = {}, kind: Job["kind"] = "frt_explore_site") => {
    count += 1;
    const _id = `job_${count}`;
    await world.models.jobs.create({
      _id,
      orgId: "org_a",
      projectId: "prj_shop",
      projectSlug: "shop",
      kind,
      status: "queued",
      lock: _id,
      baseUrl: site.url,
      input: {
        startPath: "/",
        states: 250,
        depth: 4,
        actions: 20,
        minutes: 10,
        forms: "safe",
        pictures: false,
        goal: "",
        again: false,
        ...input,
      },
      requestedBy: "test",
      createdAt: new Date(Date.UTC(2026, 2, 10, 0, count)),
      seq: 0,
      progress: { phase: "queued", done: 0, total: 0 },
    });
    return _id;
  };
  const batch = (jobId: string) =>
    withActivity(() => createExploreBrowserActivities(world.deps).exploreBatch({ jobId }));
  const plan = (jobId: string) =>
    withActivity(() => createExploreActivities(world.deps as never).planExplore({ jobId }));
  const finish = async (jobId: string): Promise<ExploreResult> => {
    await withActivity(() =>
      createExploreActivities(world.deps as never).finishExplore({
        jobId,
        executionId: "e1",
        seq: 9,
        outOfTime: false,
      }),
    );
    return (await world.models.jobs.findById(jobId).lean())?.result as ExploreResult;
  };
  const explore = async (input: Partial<ExploreInput> = {}): Promise<ExploreResult> => {
    const jobId = await addJob(input);
    await plan(jobId);
    while ((await batch(jobId)).left > 0);
    return finish(jobId);
  };

  itInFullLane("find every state of a site of 200, send nothing destructive, and find the same again", async () => {
    const [one, some, again] = await Promise.all([
      explore(),
      explore({ startPath: "/tools", states: 25 }),
      explore({ startPath: "/tools", states: 25 }),
    ]);
    expect(JSON.stringify(again)).to.equal(JSON.stringify(some));
    expect(some.counts.states).to.equal(25);
    const { counts, states, edges, journeys, leftAlone, failed, warnings } = one;
    // All pages, plus results, two panels and two thank-you screens, plus the days up to the fourth action.
    expect(counts).to.deep.include({ states: site.pages + 5 + 3, forms: 3, disallowed: 1, notTried: 0 });
    expect(states).to.have.length(counts.states).and.to.have.length.above(200);
    expect(states[0]).to.deep.include({ path: "/", title: "Welcome | Explored", heading: "Welcome", depth: 0 });
    expect(new Set(states.map(({ id }) => id)).size).to.equal(states.length);
    const ids = new Set(states.map(({ id }) => id));
    expect(edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).to.deep.equal([]);
    const actions = edges.map(({ action }) => action);
    expect(actions).to.include.members([
      'I click the "All about amber" link',
      'I click the "Sizes tab" tab',
      'I click the "Show more" button',
      'I fill in "Words" with "Test", and I click the "Find" button',
      'I fill in "Name" with "Ada Example", and I select "Advice" from "Topic", and I check "I have read this", and I click the "Send message" button',
    ]);

    const asked = [...site.hits.keys()];
    expect(asked.filter((key) => /DELETE|private|logout|remove/.test(key))).to.deep.equal([]);
    // Each form once per exploration, and no other.
    const sent = site.bodies.map((body) => body.split(" ")[0]).sort();
    expect(sent).to.deep.equal(["/contact", "/contact", "/contact", "/newsletter", "/newsletter", "/newsletter"]);
    expect(site.bodies).to.include("/newsletter email=visitor%40example.com");
    expect(leftAlone.map(({ what }) => what)).to.include.members([
      'form "Delete account"',
      'form "Konto löschen"',
      'form "Vider le panier"',
      'form "Continue"',
      'form "Finish"',
      'form "Sign in"',
      'form "Go"',
      'button "Tidy up"',
      'link "Log out"',
    ]);
    expect(failed).to.deep.equal([
      { path: "/tools", action: 'I click the "Tools" button', reason: "robots.txt disallows it." },
      { path: "/tools", action: 'I click the "Partners" button', reason: "It leads to another site." },
    ]);
    expect(warnings).to.deep.equal(["1 address was skipped, because robots.txt disallows it."]);

    expect(journeys).to.have.length(10);
    expect(journeys.map(({ adds }) => adds)).to.deep.equal(journeys.map(({ adds }) => adds).toSorted((a, b) => b - a));
    for (const { gherkin } of journeys) {
      const [planned] = planFeature(gherkin, BUILTIN_STEP_DEFS);
      expect(planned?.steps.map(({ state }) => state)).to.deep.equal(planned?.steps.map(() => "prepared"));
      expect(gherkin).to.match(/ {4}Then I should see /);
    }
  });

  it("stay inside their bounds, and say what was not tried", async () => {
    const before = [...site.hits.values()].reduce((sum, hits) => sum + hits, 0);
    const { counts, states, warnings } = await explore({ states: 4, depth: 1, forms: "none", startPath: "/tools" });
    expect(counts).to.include({ states: 4, forms: 0 });
    expect(Math.max(...states.map(({ depth }) => depth))).to.equal(1);
    expect(warnings.join(" ")).to.match(/were not tried, because the limit of 4 states was reached\./);
    const hits = [...site.hits.values()].reduce((sum, all) => sum + all, 0) - before;
    expect(hits).to.be.below(4 * 4 + 20);
  });

  it("go on where a killed worker stopped, and do not send its form again", async () => {
    const jobId = await addJob({ startPath: "/tools", depth: 2, states: 12 });
    await plan(jobId);
    const { left } = await batch(jobId);
    expect(left).to.equal(0);
    const done = await world.models.explorePlaces.countDocuments({ jobId, state: "done" });
    expect(done).to.be.above(5);
    // As if the worker had been killed while it submitted the form.
    const place = await world.models.explorePlaces.findOne({ jobId, action: /Send message/ }).lean();
    await world.models.explorePlaces.updateOne(
      { _id: place?._id },
      { $set: { state: "doing", first: false, reached: "", seen: "" } },
    );
    const sent = site.bodies.length;
    while ((await batch(jobId)).left > 0);
    const { failed } = await finish(jobId);
    expect(site.bodies.slice(sent).filter((body) => body.startsWith("/contact"))).to.deep.equal([]);
    expect(failed.map(({ reason }) => reason)).to.include(
      "Its form may have been sent when the worker was lost, so it is not sent again.",
    );
  });

  it("propose journeys that fit a goal, from the look at the site that is stored", async () => {
    await world.models.jobs.deleteMany({});
    await explore({ startPath: "/tools", depth: 1, states: 10 });
    const before = [...site.hits.values()].reduce((sum, hits) => sum + hits, 0);
    const jobId = await addJob(
      { startPath: "/tools", goal: 'searches for "lotus", uploads "a.png" and the search event is sent' },
      "frt_propose_journey",
    );
    expect(await plan(jobId)).to.deep.equal({ explores: false });
    const result = (await finish(jobId)) as unknown as ProposeResult;
    expect([...site.hits.values()].reduce((sum, hits) => sum + hits, 0)).to.equal(before);
    expect(result.journeys[0]).to.deep.include({ by: "goal", score: 0.5, band: "maybe" });
    expect(result.journeys[0]?.gherkin.split("\n").map((line) => line.trim())).to.include.members([
      'When I click the "Search" link',
      'And I fill in "Words" with "lotus"',
      'Then I should see the "Search" heading',
    ]);
    expect(result.unresolved.map(({ clause }) => clause)).to.deep.equal(['uploads "a.png"']);
    expect(result.tracking).to.deep.equal(["the search event is sent"]);
    const other = await addJob(
      { startPath: "/tools", goal: "sends a message", states: 10, depth: 1 },
      "frt_propose_journey",
    );
    await plan(other);
    const { journeys, unresolved } = (await finish(other)) as unknown as ProposeResult;
    expect(unresolved).to.deep.equal([]);
    expect(journeys[0]?.gherkin).to.include('I click the "Send message" button').and.to.include("Then I should see");
    const fresh = await addJob({ startPath: "/tools", again: true }, "frt_propose_journey");
    expect(await plan(fresh)).to.deep.equal({ explores: true });
  });

  it("fail for good where the start cannot be opened or is disallowed", async () => {
    const failure = async (startPath: string) => {
      const jobId = await addJob({ startPath });
      const work = async () => {
        await plan(jobId);
        await batch(jobId);
      };
      return work().then(
        () => null,
        (error: { message: string; nonRetryable?: boolean }) => [error.nonRetryable, error.message],
      );
    };
    expect(await failure("/private/x")).to.deep.equal([
      true,
      "robots.txt disallows /private/x, where the exploration would begin.",
    ]);
    expect(await failure("/nothing")).to.deep.equal([
      true,
      "The exploration could not begin at /nothing: The page answered 404 Not Found.",
    ]);
  });
});
