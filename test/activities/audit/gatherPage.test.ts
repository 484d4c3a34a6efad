import { expect } from "chai";
import { unpackGathered } from "../../../activities/audit/gathered.ts";
import { createGatherActivities } from "../../../activities/audit/gatherPage.ts";
import type { GatherTools } from "../../../activities/audit/pillar.ts";
import type { AuditDeps } from "../../../activities/deps.ts";
import type { Gathered } from "../../../domain/audit/page.ts";
import { FAILURES } from "../../../domain/workflowNames.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";

describe("gathering a page", () => {
  let world: ActivityWorld;
  let visits: string[];
  let answer: (tools: GatherTools, url: string) => Gathered<unknown>;
  before(async () => {
    const security = {
      pillar: "security",
      gather: async (tools: GatherTools, { url }: { url: string }) => {
        visits.push(url);
        return answer(tools, url);
      },
    };
    world = await openActivityWorld({ pillars: { security } as unknown as AuditDeps["pillars"] });
    await world.addAuditRun("run_1", { extra: { options: { depth: 2 } } });
  });
  after(() => world.close());
  beforeEach(() => {
    visits = [];
  });
  const gather = (pageId: string, attempt = 1) =>
    withActivity(() => createGatherActivities(world.deps).gatherPage({ pageId }), attempt);

  it("keeps what the page gave, for its project, and a retry does not visit it again", async () => {
    const pageId = await world.addPage("run_1", 0);
    let options: unknown;
    answer = (tools) => {
      options = tools.run.options;
      return { state: "gathered", data: { title: "Home" } };
    };
    expect(await gather(pageId, 2)).to.equal("gathered");
    const page = await world.pageOf(pageId);
    expect(page).to.include({ status: "pending", attempts: 2, code: null });
    expect(page.timings.gather).to.be.a("number");
    expect(options, "as the plan has fixed them").to.deep.equal({ depth: 2 });
    expect(unpackGathered((await world.artifacts.get(page.gatheredId ?? "")) as Buffer)).to.deep.equal({
      title: "Home",
    });
    expect(
      await world.models.artifacts.countDocuments({ projectId: "prj_shop", artifactId: page.gatheredId }),
    ).to.equal(1);
    expect(await gather(pageId)).to.equal("gathered");
    expect(visits).to.deep.equal(["https://shop.example/0"]);
  });

  it("keeps nothing of the access that the page reflects; a cookie that is a mere word stays", async () => {
    const cookie = (value: string) => ({ name: "c", value });
    const access = { secrets: { pin: "47-11" }, cookies: [cookie("accepted"), cookie("sess-81af02")] };
    await world.models.environments.updateOne({}, { sealedAccess: world.deps.sealer.seal(JSON.stringify(access)) });
    const environment = await world.models.environments.findOne().lean();
    await world.models.runs.updateOne({ _id: "run_1" }, { environmentId: environment?._id });
    const pageId = await world.addPage("run_1", 8);
    answer = () => ({
      state: "gathered",
      data: { list: [{ html: "<b>47-11, accepted</b>" }], url: "/?s=sess-81af02" },
    });
    await gather(pageId);
    const { gatheredId } = await world.pageOf(pageId);
    expect(unpackGathered((await world.artifacts.get(gatheredId ?? "")) as Buffer)).to.deep.equal({
      list: [{ html: "<b>••••••, accepted</b>" }],
      url: "/?s=••••••",
    });
  });

  it("tells where a page led", async () => {
    const pageId = await world.addPage("run_1", 1);
    answer = (tools, url) => {
      tools.visit.onRedirect?.(url, "https://shop.example/elsewhere?token=secret");
      return { state: "gathered", data: {} };
    };
    await gather(pageId);
    const { code, reason } = await world.pageOf(pageId);
    expect(code).to.equal("redirected");
    expect(reason).to.equal("The page redirected to https://shop.example/elsewhere, which was audited instead.");
  });

  it("tells that what was read is an error's page, and waits for one that its gateway does not reach", async () => {
    const pageId = await world.addPage("run_1", 5);
    let status = 503;
    answer = (tools, url) => {
      tools.visit.onError?.(url, status);
      return { state: "gathered", data: {} };
    };
    const ask = () => withActivity(() => createGatherActivities(world.deps).gatherPage({ pageId, away: "wait" }));
    expect(await ask()).to.equal("away");
    status = 404;
    expect(await ask()).to.equal("gathered");
    expect(await world.pageOf(pageId)).to.include({ code: "http_error", reason: "The page answered 404." });
  });

  it("a page that cannot be measured is decided, with its reason", async () => {
    const pageId = await world.addPage("run_1", 2);
    answer = () => ({ state: "not_measured", code: "http_error", reason: "The page answered 404." });
    expect(await gather(pageId)).to.equal("decided");
    expect(await world.pageOf(pageId)).to.include({ status: "not_measured", code: "http_error", gatheredId: null });
    expect(await gather(pageId)).to.equal("decided");
    expect(visits).to.have.length(1);
  });

  it("one that may answer the next time is asked once more, and no more than that", async () => {
    const pageId = await world.addPage("run_1", 3);
    answer = () => ({ state: "not_measured", code: "timeout", reason: "The page did not answer." });
    const failure = await gather(pageId).then(
      () => null,
      (error: { type?: string; message: string }) => error,
    );
    expect([failure?.type, failure?.message]).to.deep.equal([FAILURES.infrastructure, "The page did not answer."]);
    expect((await world.pageOf(pageId)).status).to.equal("pending");
    expect(await gather(pageId, 2)).to.equal("decided");
    expect(await world.pageOf(pageId)).to.include({ status: "not_measured", code: "timeout", attempts: 2 });
  });

  it("of a site that is away nothing is decided while its run waits, and then at once", async () => {
    const pageId = await world.addPage("run_1", 4);
    answer = () => ({ state: "not_measured", code: "connection_failed", reason: "No connection came about." });
    const ask = (away: "wait" | "final") =>
      withActivity(() => createGatherActivities(world.deps).gatherPage({ pageId, away }), 1);
    expect(await ask("wait")).to.equal("away");
    expect((await world.pageOf(pageId)).status).to.equal("pending");
    expect(await ask("final")).to.equal("decided");
    expect(await world.pageOf(pageId)).to.include({ status: "not_measured", code: "connection_failed", attempts: 1 });
  });

  it("an id that is not there can never work", async () => {
    const failure = await gather("nowhere").catch((error: { nonRetryable?: boolean }) => error);
    expect(failure).to.include({ nonRetryable: true });
  });
});
