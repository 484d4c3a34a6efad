import { expect } from "chai";
import type { Shot } from "../../../../models/shots/schema.ts";
import { addRun, addShot } from "../../support/shots.ts";
import { makeToolWorld, type ToolWorld } from "../harness.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 10, minute));

describe("runs over time", () => {
  let world: ToolWorld;
  beforeEach(async () => {
    world = await makeToolWorld();
  });
  afterEach(() => world.close());
  const ids = (data: { runs: { runId: string }[] }) => data.runs.map(({ runId }) => runId);

  describe("get_run_history", () => {
    it("lists the runs, newest first, with what each came to", async () => {
      const summary = { total: 4, passed: 3, failed: 1, approved: 0, errors: 0, flaky: 0, noBaseline: 0 };
      await addRun(world.models, "run_1", { createdAt: at(1), summary, verdict: "fail", duration: 5_000 });
      await addRun(world.models, "run_2", { createdAt: at(2), status: "failed", error: "cancelled by x\ny" });
      await addRun(world.models, "run_3", {
        createdAt: at(3),
        status: "running",
        branch: "feature",
        commitSha: "abc",
        prNumber: 7,
        progress: { done: 2, total: 9, phase: "capturing" },
      });
      await addRun(world.models, "run_blog", { projectId: "prj_blog" });
      const { data, summary: text } = await world.call("get_run_history");
      expect(data).to.deep.equal({
        runs: [
          {
            runId: "run_3",
            type: "vrt-test",
            status: "running",
            verdict: null,
            result: "Capturing: 2 of 9 done.",
            createdAt: at(3).toISOString(),
            environmentName: "Production",
            branch: "feature",
            commitSha: "abc",
            prNumber: 7,
          },
          {
            runId: "run_2",
            type: "vrt-test",
            status: "failed",
            verdict: null,
            result: "cancelled by x y.",
            createdAt: at(2).toISOString(),
            environmentName: "Production",
          },
          {
            runId: "run_1",
            type: "vrt-test",
            status: "completed",
            verdict: "fail",
            result: "1 of 4 screenshots changed.",
            createdAt: at(1).toISOString(),
            environmentName: "Production",
          },
        ],
        nextCursor: null,
      });
      expect(text).to.equal("3 runs; the latest: Visual test run_3 is running. Capturing: 2 of 9 done.");
      const verbose = (await world.call("get_run_history", { verbose: true })).data.runs;
      expect(verbose[2]).to.include({ duration: 5_000, requestedBy: "test" });
    });

    it("filters by failure and start, and pages on within the filter", async () => {
      for (const [index, more] of [
        { verdict: "fail" as const },
        { status: "failed" as const },
        { verdict: "pass" as const },
        { verdict: "fail" as const },
        { verdict: "fail" as const },
      ].entries())
        await addRun(world.models, `run_${index}`, { createdAt: at(index), ...more });
      const asked = { failed: true, from: at(1).toISOString(), to: at(3).toISOString(), limit: 1 };
      const { data } = await world.call("get_run_history", asked);
      const second = await world.call("get_run_history", { ...asked, cursor: data.nextCursor });
      expect([data, second.data].flatMap(ids)).to.deep.equal(["run_3", "run_1"]);
      expect(second.data.nextCursor).to.equal(null);
    });

    it("filters by type, branch and environment, and pages also among runs of one moment", async () => {
      for (let i = 0; i < 7; i++)
        await addRun(world.models, `run_${i}`, {
          createdAt: at(i < 5 ? 1 : 2),
          ...(i === 1 && { type: "baseline" as const }),
          ...(i === 2 && { branch: "feature" }),
          ...(i === 3 && { environmentId: "env_stage" }),
        });
      expect(ids((await world.call("get_run_history", { type: "baseline" })).data)).to.deep.equal(["run_1"]);
      expect(ids((await world.call("get_run_history", { branch: "feature" })).data)).to.deep.equal(["run_2"]);
      expect(ids((await world.call("get_run_history", { environment: "staging" })).data)).to.deep.equal(["run_3"]);
      await world.models.runs.updateOne({ _id: "run_4" }, { $set: { branch: "main" } });
      // A run started without a branch is on the main branch.
      const main = ids((await world.call("get_run_history", { branch: "main" })).data);
      expect(main).to.deep.equal(["run_6", "run_5", "run_4", "run_3", "run_1", "run_0"]);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const { data } = await world.call("get_run_history", { limit: 3, ...(cursor && { cursor }) });
        seen.push(...ids(data));
        cursor = data.nextCursor ?? undefined;
      } while (cursor);
      expect(seen).to.deep.equal(["run_6", "run_5", "run_4", "run_3", "run_2", "run_1", "run_0"]);
    });

    it("takes no part of a full audit for the latest run", async () => {
      await addRun(world.models, "run_full", { createdAt: at(1), type: "full-suite" });
      await addRun(world.models, "run_part", { createdAt: at(2), type: "seo-test", parentRunId: "run_full" });
      const latest = async (args = {}) => (await world.call("get_run_history", args)).summary;
      expect(await latest()).to.match(/^2 runs; the latest: Full audit run_full /);
      expect(await latest({ type: "seo-test" })).to.match(/^1 run; the latest: SEO audit run_part /);
      expect(await world.call("get_run_status")).to.include({ runId: "run_full" });
    });

    it("without a run says so, and refuses types and cursors that are none", async () => {
      expect((await world.call("get_run_history", { type: "seo-test" })).summary).to.equal("No runs found.");
      await world.refused("get_run_history", { type: "vrt" }, 400, "validation_error");
      await world.refused("get_run_history", { cursor: "x" }, 400, "validation_error");
    });
  });

  describe("compare_runs", () => {
    it("compares results of visual tests", async () => {
      await addRun(world.models, "run_1", { createdAt: at(1), branch: "main" });
      await addRun(world.models, "run_2", { createdAt: at(2), branch: null });
      const results: [label: string, before: Partial<Shot> | null, after: Partial<Shot> | null][] = [
        ["mended", { mismatchPercent: 5 }, { status: "passed" }],
        ["less", { mismatchPercent: 5 }, { mismatchPercent: 2 }],
        ["same", { mismatchPercent: 5 }, { mismatchPercent: 5 }],
        ["more", { mismatchPercent: 1 }, { mismatchPercent: 90 }],
        ["broken", { status: "passed" }, { mismatchPercent: 0.25 }],
        ["lost", { mismatchPercent: 5 }, { status: "error", mismatchPercent: 100 }],
        ["new", null, { mismatchPercent: 3 }],
        ["gone", { status: "passed" }, null],
      ];
      for (const [i, [scenarioLabel, before, after]] of results.entries()) {
        const place = { scenarioLabel, scenarioId: `scn_${scenarioLabel}` };
        if (before) await addShot(world.models, "run_1", i, { ...place, ...before });
        if (after) await addShot(world.models, "run_2", i, { ...place, ...after });
      }
      const { data, summary, nextActions } = await world.call("compare_runs");
      const on = (label: string) => `${label} on desktop in chromium`;
      expect(data.counts).to.deep.equal({ better: 2, worse: 3, appeared: 1, vanished: 1, still: 1, unchanged: 1 });
      expect(data.better).to.deep.equal([
        { name: on("mended"), from: "failed by 5 %", to: "passed" },
        { name: on("less"), from: "failed by 5 %", to: "failed by 2 %" },
      ]);
      expect(data.worse.map((one: { name: string; to: string }) => [one.name, one.to])).to.deep.equal([
        [on("broken"), "failed by 0.25 %"],
        [on("lost"), "error"],
        [on("more"), "failed by 90 %"],
      ]);
      expect(data.appeared).to.deep.equal([{ name: on("new"), from: null, to: "failed by 3 %" }]);
      expect(data.vanished).to.deep.equal([{ name: on("gone"), from: "passed", to: null }]);
      expect([data.base.runId, data.run.runId]).to.deep.equal(["run_1", "run_2"]);
      expect(summary).to.equal(
        "Visual test run_2 against run_1: 2 better, 3 worse, 1 appeared, 1 vanished, 1 unchanged (1 still wrong).",
      );
      expect(nextActions?.map(({ tool }) => tool)).to.deep.equal(["get_run_failures"]);
      const turned = (await world.call("compare_runs", { runId: "run_1", baseRunId: "run_2" })).data;
      expect(turned.counts).to.deep.equal({ better: 3, worse: 2, appeared: 1, vanished: 1, still: 1, unchanged: 1 });
    });

    it("compares audits by the scores of pages and by findings, but not those of pages that nobody looked at", async () => {
      for (const [id, minute] of [
        ["run_1", 1],
        ["run_2", 2],
      ] as const)
        await addRun(world.models, id, { type: "seo-test", createdAt: at(minute) });
      const page = (runId: string, index: number, score: number | null) =>
        world.models.auditPages.create({
          _id: `${runId}-p${index}`,
          runId,
          projectId: "prj_shop",
          pillar: "seo",
          index,
          score,
          url: `https://shop.example/${index}`,
          key: `/${index}`,
          status: score === null ? "not_measured" : "passed",
        });
      const finding = (runId: string, pageIndex: number, rule: string, more: object = {}) =>
        world.models.findings.create({
          _id: `${runId}:${rule}`,
          fingerprint: rule,
          runId,
          projectId: "prj_shop",
          pageIndex,
          order: 0,
          rule,
          pillar: "seo",
          severity: "serious",
          outcome: "failed",
          message: "m",
          target: "h1",
          page: `https://shop.example/${pageIndex}`,
          ...more,
        });
      for (const [index, before, after] of [
        [0, 90, 80],
        [1, 50, 60],
        [2, 70, 70],
        [3, 70, null],
      ] as const) {
        await page("run_1", index, before);
        await page("run_2", index, after);
      }
      await finding("run_1", 0, "kept");
      await finding("run_2", 0, "kept");
      await finding("run_1", 1, "fixed");
      await finding("run_1", 3, "unseen");
      await finding("run_2", -1, "minor", { severity: "minor", outcome: "warning" });
      await finding("run_2", 0, "fresh");
      await finding("run_2", 0, "fine", { outcome: "passed" });
      await finding("run_2", 0, "doubt", { outcome: "review" });
      for (const [name, before, after] of [
        ["taken", {}, { outcome: "accepted" }],
        ["slow", {}, { outcome: "review", unsure: true }],
        ["sure", { outcome: "review" }, {}],
      ] as const) {
        await finding("run_1", 0, name, before);
        await finding("run_2", 0, name, after);
      }
      const { data, nextActions } = await world.call("compare_runs");
      expect(data.counts).to.deep.equal({ better: 2, worse: 3, appeared: 2, vanished: 1, still: 2, unchanged: 3 });
      expect(data.better[0]).to.include({ from: "failed, serious", to: "accepted, serious" });
      expect(data.worse).to.deep.equal([
        { name: "sure on https://shop.example/0 at h1", from: "review, serious", to: "failed, serious" },
        { name: "page /3", from: "score 70", to: "not measured" },
        { name: "page /0", from: "score 90", to: "score 80" },
      ]);
      expect(data.appeared.map((one: { name: string; to: string }) => [one.name, one.to])).to.deep.equal([
        ["fresh on https://shop.example/0 at h1", "failed, serious"],
        ["minor on https://shop.example/-1 at h1", "warning, minor"],
      ]);
      expect(data.vanished[0].name).to.equal("fixed on https://shop.example/1 at h1");
      expect(nextActions).to.deep.equal([]);
    });

    it("takes a finding of several pages for the same on more, on fewer and on one of them", async () => {
      for (const [id, minute] of [
        ["run_1", 1],
        ["run_2", 2],
      ] as const) {
        await addRun(world.models, id, { type: "seo-test", createdAt: at(minute) });
        await world.models.auditPages.create({
          _id: `${id}-p0`,
          runId: id,
          projectId: "prj_shop",
          pillar: "seo",
          index: 0,
          score: 90,
          url: "https://shop.example/0",
          key: "/0",
          status: "failed",
        });
      }
      const finding = (runId: string, fingerprint: string, cause: string, count?: number, named = 1) =>
        world.models.findings.create({
          _id: `${runId}:${fingerprint}`,
          fingerprint,
          cause,
          runId,
          projectId: "prj_shop",
          pageIndex: 0,
          order: 0,
          pillar: "seo",
          rule: cause,
          severity: "serious",
          outcome: "failed",
          message: "m",
          target: "h1",
          page: "https://shop.example/0",
          ...(count && {
            pages: {
              count,
              of: 500,
              first: Array.from({ length: named }, (_, at) => ({ page: `https://shop.example/${at}`, target: "h1" })),
            },
          }),
        });
      await finding("run_1", "spread", "spread", 214);
      await finding("run_2", "spread", "spread", 215);
      await finding("run_1", "merged-0", "merged");
      await finding("run_2", "merged", "merged", 2);
      await finding("run_1", "shrunk", "shrunk", 2);
      await finding("run_2", "shrunk-0", "shrunk");
      await finding("run_1", "healed", "healed", 3);
      // Of all pages with this finding, only this one was audited again.
      await finding("run_1", "seen", "seen", 6, 6);
      await finding("run_2", "seen-0", "seen");
      const { data } = await world.call("compare_runs");
      expect(data.counts).to.include({ better: 0, worse: 0, appeared: 0, vanished: 1, still: 4 });
      expect(data.vanished[0].name).to.equal("healed on 3 pages at h1");
      expect(data.still.map(({ name }: { name: string }) => name)).to.include("spread on 215 pages at h1");
    });

    it("compares full audits by their pillars", async () => {
      for (const [id, minute, verdict, score] of [
        ["run_1", 1, "pass", 90],
        ["run_2", 2, "fail", 40],
      ] as const) {
        await addRun(world.models, id, { type: "full-suite", createdAt: at(minute) });
        const summary = { score } as never;
        await addRun(world.models, `${id}-seo`, { type: "seo-test", parentRunId: id, verdict, summary });
        const counts = {
          total: 10,
          passed: score / 10,
          failed: 10 - score / 10,
          approved: 0,
          errors: 0,
          flaky: 0,
          noBaseline: 0,
        };
        const part = { type: "vrt-test", parentRunId: id, verdict: "fail", createdAt: at(minute) } as const;
        await addRun(world.models, `${id}-visual`, { ...part, summary: counts });
      }
      const { data } = await world.call("compare_runs", { runId: "run_2" });
      expect(data.worse).to.have.deep.members([
        { name: "SEO audit", from: "pass, score 90", to: "fail, score 40" },
        { name: "Visual test", from: "fail, score 90", to: "fail, score 40" },
      ]);
    });

    it("gives every change once, page by page, what got worse first, and stays small", async () => {
      await addRun(world.models, "run_1", { createdAt: at(1) });
      await addRun(world.models, "run_2", { createdAt: at(2) });
      const place = (i: number) => ({ scenarioLabel: `${i} ${"x".repeat(190)}`, scenarioId: `scn_${i}` });
      for (let i = 0; i < 130; i++) {
        if (i < 70) await addShot(world.models, "run_1", i, { ...place(i), status: i < 10 ? "passed" : "failed" });
        if (i < 30 || i >= 40)
          await addShot(world.models, "run_2", i, { ...place(i), status: i < 20 ? "failed" : "passed" });
      }
      const seen: [list: string, name: string][] = [];
      const pages: number[] = [];
      let args: Record<string, unknown> | undefined = { limit: 500 };
      while (args) {
        const { data, nextActions }: Awaited<ReturnType<typeof world.call>> = await world.call("compare_runs", args);
        expect(data.counts).to.deep.equal({
          better: 40,
          worse: 10,
          appeared: 60,
          vanished: 10,
          still: 10,
          unchanged: 10,
        });
        expect(JSON.stringify(data).length / 4).to.be.below(25_000);
        const before = seen.length;
        for (const list of ["worse", "appeared", "better", "vanished", "still"])
          seen.push(...data[list].map(({ name }: { name: string }) => [list, name] as const));
        pages.push(seen.length - before);
        args = nextActions?.find(({ tool }) => tool === "compare_runs")?.args;
        expect(args?.cursor).to.equal(data.nextCursor ?? undefined);
      }
      expect(pages.length).to.equal(2);
      expect(new Set(seen.map(([, name]) => name)).size).to.equal(130);
      expect(seen.map(([list]) => list)).to.deep.equal([
        ...Array(10).fill("worse"),
        ...Array(60).fill("appeared"),
        ...Array(40).fill("better"),
        ...Array(10).fill("vanished"),
        ...Array(10).fill("still"),
      ]);
      const usual = (await world.call("compare_runs")).data;
      expect([usual.worse.length, usual.appeared.length, usual.better.length]).to.deep.equal([10, 40, 0]);
      await world.refused("compare_runs", { cursor: "abc" }, 400, "validation_error");
    });

    for (const [what, args, status, code, message] of [
      [
        "runs of two types",
        { runId: "run_2", baseRunId: "run_base" },
        400,
        "validation_error",
        /^Only runs of the same type can be compared: /,
      ],
      ["the first run without another", { runId: "run_1" }, 422, "tool_error", /no completed visual test before run_1/],
      ["a run that goes on", { runId: "run_going", baseRunId: "run_1" }, 422, "tool_error", /wait_for_run/],
      ["a base that goes on", { runId: "run_1", baseRunId: "run_going" }, 422, "tool_error", /wait_for_run/],
      ["an unknown run", { runId: "run_9", baseRunId: "run_1" }, 422, "tool_error", /"run_9" was not found/],
      [
        "an unknown base",
        { runId: "run_1", baseRunId: "run_9" },
        422,
        "tool_error",
        /"run_9" was not found.*Did you mean/,
      ],
    ] as const)
      it(`refuses ${what}`, async () => {
        await addRun(world.models, "run_1", { createdAt: at(1) });
        await addRun(world.models, "run_2", { createdAt: at(2), branch: "feature" });
        await addRun(world.models, "run_base", { createdAt: at(3), type: "baseline" });
        await addRun(world.models, "run_going", { createdAt: at(4), status: "running" });
        const body = await world.refused("compare_runs", args, status, code);
        expect(body.error?.message).to.match(message);
      });

    it("names the way out: the runs there are, or the wait for the one that goes on", async () => {
      await addRun(world.models, "run_1");
      await addRun(world.models, "run_going", { status: "running" });
      const first = await world.refused("compare_runs", { runId: "run_1" }, 422, "tool_error");
      expect(first.nextActions?.map((one) => [one.tool, one.args])).to.deep.equal([
        ["get_run_history", { project: "shop", type: "vrt-test" }],
      ]);
      const going = await world.refused("compare_runs", { runId: "run_going" }, 422, "tool_error");
      expect(going.nextActions?.map((one) => [one.tool, one.args])).to.deep.equal([
        ["wait_for_run", { project: "shop", runId: "run_going" }],
      ]);
    });
  });
});
