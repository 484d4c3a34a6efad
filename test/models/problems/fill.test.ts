import { expect } from "chai";
import { fillProblems } from "../../../models/problems/fill.ts";
import { assigneesOn } from "../../../models/problems/queries.ts";
import { readList } from "../../../models/problems/readList.ts";
import { refreshProblems } from "../../../models/problems/refresh.ts";
import type { Problem } from "../../../models/problems/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { addRun, addShot } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

describe("problems of runs that ended before problems were kept", function () {
  this.timeout(60_000);
  it("are those of the newest run of each kind and branch, written once", async () => {
    const { models, drop } = await openDatabase();
    try {
      for (const [slug, _id] of [
        ["shop", "prj_shop"],
        ["empty", "prj_empty"],
      ] as const)
        await models.projects.create({
          _id,
          orgId: "org_a",
          name: slug,
          slug,
          baseUrl: "https://shop.example",
          createdAt: new Date(),
        });
      const runs = [
        ["run_old", "main", 1],
        ["run_main", "main", 2],
        ["run_branch", "feature", 3],
        ["run_failed", "main", 4],
      ] as const;
      for (const [id, branch, hour] of runs) {
        const status = id === "run_failed" ? "failed" : "completed";
        await addRun(models, id, { branch, status, createdAt: new Date(Date.UTC(2026, 2, 10, hour)) });
        await addShot(models, id, 0, { causes: [id === "run_old" ? "gone" : "price"], fingerprint: "price" });
      }
      while (await fillProblems(models));
      const found = await models.problems.find({}).sort({ line: 1 }).lean();
      expect(found.map(({ line, cause, runId, status }) => [line, cause, runId, status])).to.deep.equal([
        ["", "price", "run_main", "new"],
        ["feature", "price", "run_branch", "ongoing"],
      ]);
      expect(await fillProblems(models)).to.equal(false);
    } finally {
      await drop();
    }
  });

  for (const filled of [false, true])
    it(`are left out of a ${filled ? "list" : "run"} that cannot be read, which blocks neither the others nor what waits for all`, async () => {
      const { models, drop } = await openDatabase();
      try {
        for (const slug of ["first", "second"]) {
          await models.projects.create({
            _id: `prj_${slug}`,
            orgId: "org_a",
            name: slug,
            slug,
            baseUrl: "https://shop.example",
            createdAt: new Date(),
            problemsFilled: filled,
          });
          for (const branch of ["main", "feature"]) {
            const id = `run_${slug}_${branch}`;
            await addRun(models, id, { projectId: `prj_${slug}`, branch });
            await addShot(models, id, 0, { projectId: `prj_${slug}`, causes: ["price"], fingerprint: "price" });
            if (filled) await refreshProblems(models, (await models.runs.findById(id).lean()) as Run);
          }
        }
        await models.problemLists.deleteMany({});
        const broken = filled ? models.problems : models.shots;
        const unreadable = filled ? { fixedIn: "x" } : { reasons: 5 };
        await broken.collection.updateOne({ runId: "run_first_main" }, { $set: unreadable } as object);
        const failed: string[] = [];
        for (let more = true, rounds = 0; more && rounds < 10; rounds += 1)
          more = await fillProblems(models).catch((error: Error) => failed.push(error.message) > 0);
        expect(failed).to.have.length(1);
        expect(failed[0]).to.include(filled ? "visual on the main branch" : "run_first_main");
        const ends = ["first:feature", "second:", "second:feature"];
        const lists = await models.problemLists.find({}).lean();
        expect(lists.map(({ lineId }) => lineId).sort()).to.deep.equal(ends.map((end) => `prj_${end}`));
      } finally {
        await drop();
      }
    });

  it("and those that an earlier version kept without lists are listed, with what people decided", async () => {
    const { models, drop } = await openDatabase();
    try {
      await models.projects.create({
        _id: "prj_shop",
        orgId: "org_a",
        name: "Shop",
        slug: "shop",
        baseUrl: "https://shop.example",
        createdAt: new Date(),
        problemsFilled: true,
      });
      await addRun(models, "run_1", { branch: "main" });
      for (const index of [0, 1, 2]) {
        const viewport = `v${index}`;
        await addShot(models, "run_1", index, { viewport, causes: [`c${index}`], fingerprint: `c${index}` });
      }
      await refreshProblems(models, (await models.runs.findById("run_1").lean()) as Run);
      const [first, second, third] = await models.problems.find({}).lean<Problem[]>();
      const snooze = { by: "ann", at: new Date(), note: null, until: null, places: 9 };
      await models.problems.updateOne({ _id: first?._id }, { $set: { snooze, assignee: "ann@shop.example" } });
      await models.problems.updateOne({ _id: second?._id }, { $set: { status: "fixed" } });
      await models.problems.updateMany({}, { $set: { shelfId: "prj_shop:open:3:" } });
      await models.problemLists.deleteMany({});
      while (await fillProblems(models));
      const at = { projectId: "prj_shop", line: "" };
      const all = { among: null, fits: () => true, after: null, limit: 10 };
      const listed = async (fixed: boolean) =>
        (await readList(models, at, new Date(), { ...all, fixed })).found.map(({ id, status }) => `${id} ${status}`);
      expect(await listed(false)).to.have.members([`${first?._id} snoozed`, `${third?._id} new`]);
      expect(await listed(true)).to.deep.equal([`${second?._id} fixed`]);
      expect([...(await assigneesOn(models, "prj_shop", ""))]).to.deep.equal([[first?._id, "ann@shop.example"]]);
    } finally {
      await drop();
    }
  });
});
