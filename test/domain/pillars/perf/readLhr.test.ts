import { expect } from "chai";
import { UNCOMPRESSED } from "../../../../domain/pillars/perf/facts.ts";
import { readCategory, readLhr } from "../../../../domain/pillars/perf/readLhr.ts";
import { lhrOf, SITE, table } from "./fixtures.ts";

describe("reading a Lighthouse result", () => {
  it("takes the metrics from the metrics audit, and the score as 0 to 100", () => {
    const read = readLhr(lhrOf({ audits: { "server-response-time": { numericValue: 3 } } }));
    expect(read).to.deep.include({ ok: true, version: "13.5.0", finalUrl: `${SITE}/` });
    if (!read.ok) throw new Error();
    expect(read.run.metrics).to.deep.equal({ lcp: 1_600, fcp: 920, cls: 0, tbt: 30, si: 1_000, ttfb: 460 });
    expect(read.run).to.include({ score: 97, benchmarkIndex: 1_500 });
  });

  it("a run that failed, or is no result, is no measurement", () => {
    const broken = lhrOf({ rest: { runtimeError: { code: "NO_FCP", message: "The page did not paint." } } });
    expect(readLhr(broken)).to.deep.include({
      ok: false,
      error: { code: "NO_FCP", message: "The page did not paint." },
    });
    expect(readLhr(lhrOf({ metrics: {} }))).to.have.nested.property("error.code", "NO_METRICS");
    for (const nothing of [null, "text", [], 7, { audits: 3 }]) expect(readLhr(nothing).ok).to.equal(false);
    expect(readLhr(lhrOf({ rest: { runtimeError: { code: "NO_ERROR" } } })).ok).to.equal(true);
  });

  it("bounds what a page sends, and drops queries", () => {
    const rows = Array.from({ length: 9_000 }, (_, n) => ({
      url: `${SITE}/${"x".repeat(900)}?token=secret${n}`,
      wastedBytes: 1,
    }));
    const read = readLhr(
      lhrOf({ audits: { "cache-insight": table(rows) }, rest: { runWarnings: Array(99).fill("w".repeat(9_999)) } }),
    );
    if (!read.ok) throw new Error();
    const { items, count, sum } = read.run.audits["cache-insight"]!;
    expect([items.length, count, sum.wastedBytes]).to.deep.equal([10, 5_000, 5_000]);
    expect(JSON.stringify(read).length).to.be.lessThan(30_000);
    expect(JSON.stringify(read)).not.to.include("secret");
  });

  it("knows uncompressed texts of the site and its subdomains, and leaves others and small ones alone", () => {
    const request = (url: string, transferSize: number, more: object = {}) => ({
      url,
      mimeType: "text/css",
      statusCode: 200,
      transferSize,
      resourceSize: 5_000,
      ...more,
    });
    const read = readLhr(
      lhrOf({
        requests: [
          request(`${SITE}/plain.css`, 5_200),
          request("https://static.shop.example.com/plain.css", 5_200),
          request(`${SITE}/packed.css`, 1_300),
          request("https://else.net/plain.css", 5_200),
          request(`${SITE}/small.css`, 1_300, { resourceSize: 900 }),
          request(`${SITE}/a.png`, 5_200, { mimeType: "image/png" }),
          request(`${SITE}/gone.css`, 5_200, { statusCode: 404 }),
        ],
      }),
    );
    if (!read.ok) throw new Error();
    expect(read.run.audits[UNCOMPRESSED]?.items.map(({ url }) => url)).to.deep.equal([
      `${SITE}/plain.css`,
      "https://static.shop.example.com/plain.css",
    ]);
  });

  it("reads a category's score alone", () => {
    expect(readCategory({ categories: { seo: { score: 0.92 } } }, "seo")).to.deep.equal({ score: 92 });
    expect(readCategory({ categories: { seo: { score: null } } }, "seo")).to.deep.equal({ score: null });
    expect(readCategory({ runtimeError: { code: "NOT_HTML", message: "m" } }, "seo").error?.code).to.equal("NOT_HTML");
  });
});
