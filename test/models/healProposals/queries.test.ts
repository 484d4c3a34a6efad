// On which commits an applied heal applies.
import { expect } from "chai";
import type { HistoryRow } from "../../../domain/history/commit.ts";
import { keepHistory } from "../../../models/commits/queries.ts";
import { healsNotIn } from "../../../models/healProposals/queries.ts";
import { openDatabase } from "../../support/database.ts";

const sha = (name: string): string => Buffer.from(name.padEnd(20, "-")).toString("hex");
const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 10, 12, minute));

describe("an applied heal", () => {
  for (const [name, commit, prNumber] of [
    ["made before it was committed", "m1", null],
    ["made before its branch was rebased", "old", null],
    ["made before its pull request was opened, and squashed,", "f", 41],
  ] as const)
    it(`${name} applies on main once its branch is merged`, async () => {
      const { models, drop } = await openDatabase();
      const told = (rows: HistoryRow[], onMain: boolean, minute: number) =>
        keepHistory(models, { projectId: "prj_a", rows, onMain, at: at(minute) });
      const [first, old, f]: HistoryRow[] = [
        [sha("m1"), []],
        [sha("old"), [sha("m1")]],
        [sha("f"), [sha("m1")]],
      ] as const;
      await told([first!], true, 0);
      await told([old!, first!], false, 1);
      await models.projects.collection.insertOne({ _id: "prj_a", mainBranch: "main" } as never);
      const patch = { kind: "locators", stepDefId: "s", action: 0, finds: "", before: [], after: [] };
      await models.healProposals.collection.insertOne({
        _id: "heal_1",
        projectId: "prj_a",
        status: "applied",
        outcome: JSON.stringify({ patch, patches: [patch] }),
        decidedAt: at(3),
        branch: "feature/off",
        commitSha: sha(commit),
        prNumber: null,
        runAt: at(2),
      } as never);
      const notIn = async (branch: string, of: string) =>
        (
          await healsNotIn(models, {
            projectId: "prj_a",
            branch,
            commitSha: sha(of),
            prNumber: branch === "main" ? null : prNumber,
            createdAt: at(5),
          })
        ).length;
      await told([f!, first!], false, 4);
      expect(await notIn("main", "m1")).to.equal(1);
      expect(await notIn("feature/off", "f")).to.equal(0);
      const merge: HistoryRow =
        prNumber === null ? [sha("m2"), [sha("m1"), sha("f")]] : [sha("m2"), [sha("m1")], prNumber];
      await told(prNumber === null ? [merge, f!, first!] : [merge, first!], true, 6);
      expect([await notIn("main", "m1"), await notIn("main", "m2")]).to.deep.equal([1, 0]);
      await drop();
    });
});
