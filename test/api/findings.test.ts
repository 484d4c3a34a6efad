import { expect } from "chai";
import type { FindingRecord } from "../../models/findings/schema.ts";
import { addRun } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

describe("GET /api/ci/runs/{runId}/results of an audit", () => {
  let world: World;
  let key: string;
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000 });
    key = await world.addKey("ci");
    await addRun(world.models, "run_seo", { type: "seo-test" });
    const records: FindingRecord[] = [];
    for (const pageIndex of [-1, 0, 1])
      for (let order = 0; order < 5; order++)
        records.push({
          _id: `run_seo:${pageIndex}.${order}`,
          runId: "run_seo",
          projectId: "prj_shop",
          pageIndex,
          order,
          fingerprint: `f${pageIndex}.${order}`,
          pillar: "seo",
          rule: "title-missing",
          severity: order === 0 ? "critical" : "minor",
          outcome: order < 3 ? "failed" : "warning",
          page: `https://shop.example/${pageIndex}`,
          target: "",
          message: "The page has no title.",
          evidence: order === 0 ? { screenshotId: "abc", length: 0 } : {},
          help: "Give it one.",
          isNew: order === 0,
          isNewOnBranch: null,
          ...(pageIndex === 0 &&
            order === 0 && {
              pages: { count: 2, of: 2, first: ["/0", "/1"].map((page) => ({ page, target: "" })) },
            }),
        });
    await world.models.findings.insertMany(records);
    await world.models.auditPages.create({
      _id: "run_seo-p00000",
      runId: "run_seo",
      projectId: "prj_shop",
      pillar: "seo",
      index: 0,
      url: "https://shop.example/0",
      key: "/0",
      scenarioLabels: ["Home"],
      status: "failed",
      score: 71,
      artifacts: { report: "rep" },
      timings: { gather: 12 },
    });
  });
  after(() => world.close());
  const read = async (query = "") => (await world.client.get(`/api/ci/runs/run_seo/results${query}`, { key })).body;
  type Seen = { fingerprint: string; screenshot: string | null; pages: object | null };
  const findings = (body: Record<string, unknown>) => body.findings as Seen[];

  it("gives every finding once, page by page in the report's order, and the pages with the first", async () => {
    const seen: string[] = [];
    let query = "?limit=4";
    for (let first = true; ; first = false) {
      const body = await read(query);
      seen.push(...findings(body).map((f) => f.fingerprint));
      expect("pages" in body).to.equal(first);
      if (body.nextCursor === null) break;
      query = `?limit=4&cursor=${body.nextCursor}`;
    }
    expect(seen).to.have.length(15);
    expect(seen.slice(0, 6)).to.deep.equal(["f-1.0", "f-1.1", "f-1.2", "f-1.3", "f-1.4", "f0.0"]);
    expect(new Set(seen).size).to.equal(15);
  });

  it("carries the finding, and a link to its picture", async () => {
    const [first] = findings(await read("?limit=1"));
    expect(first).to.deep.include({
      rule: "title-missing",
      fault: "Page has no title",
      severity: "critical",
      outcome: "failed",
      page: "https://shop.example/-1",
      evidence: { length: 0 },
      new: true,
      newOnBranch: null,
    });
    expect(first?.screenshot).to.match(/^\/api\/artifacts\/abc\?expires=\d+&sig=/);
    expect(first).not.to.have.property("runId");
  });

  it("is a problem that its fault titles", async () => {
    const { body } = await world.client.get("/api/ci/runs/run_seo/problems", { key });
    const { problems } = body as unknown as { problems: { title: string }[] };
    expect(problems.map(({ title }) => title)).to.deep.equal(Array(3).fill("Page has no title"));
  });

  it("names the pages that share it", async () => {
    const shared = findings(await read()).map(({ fingerprint, pages }) => pages && [fingerprint, pages]);
    expect(shared.filter(Boolean)).to.deep.equal([["f0.0", { count: 2, of: 2, first: ["/0", "/1"] }]]);
  });

  it("tells how each of very many pages did, as one follows the cursor", async () => {
    const { models } = world;
    await addRun(models, "run_large", { type: "seo-test" });
    await models.auditPages.insertMany(
      Array.from({ length: 1_100 }, (_, at) => ({
        _id: `run_large-p${at}`,
        runId: "run_large",
        projectId: "prj_shop",
        pillar: "seo",
        index: at - 1,
        url: `https://shop.example/${at - 1}`,
        key: `/${at - 1}`,
        status: "passed",
      })),
    );
    const template = (await models.findings.findOne({ runId: "run_seo" }).lean()) as FindingRecord;
    for (const [total, limit] of [
      [0, 50],
      [3, 1],
      [3, 50],
    ] as const) {
      await models.findings.deleteMany({ runId: "run_large" });
      for (let order = 0; order < total; order++)
        await models.findings.create({
          ...template,
          _id: `run_large:${order}`,
          runId: "run_large",
          pageIndex: 4,
          order,
        });
      const urls: unknown[] = [];
      let found = 0;
      for (let cursor: unknown = ""; cursor !== null; ) {
        const query = `limit=${limit}${cursor === "" ? "" : `&cursor=${cursor}`}`;
        const { body } = await world.client.get(`/api/ci/runs/run_large/results?${query}`, { key });
        urls.push(...((body.pages ?? []) as { url: string | null }[]).map(({ url }) => url));
        found += findings(body).length;
        cursor = body.nextCursor;
      }
      expect(found).to.equal(total);
      expect(urls).to.deep.equal([null, ...Array.from({ length: 1_099 }, (_, at) => `https://shop.example/${at}`)]);
    }
  });

  it("tells how each page did", async () => {
    const [page] = (await read()).pages as Record<string, unknown>[];
    expect(page).to.deep.include({
      url: "https://shop.example/0",
      scenarioLabels: ["Home"],
      status: "failed",
      score: 71,
    });
    expect((page?.artifacts as Record<string, string> | undefined)?.report).to.match(/^\/api\/artifacts\/rep\?/);
  });

  for (const [query, count] of [
    ["?outcome=failed", 9],
    ["?outcome=failed,warning", 15],
    ["?severity=critical", 3],
    ["?outcome=warning&severity=critical", 0],
  ] as const)
    it(`filters by ${query}`, async () => {
      expect(findings(await read(query))).to.have.length(count);
    });

  for (const [query, error] of [
    ["?status=failed", /use outcome and severity/],
    ["?outcome=bad", /outcome\[0\] must be one of/],
    ["?cursor=abc", /nextCursor of an earlier answer/],
  ] as const)
    it(`refuses ${query}`, async () => {
      expect((await read(query)).error).to.match(error);
    });
});
