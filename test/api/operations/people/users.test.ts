import { expect } from "chai";
import { verifyPassword } from "../../../../api/operations/keys/passwords.ts";
import { createUser } from "../../../../api/operations/people/createUser.ts";
import { ensureDefaultOrganisation } from "../../../../api/operations/people/ensureDefaultOrganisation.ts";
import { setPlan } from "../../../../api/operations/people/setPlan.ts";
import { ensureIndexes } from "../../../../models/index.ts";
import { refusal, useDatabase } from "../../../cli/support.ts";

describe("users", () => {
  const db = useDatabase();
  const ANN = { email: "Ann@Example.com", name: "Ann", role: "editor" } as const;

  it("have the password they were given, hashed; it is not answered", async () => {
    const { user, password } = await createUser(db.ctx, db.operator, { ...ANN, password: "correct horse battery" });
    expect(password).to.equal(null);
    expect(user).to.include({ email: "ann@example.com", role: "editor" });
    const stored = await db.ctx.models.users.findById(user.id).lean();
    expect(await verifyPassword(stored?.passwordHash ?? "", "correct horse battery")).to.equal(true);
    expect(JSON.stringify([stored, await db.ctx.models.audit.find().lean()])).to.not.contain("correct horse");
  });

  it("without one get one that is answered once", async () => {
    const { user, password } = await createUser(db.ctx, db.operator, ANN);
    expect(password).to.match(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/);
    const stored = await db.ctx.models.users.findById(user.id).lean();
    expect(await verifyPassword(stored?.passwordHash ?? "", password ?? "")).to.equal(true);
  });

  it("of one address: of 5 at once one is made, whatever its case", async () => {
    const results = await Promise.allSettled(
      ["ann", "ANN", "Ann", "aNN", "anN"].map((n) =>
        createUser(db.ctx, db.operator, { ...ANN, email: `${n}@example.com` }),
      ),
    );
    expect(results.filter((r) => r.status === "fulfilled")).to.have.length(1);
    for (const r of results) if (r.status === "rejected") expect(r.reason.code).to.equal("conflict");
  });

  for (const [what, input] of [
    ["an address that is none", { ...ANN, email: "ann" }],
    ["an unknown role", { ...ANN, role: "owner" as "admin" }],
    ["a short password", { ...ANN, password: "short-pw-1" }],
    ["no name", { ...ANN, name: "" }],
  ] as const)
    it(`are refused with ${what}`, async () => {
      const error = await refusal(createUser(db.ctx, db.operator, input));
      expect(error.code).to.equal("validation_error");
      expect(error.message).to.not.contain("short-pw-1");
    });
});

describe("the organisation", () => {
  const db = useDatabase({ indexes: false });

  it("is made once by many starts at once, on the configured plan", async () => {
    await ensureIndexes(db.ctx.models);
    const ctx = { ...db.ctx, config: { ...db.ctx.config, defaultPlan: "team" as const } };
    const made = await Promise.all(Array.from({ length: 10 }, () => ensureDefaultOrganisation(ctx)));
    expect(new Set(made.map((o) => o._id)).size).to.equal(1);
    expect(made[0]).to.include({ name: "Default", slug: "default", plan: "team" });
    expect(await ctx.models.organisations.countDocuments({})).to.equal(1);
  });

  it("keeps its plan over a restart with another default, until it is set", async () => {
    await ensureIndexes(db.ctx.models);
    const { _id } = await ensureDefaultOrganisation(db.ctx);
    const caller = { kind: "operator", orgId: _id } as const;
    expect(await setPlan(db.ctx, caller, { plan: "hobby" })).to.include({ slug: "default", plan: "hobby" });
    expect((await ensureDefaultOrganisation(db.ctx)).plan).to.equal("hobby");
    expect(await setPlan(db.ctx, caller, { plan: "free", organisation: "default" })).to.include({ plan: "free" });
    expect((await refusal(setPlan(db.ctx, caller, { plan: "free", organisation: "other" }))).code).to.equal(
      "not_found",
    );
    const [line] = await db.ctx.models.audit.find({ action: "organisation.setPlan" }).sort({ at: 1 }).lean();
    expect(line?.details).to.deep.equal({ from: "enterprise", to: "hobby" });
  });
});
