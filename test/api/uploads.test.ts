import { gunzipSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import { plainPng } from "../support/png.ts";
import { makeWorld, type World } from "./support/world.ts";

const RED = plainPng(40, 30, [200, 0, 0]);
const BLUE = plainPng(40, 30, [0, 0, 200]);
const SHOT = {
  name: "Checkout – error",
  viewport: "desktop",
  width: "1280",
  height: "720",
  browser: "chromium",
  browserVersion: "140.0",
  platform: "linux-x64",
  test: "shop.spec.ts › checkout",
};

describe("uploads of pictures", () => {
  let world: World;
  let key: string;
  let orgKey: string;
  before(async () => {
    world = await makeWorld({ triggerRatePerMinute: 10_000, ciRatePerMinute: 10_000 });
    key = await world.addKey("ci");
    orgKey = await world.addKey("ci", { kind: "org" });
  });
  after(() => world.close());

  const open = (body: object, by = key) => world.client.post("/api/ci/uploads", { key: by, body });
  const opened = async (build: string, more: object = {}) => String((await open({ build, ...more })).body.runId);
  const upload = async (
    runId: string,
    bytes: Buffer,
    change: Record<string, string> = {},
    by = key,
    type = "image/png",
  ) => {
    const query = new URLSearchParams({ ...SHOT, ...change });
    const answer = await fetch(`${world.client.base}/api/ci/uploads/${runId}/shots?${query}`, {
      method: "POST",
      headers: { "x-api-key": by, "content-type": type },
      body: new Uint8Array(bytes),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const finish = (runId: string, body: object = {}, by = key) =>
    world.client.post(`/api/ci/uploads/${runId}/finish`, { key: by, body });

  it("go into one run for a build, whoever asks first and however many at once", async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => open({ build: "ci-7", branch: "main", commitSha: "abc", shards: 2 })),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal([202, 202, 202]);
    const runs = new Set(answers.map(({ body }) => body.runId));
    expect(runs.size).to.equal(1);
    const runId = String(answers[0]?.body.runId);
    expect(world.engine.started.get(runId)).to.include({ type: "vrt-test", uploads: true });
    expect(await opened("ci-8")).not.to.equal(runId);
    const run = await world.models.runs.findById(runId).lean();
    expect(run).to.include({ branch: "main", commitSha: "abc", status: "running" });
    expect(run?.upload).to.include({ build: "ci-7", shards: 2 });
    // A build has one run, which has one type.
    expect((await open({ build: "ci-7", type: "baseline" })).status).to.equal(409);
  });

  it("keep a picture once, and the later one of the same test", async () => {
    const runId = await opened("once");
    expect(await upload(runId, RED)).to.deep.equal({
      status: 200,
      body: { success: true, runId, replaced: false, width: 40, height: 30 },
    });
    expect((await upload(runId, RED)).body).to.include({ replaced: true });
    expect((await upload(runId, BLUE)).body).to.include({ replaced: true });
    expect((await upload(runId, RED, { browser: "firefox" })).body).to.include({ replaced: false });
    const kept = await world.models.uploads.find({ runId }).sort({ browser: 1 }).lean();
    expect(kept.map(({ browser, label }) => [browser, label])).to.deep.equal([
      ["chromium", SHOT.name],
      ["firefox", SHOT.name],
    ]);
    expect(await world.ctx.artifacts.get(kept[0]?.artifactId ?? "")).to.deep.equal(BLUE);
    const read = await world.client.get(`/api/artifacts/${kept[0]?.artifactId}`, { key });
    expect(read.status).to.equal(200);
  });

  it("make a scenario of their own, which no run visits", async () => {
    const runId = await opened("scenario");
    await upload(runId, RED, { name: "Own", url: "https://user:pw@shop.example/cart?token=secret#x" });
    await upload(runId, RED, { name: "Own", viewport: "phone" });
    const scenario = await world.models.scenarios.findOne({ projectId: "prj_shop", label: "Own" }).lean();
    expect(scenario).to.deep.include({ source: "upload", url: "https://shop.example/cart" });
    expect(scenario?.viewports).to.have.members(["desktop", "phone"]);
    const refused = await world.client.post("/api/ci/run", { key, body: { scenarios: ["Own"] } });
    expect(refused.status).to.equal(400);
    const declared = await upload(runId, RED, { name: "Home" });
    expect(declared.status).to.equal(409);
    expect(declared.body.error).to.match(/"Home" is a scenario that Plumbline visits itself/);
  });

  it("are known by their mode too, which the project must have", async () => {
    await world.models.projects.updateOne({ _id: "prj_shop" }, { $set: { modes: { dark: { colorScheme: "dark" } } } });
    const runId = await opened("modes");
    const name = "In modes";
    expect((await upload(runId, RED, { name })).body).to.include({ replaced: false });
    expect((await upload(runId, BLUE, { name, mode: "dark" })).body).to.include({ replaced: false });
    expect((await upload(runId, RED, { name, mode: "dark" })).body).to.include({ replaced: true });
    expect((await upload(runId, RED, { name, mode: "default" })).body).to.include({ replaced: true });
    const refused = await upload(runId, RED, { name, mode: "sepia" });
    expect(refused.status).to.equal(400);
    expect(refused.body.error).to.match(/no mode "sepia"/);
    const kept = await world.models.uploads.find({ runId }).lean();
    expect(kept.map(({ mode }) => mode)).to.have.members([null, "dark"]);
    const scenario = await world.models.scenarios.findOne({ projectId: "prj_shop", label: name }).lean();
    expect(scenario?.modes).to.deep.equal(["default", "dark"]);
    const ask = (mode?: string) =>
      world.client.post(`/api/ci/uploads/${runId}/verdict`, {
        key,
        body: { name, viewport: "desktop", browser: "chromium", mode },
      });
    world.engine.uploadVerdict = { status: "passed", mismatchPercent: 0, reasons: [], changes: [], changeCount: 0 };
    expect((await ask("dark")).status).to.equal(200);
    expect((await ask("sepia")).status).to.equal(400);
  });

  it("may be first baselines of a scenario that Plumbline visits, in a run of type baseline alone", async () => {
    const visited = { name: "Home", visited: "yes" };
    const runId = await opened("visited", { type: "baseline" });
    expect((await upload(runId, RED, visited)).status).to.equal(200);
    const home = await world.models.scenarios.findOne({ projectId: "prj_shop", label: "Home" }).lean();
    expect((await world.models.uploads.findOne({ runId }).lean())?.scenarioId).to.equal(home?._id);
    const compares = await opened("visited-compares");
    for (const [into, change, why] of [
      [compares, visited, /only in a run of type baseline/],
      [runId, { ...visited, name: "Nobody" }, /not a scenario that Plumbline visits/],
      [runId, { ...visited, mode: "dark" }, /not captured in the mode dark/],
      [runId, { name: "Home" }, /visits itself/],
    ] as const) {
      const refused = await upload(into, RED, change as Record<string, string>);
      expect(refused.status, JSON.stringify(refused.body)).to.equal(409);
      expect(refused.body.error).to.match(why);
    }
    expect(await world.models.scenarios.countDocuments({ label: "Nobody" })).to.equal(0);
  });

  it("may be first baselines in the modes that runs capture: the scenario's own, else those of the project", async () => {
    const modes = { dark: { colorScheme: "dark" }, german: { locale: "de-DE" } };
    const ofProject = { "settings.visual.modes": ["dark"] };
    await world.models.projects.updateOne({ _id: "prj_shop" }, { $set: { modes, ...ofProject } });
    await world.models.scenarios.updateOne({ label: "Product page" }, { $set: { modes: ["german"] } });
    const runId = await opened("visited-modes", { type: "baseline" });
    const statuses: Record<string, number> = {};
    for (const [name, mode] of [
      ["About us", "dark"],
      ["About us", "default"],
      ["Product page", "german"],
      ["Product page", "dark"],
    ] as const)
      statuses[`${name}, ${mode}`] = (await upload(runId, RED, { name, mode, visited: "yes" })).status;
    await world.models.projects.updateOne({ _id: "prj_shop" }, { $unset: { "settings.visual.modes": 1 } });
    expect(statuses).to.deep.equal({
      "About us, dark": 200,
      "About us, default": 409,
      "Product page, german": 200,
      "Product page, dark": 409,
    });
  });

  it("refuse a name that another test has, or that comes at another size", async () => {
    const runId = await opened("names");
    await upload(runId, RED);
    const other = await upload(runId, BLUE, { test: "other.spec.ts › cart" });
    expect(other.status).to.equal(409);
    expect(other.body.error).to.match(/another test of this build already \(shop\.spec\.ts › checkout\)/);
    const size = await upload(runId, BLUE, { width: "1920" });
    expect(size.status).to.equal(409);
    expect(size.body.error).to.match(/1280×720 already, and now comes at 1920×720/);
  });

  const send = async (runId: string, part: string, type: string, bytes: Uint8Array) => {
    const answer = await fetch(`${world.client.base}/api/ci/uploads/${runId}/${part}`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": type },
      body: new Uint8Array(bytes),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const MAP = { v: 2, width: 40, height: 30, title: "", cut: false, ruleBoxes: {}, defaults: {} };
  const mapOf = (map: object) => gzipSync(JSON.stringify(map));

  it("carry the map of their page, which was sent before", async () => {
    const runId = await opened("map");
    const element = { tag: "p", text: "€129", secret: "x" };
    const sent = await send(runId, "maps", "application/gzip", mapOf({ ...MAP, elements: [element] }));
    expect(sent.status, JSON.stringify(sent.body)).to.equal(200);
    const map = String(sent.body.mapId);
    expect((await upload(runId, RED, { map })).status).to.equal(200);
    const kept = await world.models.uploads.findOne({ runId }).lean();
    expect(kept).to.include({ mapId: map });
    const stored = JSON.parse(String(gunzipSync(await world.ctx.artifacts.get(map)))) as { elements: object[] };
    expect(stored.elements).to.have.length(1);
    expect(stored.elements[0]).to.include({ tag: "p", text: "€129" }).and.not.to.have.property("secret");
    // An unknown artifact and a screenshot are not valid maps.
    for (const other of ["f".repeat(64), kept?.artifactId ?? ""])
      expect((await upload(runId, RED, { map: other })).status).to.equal(400);
    const wrong = [Buffer.from("{}"), gzipSync("[]"), gzipSync("no json"), gzipSync(Buffer.alloc(7 * 1024 ** 2, 32))];
    for (const bytes of wrong) expect((await send(runId, "maps", "application/gzip", bytes)).status).to.equal(400);
  });

  it("are compared at once where a test waits: by their newest picture, and never of another's run", async () => {
    const runId = await opened("verdict");
    await upload(runId, RED);
    const place = { name: SHOT.name, viewport: "desktop", browser: "chromium" };
    const ask = (body: object = place, by = key) =>
      world.client.post(`/api/ci/uploads/${runId}/verdict`, { key: by, body });
    world.engine.uploadVerdict = {
      status: "failed",
      mismatchPercent: 1.5,
      reasons: [{ code: "mismatch", message: "1.5 % of the pixels differ." }],
      changes: [{ sentence: "Price: “€129” → “€0”", selector: "p.price" }],
      changeCount: 1,
    };
    const first = await ask();
    expect(first.status, JSON.stringify(first.body)).to.equal(200);
    expect(first.body).to.deep.equal({
      success: true,
      runId,
      ...world.engine.uploadVerdict,
      reviewUrl: `/p/shop/visual/${runId}`,
    });
    await upload(runId, BLUE);
    await ask();
    const [red, blue] = world.engine.judged.slice(-2);
    expect(red?.uploadId).to.equal(blue?.uploadId);
    expect(red?.artifactId).not.to.equal(blue?.artifactId);
    expect((await ask({ ...place, browser: "firefox" })).status).to.equal(404);
    expect((await ask(place, await world.addKey("ci", { projectId: "prj_blog" }))).status).to.equal(404);
    world.engine.available = false;
    try {
      expect((await ask()).status).to.equal(503);
    } finally {
      world.engine.available = true;
    }
    // A baseline run compares nothing.
    const asked = world.engine.judged.length;
    const base = await opened("verdict-base", { type: "baseline" });
    await upload(base, RED);
    const told = await world.client.post(`/api/ci/uploads/${base}/verdict`, { key, body: place });
    expect(told.body).to.include({ status: "passed", runId: base });
    expect(world.engine.judged).to.have.length(asked);
  });

  it("link to the trace of their test", async () => {
    const runId = await opened("trace");
    await upload(runId, RED);
    const zip = Buffer.from("PK\u0003\u0004 and more", "latin1");
    const path = (test: string) => `traces?test=${encodeURIComponent(test)}`;
    expect((await send(runId, path(SHOT.test), "application/zip", zip)).status).to.equal(200);
    const kept = await world.models.uploads.findOne({ runId }).lean();
    expect(await world.ctx.artifacts.get(kept?.traceId ?? "")).to.deep.equal(zip);
    expect((await send(runId, path("other.spec.ts › cart"), "application/zip", zip)).status).to.equal(404);
    expect((await send(runId, path(SHOT.test), "application/zip", Buffer.from("no zip"))).status).to.equal(400);
    await world.models.uploads.updateOne({ runId }, { $set: { traceBytes: 2 * 1024 ** 3 } });
    expect((await send(runId, path(SHOT.test), "application/zip", zip)).status).to.equal(413);
  });

  const wrong: [string, () => Promise<{ status: number; body: Record<string, unknown> }>, number, RegExp][] = [
    ["what is no PNG", async () => upload(await opened("w1"), Buffer.from("<svg/>")), 400, /not a PNG/],
    ["another content type", async () => upload(await opened("w1"), RED, {}, key, "text/html"), 400, /image\/png/],
    ["more bytes than 20 MB", async () => upload(await opened("w1"), Buffer.alloc(21 * 1024 ** 2)), 413, /20 MB/],
    [
      "a browser that there is none of",
      async () => upload(await opened("w1"), RED, { browser: "opera" }),
      400,
      /browser/,
    ],
    ["a name that is too long", async () => upload(await opened("w1"), RED, { name: "x".repeat(201) }), 400, /200/],
    ["fields that are unknown", async () => upload(await opened("w1"), RED, { more: "1" }), 400, /more/],
    ["a build with spaces", () => open({ build: "a b" }), 400, /build/],
    ["an unknown run", () => upload("run_none", RED), 404, /not found/],
    ["a finish of nobody", async () => finish(await opened("w1"), { shard: 2 }), 400, /opened for 1/],
  ];
  for (const [what, call, status, sentence] of wrong)
    it(`refuse ${what}`, async () => {
      const answer = await call();
      expect(answer.status).to.equal(status);
      expect(JSON.stringify(answer.body)).to.match(sentence);
    });

  it("are of the key's own project, and of keys that may use CI", async () => {
    const runId = await opened("mine");
    for (const by of [
      await world.addKey("ci", { projectId: "prj_blog" }),
      await world.addKey("ci", { kind: "org", orgId: "org_b" }),
    ]) {
      expect((await upload(runId, RED, {}, by)).status).to.equal(404);
      expect((await finish(runId, {}, by)).status).to.equal(404);
    }
    expect((await open({ build: "x", project: "blog" })).status).to.equal(404);
    const reader = await world.addKey("mcp_read");
    expect((await open({ build: "x" }, reader)).status).to.equal(403);
    expect((await upload(runId, RED, {}, reader)).status).to.equal(403);
    // The same build name in another project is another run.
    const other = await open({ build: "mine", project: "blog" }, orgKey);
    expect(other.body).to.include({ projectId: "prj_blog" }).and.not.to.include({ runId });
  });

  it("are judged when every test runner is done, and none comes after that", async () => {
    const runId = await opened("done", { shards: 2 });
    await upload(runId, RED);
    expect((await finish(runId, { shard: 2 })).body).to.include({ waitingFor: 1 });
    expect((await finish(runId, { shard: 2 })).body).to.include({ waitingFor: 1 });
    expect(world.engine.told).not.to.include(runId);
    expect((await finish(runId, { shard: 1 })).body).to.include({
      waitingFor: 0,
      statusUrl: `/api/ci/status/${runId}`,
    });
    expect(world.engine.told).to.include(runId);
    await world.models.runs.updateOne({ _id: runId }, { $set: { "upload.closedAt": new Date() } });
    const late = await upload(runId, BLUE, { name: "Late" });
    expect(late.status).to.equal(409);
    expect(late.body.error).to.match(/accepts no more screenshots.*PLUMBLINE_BUILD/);
    expect((await finish(runId, { shard: 1 })).status).to.equal(202);
  });

  it("are noted as done while Temporal is away, and the run sees it by itself", async () => {
    const runId = await opened("away");
    world.engine.available = false;
    try {
      expect((await finish(runId)).status).to.equal(202);
    } finally {
      world.engine.available = true;
    }
    const run = await world.models.runs.findById(runId).lean();
    expect(run?.upload?.done).to.deep.equal([1]);
  });

  it("are not for runs that take their own pictures", async () => {
    const { body } = await world.client.post("/api/ci/run", { key, body: {} });
    const answer = await upload(String(body.runId), RED);
    expect(answer.status).to.equal(409);
    expect(answer.body.error).to.match(/takes its own screenshots/);
  });

  it("need room for their scenario in the plan", async () => {
    const small = await world.addKey("ci", { kind: "org", orgId: "org_b" });
    await world.models.organisations.updateOne({ _id: "org_b" }, { $set: { plan: "free" } });
    const runId = String((await open({ build: "plan", project: "foreign" }, small)).body.runId);
    for (let n = 0; n < 10; n += 1)
      expect((await upload(runId, RED, { name: `Shot ${n}` }, small)).status).to.equal(200);
    const full = await upload(runId, RED, { name: "One more" }, small);
    expect(full.status).to.equal(403);
    expect(full.body.error).to.match(/10 scenarios/);
  });
});
