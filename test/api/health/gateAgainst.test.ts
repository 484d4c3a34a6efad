import { expect } from "chai";
import { gatePr } from "../../../api/operations/health/gatePr.ts";
import { addRun } from "../support/shots.ts";
import { makeWorld, type World } from "../support/world.ts";
import { addAudit, addFinding } from "./support.ts";

const operator = { kind: "operator", orgId: "org_a" } as const;
const HOME = ["scn_home"];
const BRANCH = { branch: "new-cart" };

describe("gatePr against a reference of the caller's", () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
    const { models } = world;
    for (const day of [1, 2, 3]) await addAudit(models, `run_main${day}`, day, 90, HOME);
    await addFinding(models, "run_main3", "known", {});
    await addAudit(models, "run_release", 4, 70, HOME, { branch: "release" });
    await addFinding(models, "run_release", "known", {});
    await addFinding(models, "run_release", "theirs", {});
    await addAudit(models, "run_stage", 5, 60, HOME, {
      branch: "other",
      environmentId: "env_stage",
      environmentName: "Staging",
    });
    await addAudit(models, "run_cart", 9, 60, HOME, BRANCH);
    // According to its history, the branch introduced a finding that the release has too.
    await addFinding(models, "run_cart", "known", { isNew: false, isNewOnBranch: false });
    await addFinding(models, "run_cart", "theirs", { isNew: true, isNewOnBranch: true });
    await addRun(models, "run_pictures", {
      branch: "pictures",
      summary: { total: 1, passed: 1, failed: 0, approved: 0, errors: 0, flaky: 0, noBaseline: 0 },
    });
    await addRun(models, "run_foreign", { type: "seo-test", projectId: "prj_foreign" });
  });
  after(() => world.close());
  const gate = (input: Omit<Parameters<typeof gatePr>[2], "project">) =>
    gatePr(world.ctx, operator, { project: "shop", ...input });
  const refusalOf = (input: Parameters<typeof gate>[0]): Promise<{ code: string; message: string }> =>
    gate(input).then(
      () => expect.fail("nothing was refused"),
      (error: unknown) => error as { code: string; message: string },
    );

  it("is about what the history says where nothing is named", async () => {
    const { verdict, reasons, against } = await gate(BRANCH);
    expect(verdict).to.equal("fail");
    expect(reasons.map(({ code }) => code)).to.include.members(["new_critical", "health_fell"]);
    expect(against).to.equal(undefined);
  });

  for (const { against, kind, words, codes } of [
    {
      against: "main",
      kind: "branch",
      words: "the newest run of main (run_main3)",
      codes: ["new_critical", "health_fell"],
    },
    {
      against: "release",
      kind: "branch",
      words: "the newest run of release (run_release)",
      codes: ["no_new_findings", "health_fell"],
    },
    {
      against: "run_release",
      kind: "run",
      words: "run run_release of release",
      codes: ["no_new_findings", "health_fell"],
    },
    {
      against: "staging",
      kind: "environment",
      words: "the newest run on Staging (run_stage)",
      codes: ["new_critical", "health_held"],
    },
  ])
    it(`counts what is new, and the score, from the ${kind} ${against}, and names it`, async () => {
      const result = await gate({ ...BRANCH, against });
      expect(result.against).to.deep.equal({ kind, words });
      expect(result.reasons.map(({ code }) => code)).to.have.members(codes);
      for (const { message } of result.reasons) expect(message).to.include(words);
    });

  it("never compares a run with itself", async () => {
    const { reasons } = await gate({ branch: "main", against: "main" });
    expect(reasons[0]?.message).to.include("since the newest run of main (run_main2)");
    expect((await refusalOf({ ...BRANCH, against: "run_cart" })).message).to.include("is the run that is compared");
  });

  it("says that there is no run to judge, and still knows the reference", async () => {
    expect((await gate({ branch: "empty", against: "main" })).reasons.map(({ code }) => code)).to.deep.equal([
      "no_data",
    ]);
  });

  for (const { what, input, says } of [
    { what: "a foreign project's run", input: { against: "run_foreign" }, says: "has no run run_foreign" },
    { what: "an unknown branch", input: { against: "relaese" }, says: 'Did you mean "release"?' },
    { what: "a branch with one run, which is judged", input: { against: "new-cart" }, says: "no other completed run" },
    {
      what: "a branch that was never audited",
      input: { against: "pictures" },
      says: "SEO audit: the branch pictures has no completed run to compare with.",
    },
    { what: "what is not audited", input: { branch: "pictures", against: "main" }, says: "omit against" },
  ])
    it(`refuses ${what}`, async () => {
      const { code, message } = await refusalOf({ ...BRANCH, ...input });
      expect(code).to.equal("validation_error");
      expect(message).to.include(says);
    });
});
