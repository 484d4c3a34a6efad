import { expect } from "chai";
import { artifactLink, LINK_TTL_MS } from "../../platform/artifactLinks.ts";
import { addRun, addShot, capture } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

describe("GET /api/ci/runs/{runId}/results", () => {
  let world: World;
  let key: string;
  before(async () => {
    world = await makeWorld();
    key = await world.addKey("ci");
    const runId = await addRun(world.models, "run_1");
    const statuses = ["passed", "failed", "approved", "error", "pending"] as const;
    for (let i = 0; i < 25; i++)
      await addShot(world.models, runId, i, { viewport: `v${i}`, status: statuses[i % 5], captures: [] });
    await addShot(world.models, runId, 25, {
      captures: [capture("one"), capture("two", 2)],
      selector: "#hero",
      flaky: true,
    });
  });
  after(() => world.close());
  const read = async (query = "") => (await world.client.get(`/api/ci/runs/run_1/results${query}`, { key })).body;
  type Result = { shotId: string; status: string; artifacts: Record<string, string | null> };
  const results = (body: Awaited<ReturnType<typeof read>>) => body.results as Result[];

  it("gives every result once, page by page, and leaves out what has no verdict", async () => {
    const seen: string[] = [];
    let query = "?limit=6";
    for (;;) {
      const page = await read(query);
      seen.push(...results(page).map((r) => r.shotId));
      expect(results(page).length).to.be.at.most(6);
      if (page.nextCursor === null) break;
      query = `?limit=6&cursor=${page.nextCursor}`;
    }
    expect(seen).to.have.length(21);
    expect(seen).to.deep.equal([...new Set(seen)].sort());
  });

  it("filters by status", async () => {
    const of = async (status: string) => results(await read(`?status=${status}`)).map((r) => r.status);
    expect(new Set(await of("failed"))).to.deep.equal(new Set(["failed"]));
    expect(new Set(await of("error,pending"))).to.deep.equal(new Set(["error", "pending"]));
    expect((await read("?status=bad")).error).to.match(/^status\[0\] must be one of pending, passed/);
  });

  for (const [query, error] of [
    ["?limit=0", "limit must be at least 1"],
    [`?status=${"failed,".repeat(20)}failed`, "status must have at most 20 entries"],
    ["?limit=501", "limit must be at most 500"],
    ["?limit=x", "limit must be a number"],
    ["?cursor=%%%", "cursor must be the nextCursor of an earlier answer."],
    ["?cursor=abc", "cursor must be the nextCursor of an earlier answer."],
    ["?page=2", "unknown field page; known: limit, cursor, status, outcome, severity"],
  ] as const)
    it(`refuses ${query}`, async () => {
      expect((await read(query)).error).to.equal(error);
    });

  it("carries its pictures, regions and reasons, with links that open", async () => {
    const last = results(await read("?limit=500")).at(-1)!;
    expect(last).to.deep.include({
      shotId: "run_1-00025",
      scenarioLabel: "Home",
      url: "https://shop.example/",
      selector: "#hero",
      viewport: "desktop",
      browser: "chromium",
      status: "failed",
      reasons: [{ code: "mismatch", message: "Pixels differ." }],
      mismatchPercent: 12.5,
      changedPixels: 1000,
      threshold: 0.1,
      regions: [],
      shift: [],
      flaky: true,
      attempts: 2,
    });
    expect(Object.keys(last.artifacts)).to.have.members(["baseline", "test", "diff", "map", "firstTest", "trace"]);
    expect(last.artifacts.test).to.match(/^\/api\/artifacts\/art-two\?expires=\d+&sig=[\w-]+$/);
    expect(last.artifacts.firstTest).to.include("/art-one?");
    expect(last.artifacts.diff).to.include("/diff-run_1-00025?");
    expect(last.artifacts.map).to.equal(null);
  });
});

describe("GET /api/artifacts/{id}", () => {
  let world: World;
  let png: string;
  let html: string;
  before(async () => {
    world = await makeWorld();
    png = await put("a picture", "image/png", "prj_shop");
    html = await put("<script>alert(1)</script>", "text/html; charset=utf-8", "prj_shop");
    world.engine.diff = await put("a diff picture", "image/png", "prj_shop");
    await addRun(world.models, "run_1");
    await addShot(world.models, "run_1", 0);
  });
  after(() => world.close());
  async function put(content: string, contentType: string, projectId: string): Promise<string> {
    const bytes = Buffer.from(content);
    const artifactId = await world.ctx.artifacts.put(bytes);
    const _id = `${projectId}:${artifactId}`;
    await world.models.artifacts.create({
      _id,
      artifactId,
      projectId,
      contentType,
      bytes: bytes.length,
      createdAt: world.clock.at,
    });
    return artifactId;
  }

  it("serves a picture for good, so that it is fetched once", async () => {
    const key = await world.addKey("ci");
    const answer = await world.client.get(`/api/artifacts/${png}`, { key });
    expect([answer.status, answer.raw.toString()]).to.deep.equal([200, "a picture"]);
    expect(Object.fromEntries(answer.headers)).to.include({
      "content-type": "image/png",
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "private, max-age=31536000, immutable",
      etag: `"${png}"`,
    });
    const again = await world.client.get(`/api/artifacts/${png}`, {
      key,
      headers: { "if-none-match": `"${png}"`, "cache-control": "max-age=0" },
    });
    expect([again.status, again.raw.length]).to.deep.equal([304, 0]);
  });

  it("never shows an audited page's HTML in place", async () => {
    const { headers } = await world.client.get(`/api/artifacts/${html}`, { key: await world.addKey("ci") });
    expect(headers.get("content-disposition")).to.match(/^attachment; filename="?[0-9a-f]{12}\.html"?$/);
    expect(headers.get("content-type")).to.equal("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).to.equal("sandbox");
  });

  it("opens to those who may see its project, and is unknown to all others", async () => {
    const cases: [Parameters<World["client"]["get"]>[1], number][] = [
      [{ key: await world.addKey("mcp_read") }, 200],
      [{ key: await world.addKey("ci", { kind: "org" }) }, 200],
      [{ key: await world.addKey("ci", { projectId: "prj_blog" }) }, 404],
      [{ key: await world.addKey("ci", { kind: "org", orgId: "org_b" }) }, 404],
      [{ session: await world.session("viewer") }, 200],
      [{ session: await world.session("admin", "org_b") }, 404],
      [{}, 401],
    ];
    for (const id of [png, "diff-run_1-00000"])
      for (const [who, status] of cases)
        expect((await world.client.get(`/api/artifacts/${id}`, who)).status).to.equal(status);
  });

  it("makes a diff picture when it is asked for, and does not call it immutable", async () => {
    const answer = await world.client.get("/api/artifacts/diff-run_1-00000", { key: await world.addKey("ci") });
    expect(answer.raw.toString()).to.equal("a diff picture");
    expect(answer.headers.get("cache-control")).to.equal("private, no-cache");
    expect(world.engine.rendered.at(-1)).to.equal("run_1-00000");
    expect((await world.client.get("/api/artifacts/diff-nope", { key: await world.addKey("ci") })).status).to.equal(
      404,
    );
  });

  it("opens by a signed link until it expires, and by no other", async () => {
    const link = artifactLink(world.ctx, png);
    expect((await world.client.get(link)).raw.toString()).to.equal("a picture");
    expect((await world.client.get(artifactLink(world.ctx, "diff-run_1-00000"))).status).to.equal(200);
    const wrong = [
      link.replace(png, html),
      link.replace(/expires=(\d+)/, (_, n) => `expires=${Number(n) + 1}`),
      link.slice(0, -2),
      link.replace(/sig=.*/, "sig="),
      link.replace(/expires=\d+&/, ""),
    ];
    for (const bad of wrong) expect([bad, (await world.client.get(bad)).status]).to.deep.equal([bad, 403]);
    expect((await world.client.get(`${link}&sig=x`)).status).to.equal(400);
    expect(artifactLink(world.ctx, png)).to.equal(link);
    world.advance(2 * LINK_TTL_MS);
    expect((await world.client.get(link)).status).to.equal(403);
  });

  it("does not open by a link signed under another secret", async () => {
    const other = {
      ...world.ctx,
      config: { ...world.ctx.config, secretKey: "another secret of at least 32 characters" },
    };
    expect((await world.client.get(artifactLink(other, png))).status).to.equal(403);
  });

  it("says when a file is gone", async () => {
    const _id = "prj_shop:gone";
    const gone = "0".repeat(64);
    await world.models.artifacts.create({
      _id,
      artifactId: gone,
      projectId: "prj_shop",
      contentType: "image/png",
      bytes: 1,
      createdAt: world.clock.at,
    });
    const answer = await world.client.get(`/api/artifacts/${gone}`, { key: await world.addKey("ci") });
    expect([answer.status, answer.headers.get("cache-control")]).to.deep.equal([404, "no-store"]);
    expect(answer.body.error).to.include("is not in the store");
  });
});
