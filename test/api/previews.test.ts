// Runs at a preview address: who allows which hosts, what is rejected, and what a run stores.
import { expect } from "chai";
import type { AppRun } from "../../api/endpoints/answers/app/runs.ts";
import { forgetPreviews } from "../../models/environments/previews.ts";
import { makeWorld, type World } from "./support/world.ts";

const HOSTS = "/api/app/projects/shop/previews";
const PREVIEW = "https://shop-git-x.vercel.app";

describe("previews", () => {
  let world: World;
  let key: string;
  before(async () => {
    world = await makeWorld({ triggerRatePerMinute: 10_000, ciRatePerMinute: 10_000, allowedHosts: "127.0.0.1:4100" });
    key = await world.addKey("ci");
    const session = await world.session("admin");
    const hosts = ["*.vercel.app", "127.0.0.1:*", "10.0.0.5", "*.localhost"];
    expect((await world.client.post(HOSTS, { session, body: { hosts } })).status).to.equal(200);
    const sealedAccess = world.ctx.sealer.seal(JSON.stringify({ headers: { "X-Gate": "tok-91bc" } }));
    await world.models.environments.updateOne({ _id: "env_prod" }, { $set: { sealedAccess } });
  });
  after(() => world.close());

  const start = (body: object, headers: Record<string, string> = {}, path = "/api/ci/run") =>
    world.client.post(path, { key, body: { branch: "feature/x", ...body }, headers });
  const runOf = async (answer: { body: object }) =>
    world.models.runs.findById(String((answer.body as { runId: string }).runId)).lean();
  const previewsOf = () => world.models.environments.find({ projectId: "prj_shop", preview: { $ne: null } }).lean();

  it("an administrator alone sets their hosts, and none that anybody could have", async () => {
    const by = async (role: "editor" | "viewer") =>
      (await world.client.post(HOSTS, { session: await world.session(role), body: { hosts: ["*.a.example"] } })).status;
    expect([await by("editor"), await by("viewer")]).to.deep.equal([403, 403]);
    const session = await world.session("admin");
    for (const wide of ["*", "*.com", "shop-*.co.uk"]) {
      const answer = await world.client.post(HOSTS, { session, body: { hosts: ["a.example", wide] } });
      expect(answer.status, wide).to.equal(400);
      expect(answer.body.error).to.include("names that anybody can register");
    }
    const { body } = await world.client.get(HOSTS, { session });
    expect(body.hosts).to.include("*.vercel.app").and.not.include("a.example");
    const { who } = (await world.models.audit.findOne({ action: "project.previewHosts" }).lean()) ?? {};
    expect(who).to.equal("admin@org_a.example");
  });

  it("the run keeps its address, what it stands for, and whose access it takes", async () => {
    const answer = await start({ baseUrl: `${PREVIEW}/` });
    expect(answer.status).to.equal(202);
    expect(answer.body).to.not.have.any.keys("environmentId", "environmentName", "preview");
    expect(answer.body.message).to.equal(`Visual test of Shop at ${PREVIEW} started.`);
    const run = await runOf(answer);
    expect(run).to.include({ baseUrl: PREVIEW, environmentId: null, branch: "feature/x" });
    expect(run?.preview).to.include({ baseUrl: PREVIEW, standsFor: "https://shop.example", accessOf: "env_prod" });
    const named = await runOf(await start({ baseUrl: PREVIEW, environment: "staging" }));
    expect(named).to.include({ environmentId: "env_stage", environmentName: "Staging" });
    expect(named?.preview).to.include({ standsFor: "https://staging.shop.example", accessOf: "env_stage" });
  });

  it("of a site below a path is named without it, so that the run can be repeated", async () => {
    const { environments } = world.models;
    await environments.updateOne({ _id: "env_stage" }, { $set: { baseUrl: "https://staging.shop.example/shop" } });
    const asked = { baseUrl: PREVIEW, environment: "staging" };
    const { body } = await start(asked);
    const session = await world.session("editor");
    const { metadata } = (await world.client.get(`/api/app/runs/${body.runId}`, { session })).body as AppRun;
    expect([metadata.baseUrl, metadata.preview]).to.deep.equal([`${PREVIEW}/shop`, PREVIEW]);
    expect((await start({ ...asked, baseUrl: metadata.preview })).status).to.equal(202);
    await environments.updateOne({ _id: "env_stage" }, { $set: { baseUrl: "https://staging.shop.example" } });
  });

  it("results count for the environment of main's runs", async () => {
    const main = await runOf(await start({ branch: "main", environment: "production", type: "seo" }));
    expect(main?.environmentId).to.equal("env_prod");
    const run = await runOf(await start({ baseUrl: PREVIEW, type: "seo" }));
    expect(run).to.include({ environmentId: "env_prod", environmentName: "Production", baseUrl: PREVIEW });
  });

  it("two jobs at once on one branch have one environment, and each its own address", async () => {
    await world.models.environments.deleteMany({ preview: { $ne: null } });
    const addresses = ["a", "b", "c", "d"].map((name) => `https://${name}.vercel.app`);
    const answers = await Promise.all(addresses.map((baseUrl) => start({ baseUrl })));
    const runs = await Promise.all(answers.map(runOf));
    expect(runs.map((run) => run?.baseUrl)).to.deep.equal(addresses);
    const [kept, ...others] = await previewsOf();
    expect(others).to.deep.equal([]);
    expect(new Set(runs.map((run) => run?.preview?.environmentId))).to.deep.equal(new Set([kept?._id]));
    expect(addresses).to.include(kept?.baseUrl);
    expect(kept?.sealedAccess).to.equal(null);
  });

  it("a job that runs again, and a call that is repeated, are as before", async () => {
    const again = { "idempotency-key": "job-1" };
    const first = await start({ baseUrl: PREVIEW, commitSha: "abc1234" }, again);
    const repeated = await start({ baseUrl: PREVIEW, commitSha: "abc1234" }, again);
    expect(repeated.body.runId).to.equal(first.body.runId);
    const other = await start({ baseUrl: "https://other.vercel.app", commitSha: "abc1234" }, again);
    expect(other.status).to.equal(409);
    const rerun = await runOf(await start({ baseUrl: PREVIEW, commitSha: "abc1234" }));
    expect(rerun?.preview?.environmentId).to.equal((await runOf(first))?.preview?.environmentId);
  });

  it("a full audit and a test of features take one too", async () => {
    const whole = await world.addKey("mcp_full");
    const body = { branch: "feature/x", baseUrl: PREVIEW };
    const audit = await world.client.post("/api/ci/full-audit", { key: whole, body });
    expect((await runOf(audit))?.preview?.baseUrl).to.equal(PREVIEW);
    const features = await world.client.post("/api/ci/frt/run", { key: whole, body });
    expect((await runOf(features))?.preview?.baseUrl).to.equal(PREVIEW);
    const tool = { tool: "run_a11y", args: { ...body, confirm: true } };
    const called = await world.client.post("/api/mcp/v1/invoke", { key: whole, body: tool });
    expect((await runOf(called))?.preview?.baseUrl).to.equal(PREVIEW);
    const session = await world.session("editor");
    const pressed = await world.client.post("/api/tests/a11y", { session, body: { ...body, project: "shop" } });
    expect((await runOf(pressed))?.preview?.baseUrl).to.equal(PREVIEW);
  });

  for (const [what, body, status, reason] of [
    ["a host outside of the pattern", { baseUrl: "https://evil.example" }, 403, /not on evil\.example.*administrator/],
    ["a host that only begins like it", { baseUrl: "https://a.vercel.app.evil.example" }, 403, /not on/],
    ["a private address outside of the pattern", { baseUrl: "https://192.168.0.1" }, 403, /not on/],
    ["a private address in the pattern", { baseUrl: "https://10.0.0.5" }, 400, /private address/],
    ["this machine", { baseUrl: "https://a.localhost" }, 400, /this machine/],
    ["another port of this machine", { baseUrl: "https://127.0.0.1:4101" }, 400, /this machine/],
    ["a path", { baseUrl: `${PREVIEW}/cart` }, 400, /without path/],
    ["a query", { baseUrl: `${PREVIEW}?a=1` }, 400, /without path/],
    ["another scheme", { baseUrl: "file:///etc/passwd" }, 400, /http or https/],
    ["credentials", { baseUrl: "https://me:word-7731@shop.vercel.app" }, 400, /user name or password/],
    ["no encryption", { baseUrl: "http://shop.vercel.app" }, 400, /https address/],
    ["no branch", { baseUrl: PREVIEW, branch: null }, 400, /branch is required/],
  ] as const)
    it(`${what} is refused, and nothing is started`, async () => {
      const count = () => Promise.all([world.models.runs.countDocuments(), world.models.environments.countDocuments()]);
      const before = await count();
      const answer = await start(body);
      expect(answer.status).to.equal(status);
      expect(answer.body.error).to.match(reason);
      expect(answer.raw.toString()).not.to.include("word-7731");
      expect(await count()).to.deep.equal(before);
    });

  it("one that an operator has allowed on this machine is none of these", async () => {
    expect((await start({ baseUrl: "https://127.0.0.1:4100" })).status).to.equal(202);
  });

  it("no list and no name means them, and nobody's baselines are theirs", async () => {
    const session = await world.session("admin");
    const { body } = await world.client.get("/api/app/projects/shop/environments", { session });
    expect((body.environments as { slug: string }[]).map(({ slug }) => slug)).to.deep.equal(["production", "staging"]);
    const [kept] = await previewsOf();
    expect((await start({ environment: kept?.slug, baseUrl: undefined })).status).to.equal(404);
    const listed = await world.client.get(HOSTS, { session });
    expect(listed.body.previews).to.deep.include({
      environmentId: kept?._id,
      branch: "feature/x",
      baseUrl: kept?.baseUrl,
      lastRunAt: kept?.lastRunAt?.toISOString(),
    });
  });

  it("those without a run of late are forgotten, and nothing else", async () => {
    const { at } = world.clock;
    await forgetPreviews(world.models, at);
    expect(await previewsOf()).to.not.deep.equal([]);
    await forgetPreviews(world.models, new Date(at.getTime() + 1));
    expect(await previewsOf()).to.deep.equal([]);
    expect(await world.models.environments.countDocuments({ projectId: "prj_shop" })).to.equal(2);
  });
});
