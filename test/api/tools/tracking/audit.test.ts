// Results of tracking audits as activities store them, judged by the real rules.
import { expect } from "chai";
import { storeFindings } from "../../../../activities/audit/findings.ts";
import { storable } from "../../../../activities/audit/storable.ts";
import { exportAuditReport } from "../../../../api/operations/tracking/exportAuditReport.ts";
import { auditPageIdOf } from "../../../../domain/ids.ts";
import type { TrackingData } from "../../../../domain/pillars/tracking/observation.ts";
import type { PlanEvent, TrackingPlan } from "../../../../domain/pillars/tracking/plan.ts";
import type { Run } from "../../../../models/runs/schema.ts";
import {
  dataOf,
  judgePage,
  pass,
  planEvent,
  planPage,
  push,
  sent,
  triggerPass,
} from "../../../domain/pillars/tracking/fixtures.ts";
import { addRun } from "../../support/shots.ts";
import { makeToolWorld, type ToolWorld } from "../harness.ts";

const CART = "https://shop.example/cart";
const EVENTS: PlanEvent[] = [
  planEvent("view_item", { attributes: [{ name: "currency", expected: "iso-currency" }] }),
  planEvent("add_to_cart", {
    trigger: { on: "click", path: null, selector: "#add" },
    attributes: [
      { name: "value", expected: "number" },
      { name: "currency", expected: "EUR" },
    ],
  }),
  planEvent("wish", { trigger: { on: "click", path: null, selector: "#wish" } }),
  planEvent("view_cart", { pageId: "page-cart" }),
];
const PLAN: TrackingPlan = {
  pages: [
    planPage({ attributes: [{ name: "page_type", expected: "product" }] }),
    planPage({ id: "page-cart", label: "Cart", path: "/cart" }),
  ],
  events: EVENTS,
};
const PRODUCT: TrackingData = {
  ...dataOf(
    pass(sent(push(1, "", { page_type: "product" }), push(2, "view_item", { currency: "EUR" }))),
    triggerPass(
      "event-add_to_cart",
      sent(push(5, "add_to_cart", { value: "39.00\nignore this", currency: "USD" }, { step: 1 })),
    ),
  ),
  skipped: [{ eventId: "event-wish", reason: "No element was found for its selector #wish." }],
};

describe("tracking audits by tools", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
    const { models, ctx } = world;
    for (const { id, ...row } of PLAN.pages)
      await models.trackingPages.create({
        ...row,
        id,
        _id: `prj_shop:${id}`,
        projectId: "prj_shop",
        createdAt: ctx.now(),
      });
    for (const { id, ...row } of EVENTS)
      await models.trackingEvents.create({
        ...row,
        id,
        _id: `prj_shop:${id}`,
        projectId: "prj_shop",
        createdAt: ctx.now(),
      });
  });
  after(() => world.close());

  const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 10, minute));
  /** Adds a run whose pages were judged by the pillar's own rules. */
  async function audit(id: string, patch: Partial<Run> = {}, pages: [string, TrackingData][] = []): Promise<void> {
    const { models } = world;
    await addRun(models, id, { type: "tracking-test", verdict: "fail", ...patch });
    for (const [index, [url, data]] of pages.entries()) {
      const judged = judgePage(data, PLAN, url);
      await models.auditPages.create({
        _id: auditPageIdOf(id, index),
        runId: id,
        projectId: "prj_shop",
        pillar: "tracking",
        index,
        url,
        key: url,
        status: judged.score === 100 ? "passed" : "failed",
        score: judged.score,
        metrics: judged.metrics,
        details: storable(judged.details as never),
      });
      await storeFindings({ models } as never, { runId: id, projectId: "prj_shop" }, index, judged.findings);
    }
  }
  const report = (args = {}) => world.call("tracking_get_audit_report", args);
  const proof = (eventId: string, args = {}) => world.call("tracking_get_audit_event_proof", { eventId, ...args });

  it("are asked to be run where there is none yet", async () => {
    for (const [tool, args] of [
      ["tracking_get_audit_report", {}],
      ["tracking_get_audit_event_proof", { eventId: "event-wish" }],
      ["tracking_export_audit_report", {}],
    ] as const) {
      const body = await world.refused(tool, args, 422, "tool_error");
      expect(body.error?.message).to.match(
        /^The project Shop has no completed .* yet\. Start one with run_full_audit\.$/,
      );
      expect(body.nextActions).to.deep.equal([
        {
          label: "Run it",
          tool: "run_full_audit",
          args: { project: "shop", pillars: ["tracking"] },
          needsConfirm: true,
        },
      ]);
      expect(body.recoverable).to.equal(true);
    }
  });

  describe("with runs", () => {
    before(async () => {
      const summary = { score: 50, reasons: ["Two rows\nfailed."], verdict: "fail" } as never;
      await audit("run_old", { createdAt: at(1) }, [[CART, dataOf(pass({ address: CART }))]]);
      await audit("run_new", { createdAt: at(2), summary }, [
        ["https://shop.example/product", PRODUCT],
        [CART, dataOf(pass({ address: CART, ...sent(push(1, "view_cart")) }))],
      ]);
      await world.models.auditPages.create({
        _id: auditPageIdOf("run_new", 2),
        runId: "run_new",
        projectId: "prj_shop",
        pillar: "tracking",
        index: 2,
        url: "https://shop.example/gone",
        key: "/gone",
        status: "not_measured",
        reason: "It answered\n404.",
      });
      await audit("run_live", { createdAt: at(3), status: "running", verdict: null });
      await audit("run_suite", { createdAt: at(0), type: "full-suite" });
      await audit("run_suite-tracking", { createdAt: at(0), parentRunId: "run_suite" }, [
        [CART, dataOf(pass({ address: CART, ...sent(push(1, "view_cart")) }))],
      ]);
      await audit("run_parts", { createdAt: at(0), type: "full-suite" });
      await addRun(world.models, "run_seo", { type: "seo-test", createdAt: at(4) });
      await audit("run_stage", { createdAt: at(0), environmentId: "env_stage", environmentName: "Staging" });
    });

    it("the latest completed one is reported, worst first", async () => {
      const { data, summary, nextActions, warnings } = await report();
      expect(data).to.deep.include({
        runId: "run_new",
        status: "completed",
        verdict: "fail",
        score: 50,
        environment: "Production",
        createdAt: at(2).toISOString(),
        reasons: ["Two rows failed."],
        nextCursor: null,
        counts: { pass: 3, fail: 1, not_exercised: 1 },
      });
      expect(summary).to.equal('1 of 4 tried rows failed, 1 could not be tried; the worst: "add_to_cart".');
      expect(warnings).to.deep.equal([]);
      const base = { page: "https://shop.example/product", kind: "event" };
      const [worst, idle, ...rest] = data.rows;
      expect(worst).to.deep.equal({
        ...base,
        id: "event-add_to_cart",
        label: "add_to_cart",
        eventType: "add_to_cart",
        status: "fail",
        violations: [
          {
            rule: "wrong-type",
            severity: "serious",
            message: worst.violations[0].message,
          },
          { rule: "wrong-value", severity: "moderate", message: worst.violations[1].message },
        ],
      });
      // Text from a page stays on one line.
      for (const { message } of worst.violations) expect(message).to.match(/^[^\n]+$/);
      expect(idle).to.deep.equal({
        ...base,
        id: "event-wish",
        label: "wish",
        eventType: "wish",
        status: "not_exercised",
        reason: "No element was found for its selector #wish.",
      });
      expect(rest.map((row: { id: string; status: string }) => `${row.status} ${row.id}`)).to.deep.equal([
        "pass page-product",
        "pass event-view_item",
        "pass event-view_cart",
      ]);
      const byClass = data.violationsByClass.map((one: { outcome: string; rule: string; count: number }) => [
        one.outcome,
        one.rule,
        one.count,
      ]);
      expect(byClass).to.deep.equal([
        ["failed", "wrong-type", 1],
        ["failed", "wrong-value", 1],
        ["review", "not-exercised", 1],
      ]);
      expect(data.violationsByClass[0]).to.deep.include({ new: null, targets: ["event-add_to_cart value"] });
      expect(data.pages).to.deep.equal([
        {
          url: "https://shop.example/product",
          planPageId: "page-product",
          status: "failed",
          score: 67,
          rows: { pass: 2, fail: 1, not_exercised: 1 },
        },
        {
          url: "https://shop.example/gone",
          planPageId: null,
          status: "not_measured",
          score: null,
          reason: "It answered 404.",
          rows: { pass: 0, fail: 0, not_exercised: 0 },
        },
        {
          url: CART,
          planPageId: "page-cart",
          status: "passed",
          score: 100,
          rows: { pass: 1, fail: 0, not_exercised: 0 },
        },
      ]);
      expect(nextActions).to.deep.equal([
        {
          label: 'Proof of "add_to_cart"',
          tool: "tracking_get_audit_event_proof",
          args: { project: "shop", eventId: "event-add_to_cart", runId: "run_new" },
        },
      ]);
    });

    it("page by page gives every row once; classes and pages come with the first", async () => {
      const first = (await report({ limit: 2 })).data;
      expect(first).to.include.keys("violationsByClass", "pages");
      const second = (await report({ limit: 2, cursor: first.nextCursor })).data;
      expect(second).not.to.have.any.keys("violationsByClass", "pages");
      const third = (await report({ limit: 2, cursor: second.nextCursor })).data;
      const all = [first, second, third].flatMap(({ rows }) => rows.map(({ id }: { id: string }) => id));
      expect(all).to.deep.equal((await report()).data.rows.map(({ id }: { id: string }) => id));
      expect(third.nextCursor).to.equal(null);
    });

    it("verbose has the pictures, as links that open", async () => {
      const { data } = await report({ verbose: true });
      expect(data.rows[0].screenshot).to.match(/^\/api\/artifacts\/picture-2\?expires=\d+&sig=/);
      const client = await world.listen({ config: { ...world.ctx.config, publicUrl: "https://quality.example" } });
      for (const [tool, args] of [
        ["tracking_get_audit_report", { verbose: true }],
        ["tracking_get_audit_event_proof", { eventId: "event-add_to_cart" }],
      ] as const) {
        const body = { tool, args };
        const { body: answer } = await client.post("/api/mcp/v1/invoke", { key: world.keys.mcp_read, body });
        expect(JSON.stringify(answer)).to.contain('"https://quality.example/api/artifacts/picture-2?expires=');
      }
      expect(data.rows[0].notJudged).to.deep.equal([]);
    });

    for (const [args, runId] of [
      [{ runId: "run_old" }, "run_old"],
      [{ runId: "run_suite" }, "run_suite-tracking"],
      [{ environment: "Staging" }, "run_stage"],
      [{ environment: "production" }, "run_new"],
    ] as const)
      it(`${JSON.stringify(args)} means ${runId}`, async () => {
        expect((await report(args)).data.runId).to.equal(runId);
      });

    it("one that is going on says so", async () => {
      const { data, warnings, nextActions } = await report({ runId: "run_live" });
      expect(nextActions?.map(({ tool, args }) => [tool, args?.runId])).to.deep.equal([["wait_for_run", "run_live"]]);
      expect([data.status, data.verdict, data.rows]).to.deep.equal(["running", null, []]);
      expect(warnings).to.deep.equal(["The run is still running: call wait_for_run, then this again."]);
    });

    for (const [tool, args, status, code, words] of [
      [
        "tracking_get_audit_report",
        { runId: "run_nev" },
        422,
        "tool_error",
        /was not found.* Did you mean .*"run_new"/,
      ],
      [
        "tracking_get_audit_report",
        { runId: "run_seo" },
        400,
        "validation_error",
        /is a seo-test run; a tracking-test run is needed. Leave runId out/,
      ],
      ["tracking_get_audit_report", { runId: "run_parts" }, 400, "validation_error", /has no part for tracking/],
      ["tracking_get_audit_report", { cursor: "x" }, 400, "validation_error", /nextCursor/],
      ["tracking_get_audit_report", { limit: 1.5 }, 400, "validation_error", /limit must be a whole number/],
      ["tracking_get_audit_report", { environment: "Nowhere" }, 422, "project_resolution_error", /Nowhere/],
      ["tracking_get_audit_event_proof", {}, 400, "validation_error", /eventId is required/],
      ["tracking_get_audit_event_proof", { eventId: 5 }, 400, "validation_error", /eventId must be a string/],
      [
        "tracking_get_audit_event_proof",
        { eventId: "event-add_to_card" },
        422,
        "tool_error",
        /checked no row "event-add_to_card" of the plan\. Did you mean "event-add_to_cart"/,
      ],
      [
        "tracking_get_audit_event_proof",
        { eventId: "event-wish", runId: "run_old" },
        422,
        "tool_error",
        /The run run_old did not check "event-wish": .* Call run_full_audit \(pillars: tracking\)/,
      ],
      [
        "tracking_export_audit_report",
        { format: "doc" },
        400,
        "validation_error",
        /format must be one of html, pdf, xlsx/,
      ],
      ["tracking_export_audit_report", { runId: "run_live" }, 422, "tool_error", /has not ended yet. wait for it with/],
      ["tracking_export_audit_report", { runId: "run_seo" }, 400, "validation_error", /a tracking-test run is needed/],
    ] as [string, object, number, string, RegExp][])
      it(`${tool} ${JSON.stringify(args)} is refused with ${code}`, async () => {
        const body = await world.refused(tool, args, status, code);
        expect(body.error?.message.toLowerCase()).to.match(new RegExp(words.source.toLowerCase()));
      });

    it("of a failed event the proof has the push, the beacons, the picture and each violation", async () => {
      const { data, summary, nextActions } = await proof("event-add_to_cart");
      expect(data).to.deep.include({
        runId: "run_new",
        eventId: "event-add_to_cart",
        kind: "event",
        status: "fail",
        reason: null,
        label: "add_to_cart",
        eventType: "add_to_cart",
        page: "https://shop.example/product",
        notJudged: [],
        push: {
          atMs: 50,
          layer: "dataLayer",
          name: "add_to_cart",
          copy: JSON.stringify({ value: "39.00\nignore this", currency: "USD" }),
          stack: ["track (https://shop.example/app.js:3)"],
        },
        beacons: [
          {
            provider: "ga4",
            account: "G-TEST",
            event: "add_to_cart",
            atMs: 55,
            url: "https://shop.example/g/collect?v=2",
          },
        ],
        elsewhere: [],
      });
      expect(data.planRow).to.deep.equal({
        id: "event-add_to_cart",
        label: "add_to_cart",
        eventType: "add_to_cart",
        pageId: "page-product",
        trigger: { on: "click", selector: "#add" },
        frtLinks: [],
        attributes: EVENTS[1]?.attributes,
      });
      const broken = data.violations.map(
        ({ rule, attribute, expected, where }: Record<string, string>) => `${rule} ${attribute} ${expected} ${where}`,
      );
      expect(broken.sort()).to.deep.equal(["wrong-type value number push", "wrong-value currency EUR push"]);
      expect(data.screenshot).to.match(/^\/api\/artifacts\/picture-2\?expires=\d+&sig=/);
      expect(summary).to.match(/^"add_to_cart" \(add_to_cart\) failed: /);
      expect(nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
        ["run_full_audit", { project: "shop", environment: "Production", pillars: ["tracking"] }],
      ]);
    });

    it("of a proven, an untried and a page's own row", async () => {
      const right = await proof("event-view_item");
      expect(right.summary).to.equal('"view_item" (view_item) is proven: pushed and sent to ga4.');
      expect([right.data.violations, right.data.push.name]).to.deep.equal([[], "view_item"]);
      const idle = await proof("event-wish");
      expect(idle.summary).to.equal('"wish" (wish) was not tried: No element was found for its selector #wish.');
      expect(idle.data).to.include({ status: "not_exercised", push: null, screenshot: null });
      expect(idle.data.violations.map(({ rule, outcome }: Record<string, string>) => [rule, outcome])).to.deep.equal([
        ["not-exercised", "review"],
      ]);
      const row = await proof("page-product");
      expect(row.data).to.deep.include({ kind: "page", status: "pass", eventType: null });
      expect(row.data.planRow).to.include({ id: "page-product", path: "/product" });
    });

    it("of a missing event has no push; of one at two addresses shows the worse and names the other", async () => {
      const missing = await proof("event-view_cart", { runId: "run_old" });
      expect(missing.data).to.include({ status: "fail", push: null });
      expect(missing.data.violations[0]).to.include({ rule: "missing-event", severity: "serious" });
      await audit("run_two", { createdAt: at(0) }, [
        [`${CART}?full=1`, dataOf(pass({ address: `${CART}?full=1`, ...sent(push(1, "view_cart")) }))],
        [CART, dataOf(pass({ address: CART }))],
      ]);
      const { data } = await proof("event-view_cart", { runId: "run_two" });
      expect([data.page, data.status]).to.deep.equal([CART, "fail"]);
      expect(data.elsewhere).to.deep.equal([{ page: `${CART}?full=1`, status: "pass" }]);
    });

    it("of a row that the plan no longer has is still there, with a warning", async () => {
      await world.models.trackingEvents.deleteOne({ id: "event-view_item" });
      const { data, warnings } = await proof("event-view_item");
      expect(data.planRow).to.equal(null);
      expect(warnings).to.deep.equal(["The plan no longer has this row; the audit is older."]);
    });

    for (const format of [undefined, "html", "pdf", "xlsx"] as const)
      it(`as a file: ${format ?? "Default xlsx"}, behind a link that opens without a key`, async () => {
        const artifactId = await world.ctx.artifacts.put(Buffer.from(`report ${format}`));
        const _id = `prj_shop:${artifactId}`;
        const contentType = format === "html" ? "text/html; charset=utf-8" : "application/octet-stream";
        await world.models.artifacts.create({
          _id,
          artifactId,
          projectId: "prj_shop",
          contentType,
          bytes: 9,
          createdAt: world.ctx.now(),
        });
        world.engine.report = artifactId;
        const { data, summary } = await world.call("tracking_export_audit_report", format ? { format } : {});
        expect(data).to.include({ runId: "run_new", format: format ?? "xlsx", expiresAt: "2026-03-10T13:00:00.000Z" });
        expect(summary).to.contain(format ?? "xlsx");
        expect(world.engine.rendered).to.include(`run_new.${format ?? "xlsx"}`);
        const file = await world.client.get(data.link);
        expect([file.status, file.raw.toString()]).to.deep.equal([200, `report ${format}`]);
      });

    it("as a file that takes long to make: nobody is kept waiting for it", async () => {
      const engine = Object.assign(Object.create(world.engine) as typeof world.engine, {
        renderReport: () => new Promise<string>(() => {}),
      });
      const caller = { kind: "operator", orgId: "org_a" } as const;
      const input = { runId: "run_new", format: "xlsx" } as const;
      const error = await exportAuditReport({ ...world.ctx, engine }, caller, input, 20).catch((e: unknown) => e);
      expect(error).to.include({
        code: "conflict",
        message: "The xlsx report is being created. Call again in a few seconds for its link.",
      });
    });
  });

  it("with hundreds of rows and long messages still fit into an answer", async () => {
    const long = "x ".repeat(250);
    const events = Array.from({ length: 15 }, (_, i) => ({
      planEventId: `e${i}`,
      kind: "event",
      label: long.slice(0, 200),
      eventType: "e",
      status: "fail",
      reason: null,
      violations: Array.from({ length: 9 }, () => ({ rule: "wrong-value", message: long.slice(0, 500) })),
      notJudged: [],
      push: null,
      beacons: [],
      screenshotId: null,
    }));
    await addRun(world.models, "run_huge", { type: "tracking-test", createdAt: at(0) });
    for (let index = 0; index < 8; index++)
      await world.models.auditPages.create({
        _id: auditPageIdOf("run_huge", index),
        runId: "run_huge",
        projectId: "prj_shop",
        pillar: "tracking",
        index,
        url: `https://shop.example/${index}`,
        key: `/${index}`,
        status: "failed",
        score: 0,
        details: { planPageId: null, events, beacons: [], cut: [] },
      });
    const { data } = await report({ runId: "run_huge", limit: 500, verbose: true });
    expect(data.counts.fail).to.equal(120);
    expect(data.rows.length).to.be.within(4, 12);
    expect(JSON.stringify(data).length).to.be.lessThan(50_000);
    const rest = await report({ runId: "run_huge", limit: 5, cursor: data.nextCursor });
    expect(rest.data.rows).to.have.length(5);
    expect(rest.data.rows[0]).to.include({ violationCount: 9 });
  });
});
