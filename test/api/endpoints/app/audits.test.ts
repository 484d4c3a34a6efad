// Trends, comparisons, the tracking plan and functional tests on the dashboard.
import { expect } from "chai";
import type { StepResult } from "../../../../domain/functional/attempt.ts";
import { filmstripOf } from "../../../../domain/pillars/perf/filmstrip.ts";
import type { Session } from "../../support/client.ts";
import { addFeatureRun } from "../../support/featureRuns.ts";
import { addFeature } from "../../support/features.ts";
import { addRun } from "../../support/shots.ts";
import { makeWorld, type World } from "../../support/world.ts";

const P = "/api/app/projects/shop";
const counted = { critical: 0, serious: 1, moderate: 0, minor: 0, info: 0 };
const summary = (score: number) => ({
  pages: 1,
  passed: 1,
  failed: 1,
  warnings: 0,
  review: 0,
  notMeasured: 0,
  score,
  new: 1,
  fixed: 2,
  bySeverity: counted,
  verdict: "pass" as const,
  reasons: ["Fine."],
});

describe("audits and tests of the dashboard", () => {
  let world: World;
  let editor: Session;
  let viewer: Session;
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000 });
    [editor, viewer] = [await world.session("editor"), await world.session("viewer")];
  });
  after(() => world.close());
  const get = (path: string, session = viewer) => world.client.get(`${P}/${path}`, { session });
  const post = (path: string, body: object, session = editor) => world.client.post(`${P}/${path}`, { session, body });
  const del = (path: string, session = editor) => world.client.del(`${P}/${path}`, { session });

  describe("trends", () => {
    const measured = async (runId: string, hour: number, lcp: number) => {
      await addRun(world.models, runId, {
        type: "perf-test",
        verdict: "pass",
        summary: summary(90),
        branch: "main",
        createdAt: new Date(Date.UTC(2026, 2, 10, hour)),
        perfBudgets: hour === 9 ? { lcp: 2_000 } : null,
        extra: { options: { formFactor: "desktop" } },
      });
      await world.models.auditPages.create({
        _id: `${runId}-p0`,
        runId,
        projectId: "prj_shop",
        pillar: "perf",
        index: 0,
        status: "passed",
        score: 90,
        url: "https://shop.example/cart",
        key: "/cart",
        scenarioLabels: ["Cart"],
        metrics: { lcp, lcpMin: lcp - 100, lcpMax: lcp + 200, cls: 0.01 },
        artifacts: { report: "rep", lhr1: "raw", filmstrip: "film" },
      });
    };
    before(async () => {
      await measured("run_perf_2", 9, 1_800);
      await measured("run_perf_1", 8, 1_500);
    });

    it("have a line a page and device, with spread, budget and what is good", async () => {
      const { status, body } = await get("trends?pillar=perf");
      expect(status).to.equal(200);
      expect((body.runs as { runId: string }[]).map(({ runId }) => runId)).to.deep.equal(["run_perf_1", "run_perf_2"]);
      const lcp = (body.metrics as { metric: string }[]).find(({ metric }) => metric === "lcp");
      expect(lcp).to.deep.include({ budget: 2_000, unit: "ms" });
      expect(Reflect.get(lcp ?? {}, "bands")).to.deep.equal({
        mobile: { good: 2_500, poor: 4_000 },
        desktop: { good: 1_200, poor: 2_400 },
      });
      const [line] = Reflect.get(lcp ?? {}, "lines") as { page: string; device: string; points: object[] }[];
      expect([line?.page, line?.device]).to.deep.equal(["/cart", "desktop"]);
      expect(
        line?.points.map((point) => ["value", "low", "high"].map((name) => Reflect.get(point, name))),
      ).to.deep.equal([
        [1_500, 1_400, 1_700],
        [1_800, 1_700, 2_000],
      ]);
      expect((await get("trends?pillar=seo")).body).to.deep.include({ runs: [], metrics: [] });
      expect((await get("trends?pillar=perf&branch=other")).body.runs).to.deep.equal([]);
    });

    it("two runs stand beside each other; runs of other projects are unknown", async () => {
      const { status, body } = await get("compare?a=run_perf_1&b=run_perf_2");
      expect([status, body.unchanged, body.parts]).to.deep.equal([200, 1, []]);
      const [lcp] = body.metrics as { metric: string }[];
      expect(lcp).to.deep.include({ page: "/cart", metric: "lcp", from: 1_500, to: 1_800, change: "steady" });
      // Runs of different parts, and of a part and the whole, say nothing about how the score moved.
      const part = { type: "perf-test" as const, branch: "parts", part: { scenarios: 1, of: 12 } };
      for (const [id, label, score] of [
        ["run_home", "Home", 40],
        ["run_cart", "Cart", 90],
        ["run_cart_again", "Cart", 80],
      ] as const)
        await addRun(world.models, id, { ...part, scenarios: [label], summary: summary(score) });
      const moved = async (a: string, b: string) => (await get(`compare?a=${a}&b=${b}`)).body.moved;
      expect([
        body.moved,
        await moved("run_home", "run_perf_2"),
        await moved("run_home", "run_cart"),
        await moved("run_cart_again", "run_cart"),
      ]).to.deep.equal([0, null, null, 10]);
      await addRun(world.models, "run_foreign", { projectId: "prj_foreign", orgId: "org_b", type: "perf-test" });
      expect((await get("compare?a=run_perf_1&b=run_foreign")).status).to.equal(404);
      expect((await get("runs/run_foreign/pages")).status).to.equal(404);
      expect((await get("runs/run_foreign/timeline")).status).to.equal(404);
    });

    it("the pages of a run lead to report and filmstrip, and not to raw results", async () => {
      const { body } = await get("runs/run_perf_2/pages");
      const [page] = body.pages as { artifacts: Record<string, string> }[];
      expect(body.device).to.equal("desktop");
      expect(Object.keys(page?.artifacts ?? {})).to.have.members(["report", "filmstrip"]);
      expect(page?.artifacts.report).to.match(/^\/api\/artifacts\/rep\?/);
    });

    it("a page's report runs its scripts in a sandbox of its own, for people of the project alone", async () => {
      const report = "<script>parent.document.cookie</script>";
      const artifactId = await world.ctx.artifacts.put(Buffer.from(report));
      const kept = { artifactId, projectId: "prj_shop", bytes: report.length, createdAt: new Date() };
      await world.models.artifacts.create({ ...kept, _id: `prj_shop:${artifactId}`, contentType: "text/html" });
      await world.models.auditPages.updateOne({ _id: "run_perf_2-p0" }, { $set: { "artifacts.report": artifactId } });
      const { status, headers, raw } = await get("runs/run_perf_2/pages/0/report");
      expect([status, raw.toString()]).to.deep.equal([200, report]);
      const rules = headers.get("content-security-policy")?.split("; ") ?? [];
      expect(rules).to.include.members(["sandbox allow-scripts", "default-src 'none'", "frame-ancestors 'self'"]);
      expect(rules.join()).not.to.match(/allow-same-origin|connect-src|frame-src|allow-popups|allow-top/);
      expect((await get("runs/run_perf_2/pages/9/report")).status).to.equal(404);
      expect((await get("runs/run_perf_2/pages/x/report")).status).to.equal(404);
      expect((await get("runs/run_foreign/pages/0/report")).status).to.equal(404);
      expect((await world.client.get(`${P}/runs/run_perf_2/pages/0/report`)).status).to.equal(401);
    });

    for (const [what, items, frames] of [
      ["pictures", [{ timing: 300.4, data: "data:image/jpeg;base64,AAAA" }], 1],
      [
        "no pictures",
        [
          { timing: 1, data: "data:text/html,<b>" },
          { timing: "x", data: "data:image/jpeg;base64,AA" },
        ],
        0,
      ],
      ["huge pictures", [{ timing: 1, data: `data:image/jpeg;base64,${"A".repeat(40_001)}` }], 0],
      ["too many", Array.from({ length: 40 }, (_, timing) => ({ timing, data: "data:image/png;base64,AAAA" })), 12],
      ["no list", null, 0],
    ] as const)
      it(`a filmstrip of ${what}: ${frames} frames`, () => {
        expect(filmstripOf({ audits: { "screenshot-thumbnails": { details: { items } } } })).to.have.length(frames);
      });
  });

  describe("the tracking plan", () => {
    const page = { label: "Cart", pageType: "cart", path: "/cart" };
    it("is saved row by row, only from what stands, and says what happened otherwise", async () => {
      const made = await post("tracking/pages/page-cart", { rev: "", row: page });
      expect([made.status, made.body.change]).to.deep.equal([200, "created"]);
      const event = { label: "Added", eventType: "add_to_cart", pageId: "page-cart", trigger: { on: "load" } };
      expect((await post("tracking/events/event-add", { rev: "", row: event })).status).to.equal(200);
      // Adding an event to the page does not change the page's revision.
      const changed = await post("tracking/pages/page-cart", { rev: made.body.rev, row: { ...page, label: "Basket" } });
      expect([changed.status, changed.body.change]).to.deep.equal([200, "updated"]);
      const stale = await post("tracking/pages/page-cart", { rev: made.body.rev, row: { ...page, label: "Old" } });
      const { row, rev } = stale.body.now as { row: { label: string }; rev: string };
      expect([stale.status, row.label, rev]).to.deep.equal([409, "Basket", changed.body.rev]);
      expect(stale.body.error).to.match(/^Somebody else changed/);
      expect((await post("tracking/pages/page-cart", { rev: "", row: page })).status).to.equal(409);
      expect((await post("tracking/events/event-x", { rev: "", row: { ...event, pageId: "none" } })).status).to.equal(
        404,
      );
      expect((await post("tracking/pages/page-x", { rev: "", row: page }, viewer)).status).to.equal(403);
    });

    it("stands beside its last audit", async () => {
      const commit = {
        branch: "main",
        commitSha: "4f1c2ab",
        commitMessage: "Track",
        commitAuthor: "Ada",
        prNumber: 12,
      };
      await addRun(world.models, "run_track", { type: "tracking-test", summary: summary(50), ...commit });
      const verdict = {
        planEventId: "event-add",
        kind: "event",
        label: "Added",
        eventType: "add_to_cart",
        status: "fail",
        reason: null,
        notJudged: [],
        push: { event: "add_to_cart" },
        beacons: [],
        screenshotId: "shot",
        violations: [{ rule: "attribute-missing", message: "No currency." }],
      };
      const visited = (runId: string, url: string, status: "failed" | "passed", of: object) =>
        world.models.auditPages.create({
          _id: `${runId}-p0`,
          runId,
          projectId: "prj_shop",
          pillar: "tracking",
          index: 0,
          status,
          url,
          key: "/cart",
          details: { planPageId: "page-cart", events: [of], beacons: [] },
        });
      await visited("run_track", "https://shop.example/cart", "failed", verdict);
      const { body } = await get("tracking");
      expect(body.counts).to.deep.equal({ pass: 0, fail: 1, not_exercised: 0 });
      expect(body.lastAudit).to.include({ runId: "run_track", ...commit, commitUrl: null });
      const [event] = body.events as { rev: string; audit: { runId: string; status: string; violations: object[] } }[];
      expect([event?.audit.status, event?.audit.violations.length]).to.deep.equal(["fail", 1]);
      const proof = await get("tracking/proof?runId=run_track&id=event-add");
      expect(proof.body).to.deep.include({ status: "fail", push: { event: "add_to_cart" } });
      expect(Reflect.get(proof.body.trigger ?? {}, "on")).to.equal("load");
      expect(proof.body.screenshot).to.match(/^\/api\/artifacts\/shot\?/);
      expect((await get("tracking/proof?runId=run_track&id=none")).status).to.equal(404);
      // Audits of other pages say nothing about this one, however many there are.
      const part = { ...commit, type: "tracking-test" as const, scenarios: ["Home"], summary: summary(100) };
      const addPart = (i: number, more: object = {}) =>
        addRun(world.models, `run_part_${i}`, { ...part, createdAt: new Date(Date.now() + i * 1_000), ...more });
      for (let i = 1; i <= 10; i++) await addPart(i);
      const after = (await get("tracking")).body as { lastAudit: object; counts: object; events: object[] };
      expect(after.lastAudit).to.include({ runId: "run_part_10", score: null });
      expect([after.counts, after.events]).to.deep.equal([body.counts, body.events]);
      // A page is the same at every address of the site.
      await addPart(11, { baseUrl: "https://preview.shop.example" });
      const passed = { ...verdict, status: "pass", violations: [] };
      await visited("run_part_11", "https://preview.shop.example/cart", "passed", passed);
      const { counts, events } = (await get("tracking")).body as typeof after;
      expect(counts).to.deep.equal({ pass: 1, fail: 0, not_exercised: 0 });
      expect(events[0]).to.have.property("audit").that.includes({ runId: "run_part_11", status: "pass" });
      expect(event?.audit.runId).to.equal("run_track");
    });

    it("is exported, imported again, and deleted row by row", async () => {
      const file = (await get("tracking/export")).body as { events: object[] };
      expect(file.events).to.have.length(1);
      const again = await post("tracking/import", { plan: file, reason: "Again" });
      expect(again.body.events).to.deep.include({ unchanged: 1, removed: 0 });
      const bad = await post("tracking/import", { plan: { events: [{ id: "x" }] }, reason: "Bad" });
      expect(bad.status).to.equal(400);
      const { body } = await get("tracking");
      const [event] = body.events as { rev: string }[];
      expect((await del("tracking/events/event-add?rev=0000")).status).to.equal(409);
      expect((await del(`tracking/events/event-add?rev=${event?.rev}`, viewer)).status).to.equal(403);
      expect((await del(`tracking/events/event-add?rev=${event?.rev}`)).status).to.equal(200);
    });
  });

  describe("features", () => {
    const GHERKIN = 'Feature: Basket\n  Scenario: Opens\n    Given I am on "/cart"\n    Then I should see "Basket"\n';
    it("are made, read and saved, only from the version that was edited", async () => {
      const made = await post("features/basket", { version: 0, gherkin: GHERKIN, group: ["Shop"] });
      expect([made.status, made.body.version, made.body.status]).to.deep.equal([200, 1, "ready"]);
      const renamed = GHERKIN.replace("Opens", "Opens the basket");
      expect((await post("features/basket", { version: 1, gherkin: renamed, group: [] })).body.version).to.equal(2);
      const stale = await post("features/basket", { version: 1, gherkin: GHERKIN });
      expect([stale.status, stale.body.version]).to.deep.equal([409, 2]);
      expect(stale.body.error).to.match(/^editor@org_a.example saved version 2/);
      expect((await post("features/basket", { version: 0, gherkin: GHERKIN })).status).to.equal(409);
      expect((await post("features/a b", { version: 0, gherkin: GHERKIN })).status).to.equal(400);
      expect((await post("features/new", { version: 0, gherkin: GHERKIN }, viewer)).status).to.equal(403);
      const { body } = await get("features/basket");
      expect(body).to.deep.include({ version: 2, ready: true, problems: [], group: [] });
      expect((body.history as object[]).length).to.equal(2);
      const first = await get("features/basket/versions/1");
      expect(first.body).to.deep.include({ version: 1, what: "created", gherkin: GHERKIN });
      for (const version of ["3", "0", "x"])
        expect((await get(`features/basket/versions/${version}`)).status, version).to.equal(404);
      expect((await get("features/none/versions/1")).status).to.equal(404);
    });

    it("say which events of the tracking plan keep them from being deleted", async () => {
      await post("features/linked", { version: 0, gherkin: GHERKIN });
      expect((await get("features/linked")).body.linkedEvents).to.deep.equal([]);
      await post("tracking/pages/page-linked", {
        rev: "",
        row: { label: "Linked", pageType: "cart", path: "/linked" },
      });
      const row = { label: "Bought", eventType: "purchase", pageId: "page-linked", trigger: { on: "load" } };
      await post("tracking/events/event-linked", { rev: "", row });
      const link = { featureId: "linked", scenarioName: "Opens", stepText: 'I am on "/cart"' };
      await world.models.trackingEvents.updateOne({ id: "event-linked" }, { $set: { frtLinks: [link] } });
      expect((await get("features/linked")).body.linkedEvents).to.deep.equal([{ id: "event-linked", label: "Bought" }]);
      expect((await del("features/linked?version=1")).status).to.equal(409);
      await world.models.trackingEvents.deleteMany({ id: "event-linked" });
      expect((await del("features/linked?version=1")).status).to.equal(200);
    });

    it("are checked line by line while they are written, with sentences that would fit", async () => {
      const check = async (gherkin: string) => (await post("features/check", { gherkin }, viewer)).body;
      expect(await check(GHERKIN)).to.deep.include({ ok: true, ready: true, problems: [] });
      const open = await check(GHERKIN.replace("I should see", "I shuld see"));
      const [problem] = open.problems as { line: number; severity: string; suggestions: string[] }[];
      expect([open.ok, open.ready, problem?.line, problem?.severity]).to.deep.equal([true, false, 4, "warning"]);
      expect(problem?.suggestions.join()).to.contain("see");
      const broken = await check('Feature: x\n  Scenario: y\n    Given I am on "/"\n    Nonsense\n');
      expect([broken.ok, (broken.problems as { line: number }[])[0]?.line]).to.deep.equal([false, 4]);
      expect(await check("")).to.deep.include({ ok: false });
    });

    it("are listed with their last result, and a run has its timeline", async () => {
      await addFeature(world.models, "untested");
      await addFeatureRun(world.models, "run_frt", [
        {
          featureId: "basket",
          gherkin: GHERKIN,
          kept: false,
          tried: [[{ attempts: [{ steps: [{ drift: [{ action: 0, used: 1, of: 2 }] }, FAILED], traceId: "trace" }] }]],
        },
      ]);
      const { body } = await get("features");
      const all = body.features as { featureId: string; last: { status: string } | null }[];
      expect(all.map(({ featureId, last }) => [featureId, last?.status])).to.deep.equal([
        ["basket", "failed"],
        ["untested", undefined],
      ]);
      const line = (await get("runs/run_frt/timeline?featureId=basket")).body;
      expect((line.steps as { status: string }[]).map(({ status }) => status)).to.deep.equal(["passed", "failed"]);
      expect(Reflect.get(line.attempt ?? {}, "traceViewer")).to.match(/^\/trace-viewer\/index.html\?trace=/);
      expect(Reflect.get((line.steps as object[])[1] ?? {}, "failure")).to.deep.include({ message: "Not seen." });
      const library = (await get("steps")).body.steps as {
        id: string;
        uses: number;
        drift: number;
        builtin: boolean;
      }[];
      expect(library.filter(({ uses }) => uses > 0).length).to.be.greaterThan(1);
      expect(library.filter(({ drift }) => drift > 0)).to.have.length(1);
      expect((await get("recordings")).body).to.deep.equal({ recordings: [] });
      expect((await get("heals")).body).to.deep.equal({ heals: [], nextCursor: null });
      expect((await post("heals/heal_none", { decision: "accept" })).status).to.equal(404);
      expect((await del("features/basket?version=1")).status).to.equal(409);
      expect((await del("features/basket?version=2")).status).to.equal(200);
    });
  });
});

const FAILED: Partial<StepResult> = {
  status: "failed",
  failure: {
    message: "Not seen.",
    action: 0,
    op: "expectVisible",
    stepDefId: "x",
    matches: [],
    expected: null,
    actual: null,
    url: "https://shop.example/",
    timedOut: true,
  },
};
