// Documents that do not match the schema are rejected instead of skipped, because the writer then deletes what they replace.
import { expect } from "chai";
import { keepElementPrints } from "../../../models/elementPrints/queries.ts";
import { type ElementPrint, elementPrintId } from "../../../models/elementPrints/schema.ts";
import type { FindingPagesRecord } from "../../../models/findings/pagesSchema.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import { putFindingPages, putFindings, replaceFindingsOfPage } from "../../../models/findings/writes.ts";
import type { Models } from "../../../models/index.ts";
import { openDatabase } from "../../support/database.ts";

describe("several documents that are written in one call", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  before(async () => {
    database = await openDatabase();
    models = database.models;
  });
  after(() => database.drop());

  const finding = {
    _id: "run_1:a",
    runId: "run_1",
    projectId: "prj_a",
    pageIndex: 0,
    order: 0,
    fingerprint: "a",
    pillar: "seo",
    rule: "title",
    severity: "minor",
    outcome: "fail",
    page: "https://shop.example/",
    message: "The page has no title.",
  } as unknown as FindingRecord;
  const pages: FindingPagesRecord = {
    _id: "run_1:a:0",
    findingId: "run_1:a",
    runId: "run_1",
    projectId: "prj_a",
    from: 0,
    pages: [],
    indexes: [0],
  };
  const print: ElementPrint = {
    _id: elementPrintId({ projectId: "prj_a", stepDefId: "s", action: 0, locators: [] }),
    projectId: "prj_a",
    stepDefId: "s",
    action: 0,
    locators: "[]",
    fingerprint: "{}",
    beside: "[]",
    runId: "run_1",
    featureId: "f",
    url: "",
    screenshotId: null,
    at: new Date("2026-11-20T00:00:00Z"),
  };
  const bad = (document: object): never => ({ ...document, _id: "bad", runId: {} }) as never;

  for (const [what, put, count] of [
    ["findings", () => putFindings(models, [bad(finding), finding]), () => models.findings.countDocuments()],
    [
      "pages of findings",
      () => putFindingPages(models, [bad(pages), pages]),
      () => models.findingPages.countDocuments(),
    ],
    [
      "prints of elements",
      () => keepElementPrints(models, [bad(print), print]),
      () => models.elementPrints.countDocuments(),
    ],
  ] as const)
    it(`are refused where one of the ${what} does not fit`, async () => {
      const refused = await put().catch((error: Error) => error.message);
      expect(refused).to.match(/1 Mongoose validation error/);
      expect(await count(), "the other is there").to.equal(1);
    });

  it("of the findings of a page one that does not fit is named, and the others are stored, also those that are there already", async () => {
    const others = ["a", "b", "c"].map((id) => ({ ...finding, _id: `run_1:${id}`, pageIndex: 1 }));
    await replaceFindingsOfPage(models, { runId: "run_1", pageIndex: 1 }, others.slice(2));
    const given = [others[1], bad({ ...finding, pageIndex: 1 }), others[2]] as FindingRecord[];
    const place = { runId: "run_1", pageIndex: 2 };
    const refused = await replaceFindingsOfPage(models, place, given).catch((error: Error) => error.message);
    expect(refused).to.match(/not stored: bad \(.*runId/);
    const kept = await models.findings.find({ pageIndex: 1 }, { _id: 1 }).sort({ _id: 1 }).lean();
    expect(kept.map(({ _id }) => _id)).to.deep.equal(["run_1:b", "run_1:c"]);
  });
});
