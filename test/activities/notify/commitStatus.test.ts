// Commit statuses, from a run's start and end to GitHub and GitLab, over real HTTP.
import { expect } from "chai";
import { createDeliverActivities } from "../../../activities/notify/deliver.ts";
import { createTellActivities } from "../../../activities/notify/tellVerdicts.ts";
import { type Config, readConfig } from "../../../domain/config.ts";
import type { ChannelKind } from "../../../domain/notify/channels.ts";
import { markTold } from "../../../models/notifications/queries.ts";
import type { NotificationDelivery } from "../../../models/notifications/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { addRun } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";
import { type FakeHost, fakeHost, TOKEN } from "../../support/fakeHosts.ts";

const SHA = "4f1c2ab04f1c2ab04f1c2ab04f1c2ab04f1c2ab0";

const COUNTS = { total: 4, failed: 0, approved: 0, errors: 0, flaky: 0, noBaseline: 0 };

describe("statuses of commits", () => {
  let world: ActivityWorld;
  let config: { -readonly [K in keyof Config]: Config[K] };
  const hosts = {} as Record<"github" | "gitlab", FakeHost>;
  let tell: () => Promise<unknown>;
  let deliver: (deliveryId: string, attempt?: number) => Promise<{ pauseMs: number | null }>;
  let runs = 0;
  const logged: string[] = [];

  before(async () => {
    for (const kind of ["github", "gitlab"] as const) hosts[kind] = await fakeHost(kind);
    config = {
      ...readConfig({
        SVC_PUBLIC_URL: "https://quality.example",
        SVC_GITHUB_TOKEN: TOKEN,
        SVC_GITHUB_API_URL: hosts.github.base,
        SVC_GITLAB_TOKEN: TOKEN,
        SVC_GITLAB_URL: hosts.gitlab.base,
      }),
    };
    world = await openActivityWorld({
      config,
      log: (_level, message, fields) => void logged.push(JSON.stringify([message, fields])),
      client: { workflow: { start: async () => {} } } as never,
    });
    const deps = { ...world.deps, config };
    const queues = { orchestration: "o", browser: "b", lab: "l" };
    const activities = { ...createTellActivities({ ...deps, queues }), ...createDeliverActivities(deps) };
    tell = () => withActivity(activities.tellVerdicts);
    deliver = (deliveryId, attempt = 1) => withActivity(() => activities.attemptDelivery({ deliveryId, attempt }));
  });
  after(async () => {
    await world?.close();
    for (const host of Object.values(hosts)) await host.close();
  });
  beforeEach(async () => {
    for (const host of Object.values(hosts)) host.reset();
    await world.models.runs.deleteMany({});
    await world.models.notificationDeliveries.deleteMany({});
    await world.models.notificationChannels.deleteMany({});
    config.prRepositories = "";
  });

  const addChannel = (kind: ChannelKind, patch: object = {}) =>
    world.models.notificationChannels.create({
      _id: `chn_${kind}`,
      orgId: "org_a",
      projectId: "prj_shop",
      name: kind,
      kind,
      enabled: true,
      events: [],
      branches: "all",
      repository: "acme/shop",
      createdBy: "test",
      createdAt: new Date(),
      updatedAt: new Date(),
      ...patch,
    });
  const begin = (patch: Partial<Run> = {}) =>
    addRun(world.models, `run_${++runs}`, {
      status: "running",
      verdict: null,
      commitSha: SHA,
      branch: "feature",
      startOutbox: "waiting",
      ...patch,
    });
  const end = async (runId: string, verdict: Run["verdict"], status: Run["status"] = "completed") => {
    await world.models.runs.updateOne(
      { _id: runId },
      { $set: { status, verdict, outbox: "waiting", ...counted(verdict) } },
    );
  };
  const counted = (verdict: Run["verdict"]) =>
    verdict === null
      ? {}
      : { summary: { ...COUNTS, ...(verdict === "pass" ? { passed: 4 } : { passed: 1, failed: 3 }) } };
  const deliveries = () => world.models.notificationDeliveries.find({}).sort({ _id: 1 }).lean<NotificationDelivery[]>();
  /** Creates the pending deliveries and sends each of them once. */
  const round = async () => {
    await tell();
    for (const { _id, status, tries } of await deliveries())
      if (status === "pending") await deliver(_id, tries.length + 1);
  };
  const last = async () => {
    const [delivery] = await deliveries();
    return { status: delivery?.status, note: delivery?.tries.at(-1)?.note, http: delivery?.tries.at(-1)?.status };
  };

  for (const kind of ["github", "gitlab"] as const)
    it(`go from pending to the verdict on ${kind}, one context a run type`, async () => {
      await addChannel(kind);
      const runId = await begin();
      await round();
      await round();
      await end(runId, "fail");
      await round();
      // Its results are approved, so the verdict changes and with it the commit status.
      await world.models.runs.updateOne(
        { _id: runId },
        { $set: { verdict: "pass", outbox: "waiting", resultsRevision: 1, ...counted("pass") } },
      );
      await round();
      await round();
      const { statuses } = hosts[kind].state;
      const states = kind === "github" ? ["pending", "failure", "success"] : ["pending", "failed", "success"];
      expect(statuses.map(({ state }) => state)).to.deep.equal(states);
      for (const one of statuses)
        expect(one).to.include({ sha: SHA, target_url: `https://quality.example/p/shop/visual/${runId}` });
      expect(new Set(statuses.map((one) => one.context ?? one.name))).to.deep.equal(
        new Set(["plumbline/shop/vrt-test"]),
      );
      expect(statuses.map(({ description }) => description)).to.deep.equal([
        "Visual test is running.",
        "3 of 4 screenshots changed.",
        "4 screenshots passed.",
      ]);
      expect((await deliveries()).map(({ status }) => status)).to.deep.equal(["delivered", "delivered", "delivered"]);
    });

  it("say that a run which could not be finished says nothing about the site", async () => {
    await addChannel("github");
    await end(await begin(), null, "failed");
    await round();
    expect(hosts.github.state.statuses.map(({ state }) => state)).to.deep.equal(["error"]);
  });

  it("go to the host that the run comes from, where both are set up", async () => {
    await addChannel("github");
    await addChannel("gitlab");
    await begin({ ciProvider: "GitLab CI/CD" });
    await begin({ prUrl: `${hosts.github.base}/acme/shop/pull/7`, ciProvider: "CircleCI", commitSha: "b".repeat(40) });
    await round();
    expect((await deliveries()).map(({ status, channelId }) => `${status} ${channelId}`).sort()).to.deep.equal([
      "delivered chn_github",
      "delivered chn_gitlab",
    ]);
    expect(hosts.gitlab.state.statuses.map(({ sha }) => sha)).to.deep.equal([SHA]);
    expect(hosts.github.state.statuses.map(({ sha }) => sha)).to.deep.equal(["b".repeat(40)]);
  });

  it("are not set back by a run that a newer one of the same commit replaces", async () => {
    await addChannel("github");
    const older = await begin({ createdAt: new Date("2026-03-01T10:00:00Z") });
    await end(older, "fail");
    await round();
    await end(await begin({ createdAt: new Date("2026-03-01T11:00:00Z") }), "pass");
    await round();
    await world.models.runs.updateOne({ _id: older }, { $set: { outbox: "waiting", resultsRevision: 1 } });
    await round();
    expect(hosts.github.state.statuses.at(-1)).to.include({ state: "success" });
    expect((await deliveries()).map(({ status }) => status)).to.deep.equal(["delivered", "delivered", "delivered"]);
  });

  it("fail until every environment passes, and name the one that fails", async () => {
    await addChannel("github");
    const production = await begin({ createdAt: new Date("2026-03-01T10:00:00Z") });
    const staging = { environmentId: "env_staging", environmentName: "Staging" };
    const other = await begin({ ...staging, createdAt: new Date("2026-03-01T11:00:00Z") });
    await end(production, "fail");
    await round();
    await end(other, "pass");
    await round();
    const at = (runId: string) => `https://quality.example/p/shop/visual/${runId}`;
    expect(hosts.github.state.statuses.at(-1)).to.include({
      state: "failure",
      description: "Production: 3 of 4 screenshots changed.",
      target_url: at(production),
    });
    await world.models.runs.updateOne(
      { _id: production },
      { $set: { verdict: "pass", outbox: "waiting", resultsRevision: 1, ...counted("pass") } },
    );
    await round();
    expect(hosts.github.state.statuses.at(-1)).to.include({ state: "success" });
  });

  const audited = (...pillars: string[]): Partial<Run> => ({ extra: { pillars } });
  for (const [what, type, rounds, wanted] of [
    [
      "fail until the pages of the scenarios pass, whatever a later crawl says",
      "seo-test",
      [["fail"], ["pass", { pages: "crawl" }], ["pass"], ["fail", { pages: "crawl" }]],
      ["failure", "failure", "success", "failure"],
    ],
    [
      "are not changed by a later run of some scenarios that passes, and are by one of all",
      "vrt-test",
      [
        ["fail"],
        ["pass", { scenarios: ["scn_home"] }],
        ["fail", { scenarios: ["scn_cart"] }],
        ["pass"],
        ["fail", { scenarios: ["scn_home"] }],
      ],
      ["failure", "failure", "failure", "success", "failure"],
    ],
    [
      "fail until every pillar passes, also in a rerun of what failed or in an audit of more",
      "full-suite",
      [
        ["fail", audited("functional")],
        ["pass", audited("privacy")],
        ["pass", { extra: { pillars: ["functional"], asked: ["privacy", "functional"] } }],
        ["fail", audited("privacy")],
        ["pass", audited("privacy", "seo")],
      ],
      ["failure", "failure", "success", "failure", "success"],
    ],
    [
      "fail until all of the project's pillars pass, whether or not these are still the same",
      "full-suite",
      [
        ["fail", { extra: { pillars: ["functional", "seo"], named: false } }],
        ["pass", { extra: { pillars: ["seo"], named: true } }],
        ["pass", { extra: { pillars: ["seo"], named: false } }],
      ],
      ["failure", "failure", "success"],
    ],
  ] as [string, Run["type"], [Run["verdict"], Partial<Run>?][], string[]][])
    it(what, async () => {
      await addChannel("github");
      const states: unknown[] = [];
      for (const [hour, [verdict, patch]] of rounds.entries()) {
        await end(await begin({ type, createdAt: new Date(Date.UTC(2026, 2, 1, hour)), ...patch }), verdict);
        await round();
        states.push(hosts.github.state.statuses.at(-1)?.state);
      }
      expect(states).to.deep.equal(wanted);
    });

  it("are told again where a decision comes while they are told", async () => {
    await addChannel("github");
    const runId = await begin();
    await end(runId, "fail");
    const run = await world.models.runs.findById(runId).lean<Run>();
    await world.models.runs.updateOne({ _id: runId }, { $set: { outbox: "waiting" }, $inc: { resultsRevision: 1 } });
    await markTold(world.models, run!);
    expect((await world.models.runs.findById(runId).lean<Run>())?.outbox).to.equal("waiting");
  });

  it("never stay pending when the run ends while the status is on its way", async () => {
    await addChannel("github");
    const runId = await begin();
    await tell();
    const { state } = hosts.github;
    state.refuse = [{ answer: { status: 503 } }];
    state.refuse[0]!.also = () => void end(runId, "pass");
    for (const { _id } of await deliveries()) await deliver(_id);
    expect(state.statuses.at(-1)).to.include({ state: "success" });
  });

  it("are for runs with a commit that are no parts and no baselines, and are set again without a change", async () => {
    await addChannel("gitlab");
    await begin({ commitSha: null });
    await begin({ parentRunId: "run_x" });
    await begin({ type: "baseline" });
    await round();
    expect(await deliveries()).to.deep.equal([]);
    await begin();
    await round();
    await begin();
    // GitLab rejects the state that is already set; the result is correct.
    await round();
    expect((await deliveries()).map(({ status }) => status)).to.deep.equal(["delivered", "delivered"]);
    expect(hosts.gitlab.state.statuses).to.have.length(1);
  });

  const ANSWERS: [http: number, status: string, note: RegExp][] = [
    [401, "failed", /does not accept the token in SVC_/],
    [403, "failed", /does not let the token in SVC_\w+ set statuses of acme\/shop: it needs/],
    [404, "failed", /does not know the commit or the repository acme\/shop/],
    [422, "failed", /does not know the commit/],
    [429, "pending", /answered HTTP 429/],
  ];
  for (const kind of ["github", "gitlab"] as const)
    for (const [http, status, note] of ANSWERS)
      it(`${status === "failed" ? "are given up" : "are tried again"} when ${kind} answers ${http}`, async () => {
        await addChannel(kind);
        const runId = await begin();
        const { state } = hosts[kind];
        const answer = { status: http, body: { message: `no: ${TOKEN}` } };
        state.refuse = Array.from({ length: 3 }, () => ({ answer }));
        await round();
        expect(await last())
          .to.include({ status, http })
          .and.have.property("note")
          .that.matches(note);
        state.refuse = [];
        if (status === "pending") {
          await round();
          expect(await last()).to.include({ status: "delivered" });
        }
        expect((await world.models.runs.findById(runId).lean())?.status).to.equal("running");
        expect(JSON.stringify([await deliveries(), logged])).not.to.include(TOKEN);
      });

  it("are tried again when the host is away", async () => {
    const gone = await fakeHost("github");
    await gone.close();
    const was = config.githubApiUrl;
    config.githubApiUrl = gone.base;
    await addChannel("github");
    await begin();
    await round();
    config.githubApiUrl = was;
    expect(await last()).to.deep.equal({ status: "pending", note: "GitHub did not answer.", http: null });
    await round();
    expect(await last()).to.include({ status: "delivered" });
  });

  it("are sent to no repository that is refused, and to no other host", async () => {
    config.prRepositories = "acme/other";
    await addChannel("github");
    await addChannel("gitlab", { repository: "https://elsewhere.example/acme/shop" });
    await begin();
    await round();
    const notes = (await deliveries()).map(({ status, tries }) => `${status}: ${tries[0]?.note}`);
    expect(notes[0]).to.match(/^failed: .*does not write to "acme\/shop": see SVC_PR_REPOSITORIES/);
    expect(notes[1]).to.match(/^failed: The repository is not on a host that is set up/);
    expect([hosts.github.state.requests, hosts.gitlab.state.requests]).to.deep.equal([[], []]);
  });
});
