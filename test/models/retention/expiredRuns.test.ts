// Which runs of a project have expired, by what they cover.
import { expect } from "chai";
import { DEFAULT_OPTIONS } from "../../../domain/functional/runOptions.ts";
import { expiredRuns } from "../../../models/retention/expiredRuns.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { addRun } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

const NOW = new Date("2026-11-20T00:00:00Z");
const RULES = { functional: { days: 1, runs: 1 }, audits: { days: 1, runs: 1 } };

describe("expired runs", () => {
  for (const [type, part] of [
    ["frt-test", { extra: { functional: { ...DEFAULT_OPTIONS, tags: "@smoke" } } }],
    ["seo-test", { scenarios: ["Home"] }],
  ] as [Run["type"], Partial<Run>][])
    it(`do not include the last whole ${type}, however many runs of a part there are since`, async () => {
      const { models, drop } = await openDatabase();
      const days: [string, Partial<Run>][] = [
        ["run_old", {}],
        ["run_whole", {}],
        ["run_part", part],
        ["run_again", part],
      ];
      for (const [i, [id, patch]] of days.entries())
        await addRun(models, id, { type, outbox: "done", createdAt: new Date(Date.UTC(2026, 1, 1 + i)), ...patch });
      const project = { _id: "prj_shop", mainBranch: "main", settings: { retention: RULES } };
      const { expired } = await expiredRuns(models, project, NOW);
      await drop();
      expect(expired.map(({ id }) => id)).to.deep.equal(["run_old", "run_part"]);
    });
});
