import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { importAdvisories } from "../../../../api/operations/audits/importAdvisories.ts";
import { findAdvisories } from "../../../../platform/advisories.ts";
import { refusal, useDatabase } from "../../../cli/support.ts";

describe("importing advisories", () => {
  const db = useDatabase({ indexes: false });
  let dataDir = "";
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), "plumbline-test-advisories-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));
  const ctx = () => ({
    ...db.ctx,
    config: { ...db.ctx.config, dataDir },
    now: () => new Date("2026-12-01T00:00:00Z"),
  });
  const OPERATOR = { kind: "operator", orgId: "org_1" } as const;
  const TEXT = JSON.stringify({ jquery: { vulnerabilities: [{ below: "9.0.0" }], extractors: {} } });

  it("brings newer data, with its day and numbers, and says who did it", async () => {
    const data = await importAdvisories(ctx(), OPERATOR, { date: "2026-11-01", text: TEXT });
    expect(data).to.deep.equal({ source: "Retire.js, imported", date: "2026-11-01", libraries: 1, vulnerabilities: 1 });
    expect(findAdvisories(null, dataDir).data).to.deep.equal(data);
    const entry = await db.ctx.models.audit.findOne({ action: "advisories.import" }).lean();
    expect(entry?.details).to.deep.include({ to: "2026-11-01" });
  });

  const refused: [why: string, input: { date: string; text: string }, says: RegExp][] = [
    ["older data than what is in use", { date: "2020-01-01", text: TEXT }, /in use are from \d{4}-\d\d-\d\d/],
    ["a day to come", { date: "2027-01-01", text: TEXT }, /is in the future/],
    ["no day", { date: "2026-13-01", text: TEXT }, /day/],
    ["no JSON", { date: "2026-11-01", text: "<html>" }, /not a Retire\.js repository.*not valid JSON/],
    ["other JSON", { date: "2026-11-01", text: '{"a":{}}' }, /lack vulnerabilities or extractors of a/],
  ];
  for (const [why, input, says] of refused)
    it(`refuses ${why}, and keeps what is there`, async () => {
      const { message } = await refusal(importAdvisories(ctx(), OPERATOR, input));
      expect(message).to.match(says);
      expect(findAdvisories(null, dataDir).data.source).to.equal("Retire.js, with the service");
    });

  it("is the operator's alone", async () => {
    const caller = { kind: "user", userId: "u", email: "a@b.c", orgId: "org_1", role: "admin" } as const;
    expect((await refusal(importAdvisories(ctx(), caller, { date: "2026-11-01", text: TEXT }))).code).to.equal(
      "forbidden",
    );
  });
});
