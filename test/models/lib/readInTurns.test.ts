import { expect } from "chai";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import { eachInTurns, pageInTurns, readInTurns } from "../../../models/lib/readInTurns.ts";
import { addFinding } from "../../api/health/support.ts";
import { openDatabase } from "../../support/database.ts";

describe("reads in turns", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  before(async () => {
    database = await openDatabase();
    // Two of them fill a page.
    const message = "x".repeat(900_000);
    for (let order = 0; order < 5; order++)
      await addFinding(database.models, "run", `f${order}`, { order, message, isNew: order % 2 === 0 });
  });
  after(() => database?.drop());
  const names = (found: readonly Pick<FindingRecord, "fingerprint">[]) => found.map(({ fingerprint }) => fingerprint);

  it("answer what fits, in its order and with its fields alone", async () => {
    const { findings } = database.models;
    const found = await readInTurns<FindingRecord>(
      findings,
      { runId: "run", isNew: true },
      { fields: { fingerprint: 1 }, sort: { order: -1 }, limit: 2 },
    );
    expect(found).to.deep.equal([
      { _id: "run:f4", fingerprint: "f4" },
      { _id: "run:f2", fingerprint: "f2" },
    ]);
    const [without] = await readInTurns<FindingRecord>(
      findings,
      { runId: "run" },
      { fields: { message: 0 }, limit: 1 },
    );
    expect(without).to.include({ fingerprint: "f0" }).and.not.have.property("message");
    expect(await readInTurns(findings, { runId: "none" }, {})).to.deep.equal([]);
  });

  it("stop when the work has enough", async () => {
    const seen: string[] = [];
    await eachInTurns<FindingRecord>(database.models.findings, { runId: "run" }, { sort: { order: 1 } }, (one) => {
      seen.push(one.fingerprint);
      return seen.length < 3;
    });
    expect(seen).to.deep.equal(["f0", "f1", "f2"]);
  });

  it("end a page at its limit, or before it where documents are large, and say that others follow", async () => {
    const { findings } = database.models;
    const page = (from: number, limit: number) =>
      pageInTurns<FindingRecord>(findings, { runId: "run", order: { $gte: from } }, { sort: { order: 1 }, limit });
    const first = await page(0, 5);
    expect([names(first.entries), first.more]).to.deep.equal([["f0", "f1"], true]);
    const last = await page(4, 5);
    expect([names(last.entries), last.more]).to.deep.equal([["f4"], false]);
    const one = await page(3, 1);
    expect([names(one.entries), one.more]).to.deep.equal([["f3"], true]);
  });
});
