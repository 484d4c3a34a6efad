// The storage quota over HTTP: what is rejected, what is announced beforehand, and what continues.
import { expect } from "chai";
import { listOrganisations, setQuota } from "../../api/operations/people/setQuota.ts";
import { keepArtifact } from "../../models/artifacts/keepArtifact.ts";
import { noteKinds } from "../../models/artifacts/storage.ts";
import { makeWorld, type World } from "./support/world.ts";

describe("the storage quota of an organisation", () => {
  let world: World;
  let key: string;
  beforeEach(async () => {
    world = await makeWorld({ triggerRatePerMinute: 10_000, ciRatePerMinute: 10_000 });
    key = await world.addKey("mcp_full");
  });
  afterEach(() => world.close());

  const post = (body: object = {}, headers: Record<string, string> = {}) =>
    world.client.post("/api/ci/run", { key, body, headers });
  const operator = () => ({ kind: "operator", orgId: "org_a" }) as never;
  const quota = (size: string) => setQuota(world.ctx, operator(), { organisation: "org_a", quota: size });
  const store = (bytes: number, text = "x") =>
    keepArtifact(world.ctx, { projectId: "prj_shop", bytes: Buffer.from(text.padEnd(bytes, ".")), contentType: "a/b" });

  it("refuses new runs, uploads and jobs at the limit, with the figures and what to do", async () => {
    await store(1_000);
    await quota("1KB");
    const refused = await post();
    expect(refused.status).to.equal(403);
    expect(refused.body).to.include({ reason: "storage_quota", used: 1_000, limit: 1_000 });
    expect(refused.body.error).to.contain("1 KB of its 1 KB").and.to.contain("organisations quota");
    for (const type of ["baseline", "a11y", "seo"]) expect((await post({ type })).status).to.equal(403);
    const uploads = await world.client.post("/api/ci/uploads", { key, body: { build: "b1" } });
    expect([uploads.status, uploads.body.reason]).to.deep.equal([403, "storage_quota"]);
    const crawl = await world.client.post("/api/mcp/v1/invoke", {
      key,
      body: { tool: "crawl_site", args: { project: "shop", confirm: true } },
    });
    expect(crawl.status).to.equal(403);
    expect(crawl.body).to.have.nested.property("error.code", "plan_gate");
    expect(await world.models.runs.countDocuments()).to.equal(0);
    expect(await world.models.jobs.countDocuments()).to.equal(0);
    await quota("2KB");
    expect((await post()).status).to.equal(202);
  });

  it("warns in the run from 80 %, and says nothing before", async () => {
    await store(799);
    await quota("1KB");
    const warned = async () => {
      const { body } = await post();
      const run = await world.models.runs.findById(String(body.runId)).lean();
      return run?.warnings.map(({ code }) => code);
    };
    expect(await warned()).to.deep.equal([]);
    await store(1, "y");
    expect(await warned()).to.deep.equal(["storage_almost_full"]);
  });

  it("answers a call again that started before the limit, and lets what is under way store more", async () => {
    await quota("1KB");
    const headers = { "Idempotency-Key": "one" };
    const first = await post({}, headers);
    expect(first.status).to.equal(202);
    await store(1_500);
    expect((await post()).status).to.equal(403);
    const again = await post({}, headers);
    expect([again.status, again.body.runId]).to.deep.equal([202, first.body.runId]);
    expect(await store(10, "z")).to.match(/^[0-9a-f]{64}$/);
  });

  it("of many who start and store at the limit each is let in or refused as a whole", async () => {
    await quota("1KB");
    const one = async (at: number) => {
      const { status, body } = await post();
      if (status === 202) await store(300, `run ${at}`);
      return { status, runId: body.runId };
    };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => one(at)));
    const started = answers.filter(({ status }) => status === 202);
    expect(answers.every(({ status }) => status === 202 || status === 403)).to.equal(true);
    expect(started.length).to.be.at.least(4);
    expect(await world.models.runs.countDocuments({ status: "running" })).to.equal(started.length);
    const [{ used = 0 } = {}] = await listOrganisations(world.ctx, operator());
    expect(used).to.equal(started.length * 300);
    expect((await post()).status).to.equal(403);
  });

  it("is the installation's unless the organisation has its own, and none without either", async () => {
    const own = async () => {
      const [row] = await listOrganisations(world.ctx, operator());
      return [row?.limit, row?.own];
    };
    expect(await own()).to.deep.equal([null, false]);
    const ctx = { ...world.ctx, config: { ...world.ctx.config, storageQuota: 5_000 } };
    expect((await listOrganisations(ctx, operator()))[0]).to.include({ limit: 5_000, own: false, level: "ok" });
    await quota("none");
    expect((await listOrganisations(ctx, operator()))[0]).to.include({ limit: null, own: true });
    await quota("default");
    expect((await listOrganisations(ctx, operator()))[0]).to.include({ limit: 5_000, own: false });
    for (const wrong of ["50", "much", "0GB"])
      await quota(wrong).then(
        () => expect.fail("accepted"),
        (error: Error) => expect(error.message).to.contain("is not a size"),
      );
  });

  it("shows an organisation what it stores, by project and by what it belongs to", async () => {
    await store(850);
    await quota("1KB");
    const at = world.clock.at;
    await noteKinds(world.models, { prj_shop: { baselines: { bytes: 850, artifacts: 1 } } }, { at });
    const { readStorage } = await import("../../api/operations/people/storage.ts");
    const view = await readStorage(world.ctx, operator());
    expect(view).to.include({ bytes: 850, artifacts: 1, limit: 1_000, level: "near" });
    expect(view.projects[0]).to.include({ slug: "shop", bytes: 850 });
    expect(view.kinds).to.deep.equal({
      countedAt: at.toISOString(),
      of: [{ kind: "baselines", bytes: 850, artifacts: 1 }],
    });
    // A project without any data keeps no old figures.
    await noteKinds(world.models, { prj_blog: { runs: { bytes: 1, artifacts: 1 } } }, { at });
    expect((await readStorage(world.ctx, operator())).kinds).to.equal(null);
  });
});
