import { expect } from "chai";
import { listEnvironments } from "../../../../api/operations/environments/listEnvironments.ts";
import { createProject } from "../../../../api/operations/projects/createProject.ts";
import { listProjects } from "../../../../api/operations/projects/listProjects.ts";
import { refusal, useDatabase } from "../../../cli/support.ts";

describe("projects", () => {
  const db = useDatabase();
  const make = (input: { name: string; baseUrl?: string; slug?: string }) =>
    createProject(db.ctx, db.operator, { baseUrl: "https://example.com", ...input });

  it("are made with the environment Production, which is their reference", async () => {
    const { project, environment } = await make({ name: "Café & Bar", baseUrl: "HTTPS://Example.com:443/shop/" });
    expect(project).to.include({
      name: "Café & Bar",
      slug: "cafe-bar",
      baseUrl: "https://example.com/shop",
      scenarioCount: 0,
    });
    expect(environment).to.include({ name: "Production", slug: "production", baseUrl: "https://example.com/shop" });
    const stored = await db.ctx.models.projects.findById(project.id).lean();
    expect(stored).to.include({ referenceEnvironmentId: environment.id, mainBranch: "main", orgId: db.operator.orgId });
    expect(await listEnvironments(db.ctx, db.operator, { project: "cafe-bar" })).to.deep.equal([environment]);
    expect(await listEnvironments(db.ctx, db.operator, { project: project.id })).to.deep.equal([environment]);
  });

  it("are listed by name with the number of their scenarios", async () => {
    const b = await make({ name: "B" });
    await make({ name: "A" });
    const scenario = { projectId: b.project.id, url: "/", createdAt: new Date() };
    await db.ctx.models.scenarios.create({ _id: "scn_1", label: "one", ...scenario });
    await db.ctx.models.scenarios.create({ _id: "scn_2", label: "two", ...scenario });
    const list = await listProjects(db.ctx, db.operator);
    expect(list.map((p) => [p.name, p.scenarioCount])).to.deep.equal([
      ["A", 0],
      ["B", 2],
    ]);
  });

  it("of one slug: of 20 at once one is made, the others are told which slug is taken", async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => make({ name: "Shop", slug: "shop" })));
    const refused = results.filter((r) => r.status === "rejected").map((r) => r.reason);
    expect(refused).to.have.length(19);
    for (const error of refused) {
      expect(error.code).to.equal("conflict");
      expect(error.message).to.contain('"shop"');
    }
    expect(await db.ctx.models.projects.countDocuments({})).to.equal(1);
    expect(await db.ctx.models.environments.countDocuments({})).to.equal(1);
  });

  it("of another organisation may bear the same slug, and are not seen", async () => {
    await make({ name: "Shop" });
    const other = { kind: "operator", orgId: "org_other" } as const;
    await createProject(db.ctx, other, { name: "Shop", baseUrl: "https://example.org" });
    expect((await listProjects(db.ctx, other)).map((p) => p.baseUrl)).to.deep.equal(["https://example.org"]);
  });

  it("leave a line in the audit log", async () => {
    const { project } = await make({ name: "Shop" });
    const lines = await db.ctx.models.audit.find({ action: "project.create" }).lean();
    expect(lines).to.have.length(1);
    expect(lines[0]).to.deep.include({ who: "operator", target: project.id, orgId: db.operator.orgId });
  });

  for (const [what, input, path] of [
    ["no name", { name: "" }, "name"],
    ["a name of spaces", { name: " x " }, "name"],
    ["no http", { name: "A", baseUrl: "ftp://example.com" }, "baseUrl"],
    ["no address", { name: "A", baseUrl: "https://" }, "baseUrl"],
    ["a password in the address", { name: "A", baseUrl: "https://me:hidden@example.com" }, "baseUrl"],
    ["a query", { name: "A", baseUrl: "https://example.com/?x" }, "baseUrl"],
    ["an unfit slug", { name: "A", slug: "Web Shop" }, "slug"],
    ["a name without letters for a slug", { name: "店" }, "slug"],
    ["an unknown field", { name: "A", color: "red" }, ""],
  ] as const)
    it(`are refused with ${what}`, async () => {
      const error = await refusal(make(input as { name: string }));
      expect(error.code).to.equal("validation_error");
      expect((error.details.fields as { path: string }[]).map((f) => f.path)).to.deep.equal([path]);
      expect(error.message).to.not.contain("hidden");
    });
});
