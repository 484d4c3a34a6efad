import { expect } from "chai";
import type { Severity } from "../../../domain/audit/finding.ts";
import { given } from "../../../domain/given.ts";
import { worstOfRun } from "../../../models/findings/queries.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import { putFindings } from "../../../models/findings/writes.ts";
import { openDatabase } from "../../support/database.ts";

describe("the findings of a run with more than are listed", () => {
  it("are the worst ones, and it is said that there are more", async () => {
    const { models, drop } = await openDatabase();
    const kinds = [
      ["warning", "critical"],
      ["failed", "minor"],
      ["passed", "critical"],
      ["failed", "critical"],
      ["failed", "minor"],
    ] as const;
    const found = kinds.map(([outcome, severity], index) => ({
      _id: `run_1:${index}`,
      runId: "run_1",
      projectId: "prj_a",
      pageIndex: index,
      order: 0,
      fingerprint: `f${index}`,
      pillar: "seo",
      rule: "title",
      severity,
      outcome,
      page: "https://shop.example/",
      message: "The page has no title.",
    }));
    await putFindings(models, found as unknown as FindingRecord[]);
    const read = async (limit: number, severities?: readonly Severity[]) => {
      const asked = { outcomes: ["failed", "warning"], fields: { _id: 1 }, limit, ...given({ severities }) } as const;
      const { found, cut } = await worstOfRun(models, "run_1", asked);
      return { ids: found.map(({ _id }) => _id.slice(-1)), cut };
    };
    expect(await read(2)).to.deep.equal({ ids: ["3", "1"], cut: true });
    expect(await read(3)).to.deep.equal({ ids: ["3", "1", "4"], cut: true });
    expect(await read(4)).to.deep.include({ cut: false });
    expect(await read(2, ["critical"])).to.deep.equal({ ids: ["0", "3"], cut: false });
    expect(await read(1, ["critical"])).to.deep.equal({ ids: ["3"], cut: true });
    await drop();
  });
});
