import { expect } from "chai";
import { gatePr } from "../../../../api/operations/health/gatePr.ts";
import { overview } from "../../../../api/operations/projects/overview.ts";
import { addAudit, addFinding } from "../../health/support.ts";
import { makeWorld, type World } from "../../support/world.ts";

const HOME = ["scn_home"];
const operator = { kind: "operator", orgId: "org_a" } as const;

describe("the overview of a branch", () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
    const { models } = world;
    for (const environmentId of ["env_prod", "env_stage"])
      for (const [i, score] of [90, 92, 88].entries())
        await addAudit(models, `run_${environmentId}_${i}`, 4 + i, score, HOME, { environmentId, commitSha: `c${i}` });
    await addAudit(models, "run_cart", 9, 60, HOME, { branch: "cart", environmentId: "env_stage" });
    await addFinding(models, "run_cart", "title", { isNew: true, isNewOnBranch: true });
  });
  after(() => world.close());

  /** Returns the filters of the searches in the health window, and what `work` returned. */
  async function searches<T>(work: () => Promise<T>): Promise<{ answer: T; filters: string[] }> {
    const { runs } = world.models;
    const filters: string[] = [];
    const { find } = runs;
    runs.find = ((...args: Parameters<typeof find>) => {
      const filter = JSON.stringify(args[0]);
      if (filter.includes("$gte")) filters.push(filter);
      return find.apply(runs, args);
    }) as typeof find;
    try {
      return { answer: await work(), filters };
    } finally {
      runs.find = find;
    }
  }

  for (const environment of [undefined, "staging"])
    it(`has the verdict of its gate, and searches runs once: ${environment ?? "all environments"}`, async () => {
      const place = { branch: "cart", ...(environment && { environment }) };
      const gate = await gatePr(world.ctx, operator, { project: "shop", ...place });
      const { answer, filters } = await searches(() => overview(world.ctx, operator, "shop", place));
      expect(answer.gate).to.deep.equal({
        verdict: gate.verdict,
        reasons: gate.reasons.map(({ code, message }) => ({ code, message })),
      });
      expect(gate.reasons.map(({ code }) => code)).to.include.members(["new_critical", "health_fell"]);
      expect(filters.filter((one, i) => filters.indexOf(one) !== i)).to.deep.equal([]);
      expect(filters.some((one) => one.includes('"environmentId":"env_stage"'))).to.equal(true);
    });
});
