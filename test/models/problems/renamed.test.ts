import { expect } from "chai";
import { changeProblem } from "../../../models/problems/change.ts";
import { assigneesOn, decisionsOn, findProblem } from "../../../models/problems/queries.ts";
import { readList } from "../../../models/problems/readList.ts";
import { refreshProblems } from "../../../models/problems/refresh.ts";
import type { Problem } from "../../../models/problems/schema.ts";
import { problemIdOf } from "../../../models/problems/shelf.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { addRun, addShot } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

describe("the problems of a branch that is renamed within its pull request", function () {
  this.timeout(60_000);
  let database: Awaited<ReturnType<typeof openDatabase>>;
  beforeEach(async () => {
    database = await openDatabase();
  });
  afterEach(() => database.drop());

  const runOf = async (id: string) => (await database.models.runs.findById(id).lean<Run>()) as Run;
  /** Adds a visual run in which the screenshots with a change fail and the others pass. */
  async function run(number: number, changes: Record<string, string | null>, patch: Partial<Run>): Promise<void> {
    const { models } = database;
    const id = `run_${number}`;
    await addRun(models, id, { createdAt: new Date(number * 1_000), prNumber: 7, ...patch });
    for (const [index, [label, change]] of Object.entries(changes).entries())
      await addShot(models, id, index, {
        scenarioId: `scn_${label}`,
        scenarioLabel: label,
        ...(change === null
          ? { status: "passed", reasons: [], mismatchPercent: 0, fingerprint: null }
          : { causes: [change], fingerprint: change }),
      });
    await refreshProblems(models, await runOf(id));
  }
  const at = (line: string) => ({ projectId: "prj_shop", environmentId: "env_prod", line, pillar: "visual" as const });
  const problem = (line: string, cause: string) => findProblem(database.models, problemIdOf(at(line), cause));
  /** Returns "cause status" of the open problems of a branch. */
  async function listed(line: string): Promise<string[]> {
    const { models } = database;
    const all = { fixed: false, among: null, fits: () => true, after: null, limit: 50 };
    const { found } = await readList(models, { projectId: "prj_shop", line }, new Date(9_000), all);
    const causes = await Promise.all(found.map(async ({ id }) => (await findProblem(models, id))?.cause));
    return found.map(({ status }, index) => `${causes[index]} ${status}`).sort();
  }

  it("are listed once, under the new name, with their history and what people decided", async () => {
    const { models } = database;
    await run(1, { a: "red", b: "blue", c: "green" }, { branch: "old" });
    const [red, blue] = await Promise.all([problem("old", "red"), problem("old", "blue")]);
    await changeProblem(models, red!, { assignee: "ann@shop.example" });
    const snooze = { by: "ann", at: new Date(2_000), note: null, until: new Date(99_000), places: null };
    await changeProblem(models, blue!, { snooze });
    await run(3, { a: "red", b: "blue" }, { branch: "new", scenarios: ["a", "b"] });

    const moved = ["blue snoozed", "green new", "red ongoing"];
    expect(await listed("new"), "also what the run did not look at").to.deep.equal(moved);
    expect(await listed("old")).to.deep.equal([]);
    expect((await problem("new", "red"))?.firstSeen.runId).to.equal("run_1");
    expect([...(await assigneesOn(models, "prj_shop", "new")).values()]).to.deep.equal(["ann@shop.example"]);
    expect((await decisionsOn(models, "prj_shop", ["new"])).size).to.equal(1);
    // Both runs are written again, as after decisions about their results.
    for (const id of ["run_1", "run_3"]) await refreshProblems(models, await runOf(id));
    expect([await listed("new"), await listed("old")]).to.deep.equal([moved, []]);

    await run(4, { a: null, b: "blue", c: "green" }, { branch: "old" });
    expect([await listed("new"), await listed("old")], "renamed back").to.deep.equal([
      [],
      ["blue snoozed", "green ongoing"],
    ]);
  });

  it("keep what somebody decides while they are moved", async () => {
    const { models } = database;
    await run(1, { a: "red", b: "blue" }, { branch: "old" });
    const red = (await problem("old", "red")) as Problem;
    const { bulkWrite } = models.problems;
    const first = async (...args: Parameters<typeof bulkWrite>) => {
      Object.assign(models.problems, { bulkWrite });
      const written = await models.problems.bulkWrite(...args);
      await changeProblem(models, red, { assignee: "ann@shop.example" });
      return written;
    };
    Object.assign(models.problems, { bulkWrite: first });
    await run(2, { a: "red", b: "blue" }, { branch: "new" });
    expect([await listed("new"), await listed("old")]).to.deep.equal([["blue ongoing", "red ongoing"], []]);
    expect([...(await assigneesOn(models, "prj_shop", "new")).keys()]).to.deep.equal([problemIdOf(at("new"), "red")]);
  });

  it("are not taken from another pull request, which was opened for a new branch of the former name", async () => {
    await run(1, { a: "red" }, { branch: "old" });
    await run(2, { a: "red" }, { branch: "new" });
    await run(3, { b: "blue" }, { branch: "old", prNumber: 8 });
    await run(4, { b: "blue" }, { branch: "old", prNumber: null });
    await run(5, { a: "red" }, { branch: "new" });
    expect([await listed("new"), await listed("old")]).to.deep.equal([["red ongoing"], ["blue ongoing"]]);
  });

  it("stay where they are for other pull requests, repositories, environments and main", async () => {
    await run(1, { a: "red" }, { branch: "old", prUrl: "https://code.example/shop/pull/7" });
    await run(2, { a: "red" }, { branch: "main" });
    const elsewhere: Partial<Run>[] = [
      { prNumber: 8 },
      { prNumber: null },
      { prUrl: "https://code.example/other/pull/7" },
      { prUrl: "https://code.example/shop/pull/7", environmentId: "env_1" },
    ];
    for (const [index, patch] of elsewhere.entries()) await run(index + 3, { a: "red" }, { branch: "new", ...patch });
    expect([await listed("old"), await listed("")]).to.deep.equal([["red new"], ["red new"]]);
  });
});
