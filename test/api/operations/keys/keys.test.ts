import { expect } from "chai";
import { authenticateKey, hashKey } from "../../../../api/operations/keys/authenticateKey.ts";
import { type CreateKeyInput, createKey } from "../../../../api/operations/keys/createKey.ts";
import { listKeys } from "../../../../api/operations/keys/listKeys.ts";
import { revokeKey } from "../../../../api/operations/keys/revokeKey.ts";
import { createProject } from "../../../../api/operations/projects/createProject.ts";
import type { ProductError } from "../../../../domain/errors.ts";
import { parseKey } from "../../../../domain/keys.ts";
import { refusal, useDatabase } from "../../../cli/support.ts";

describe("API keys", () => {
  const db = useDatabase();
  let projectId: string;
  beforeEach(async () => {
    projectId = (await createProject(db.ctx, db.operator, { name: "Shop", baseUrl: "https://example.com" })).project.id;
  });
  const make = (input: Partial<CreateKeyInput> = {}) =>
    createKey(db.ctx, db.operator, { name: "CI", kind: "project", project: "shop", ...input } as CreateKeyInput);
  const org = (input: Partial<CreateKeyInput> = {}) => make({ kind: "org", project: undefined, ...input });
  const revoke = (key: string) => revokeKey(db.ctx, db.operator, { key });

  it("of a project have its prefix, mcp_full by default, and are stored as a hash", async () => {
    const { key, record } = await make();
    expect(parseKey(key)).to.equal("project");
    expect(record).to.deep.include({
      kind: "project",
      scope: "mcp_full",
      projectId,
      defaultProject: null,
      createdBy: "operator",
    });
    const stored = await db.ctx.models.apiKeys.findById(record.id).lean();
    expect(stored?.hash).to.equal(hashKey(key));
    expect(key.startsWith(record.hint)).to.equal(true);
    const seen = JSON.stringify([stored, record, await db.ctx.models.audit.find().lean(), db.logged]);
    expect(seen).to.not.contain(key);
    expect(JSON.stringify(await listKeys(db.ctx, db.operator))).to.not.contain(stored?.hash);
  });

  it("are refused from the moment they are revoked, also to those who call while others do", async () => {
    const { key } = await make();
    const call = () =>
      authenticateKey(db.ctx, key).then(
        ({ keyName }) => keyName,
        (error: ProductError) => error.code,
      );
    const calls = (count: number) => Array.from({ length: count }, call);
    const before = calls(20);
    expect(await Promise.all(before)).to.deep.equal(Array(20).fill("CI"));
    const during = calls(20);
    await revoke(key);
    const after = calls(20);
    expect(await Promise.all(after)).to.deep.equal(Array(20).fill("unauthorized"));
    await Promise.all(during);
  });

  it("of the organisation may have a default project and an end", async () => {
    const { key, record } = await org({ scope: "mcp_read", defaultProject: "shop", expiresAt: "2999-01-01T00:00:00Z" });
    expect(parseKey(key)).to.equal("org");
    expect(record).to.include({
      scope: "mcp_read",
      projectId: null,
      defaultProject: "shop",
      expiresAt: "2999-01-01T00:00:00.000Z",
    });
  });

  for (const [what, input, path] of [
    ["no project", { project: undefined }, "project"],
    ["a default project for a project key", { defaultProject: "shop" }, "defaultProject"],
    ["a project for an org agent key", { kind: "org" }, "project"],
    ["an unknown scope", { scope: "all" }, "scope"],
    ["an end in the past", { expiresAt: "2001-01-01" }, "expiresAt"],
    ["an end that is no time", { expiresAt: "soon" }, "expiresAt"],
  ] as const)
    it(`are refused with ${what}`, async () => {
      const error = await refusal(make(input as Partial<CreateKeyInput>));
      expect((error.details.fields as { path: string }[])[0]?.path).to.equal(path);
      expect(await db.ctx.models.apiKeys.countDocuments({})).to.equal(0);
    });

  it("for an unknown project are refused by its name", async () => {
    expect((await refusal(make({ project: "nowhere" }))).code).to.equal("project_resolution_error");
    expect((await refusal(org({ defaultProject: "nowhere" }))).message).to.contain("nowhere");
  });

  it("are listed newest first, revoked ones too", async () => {
    const first = await make({ name: "first" });
    db.setNow(new Date(Date.now() + 1_000));
    await make({ name: "second" });
    await revoke(first.record.id);
    const list = await listKeys(db.ctx, db.operator);
    expect(list.map((k) => [k.name, k.revokedAt !== null])).to.deep.equal([
      ["second", false],
      ["first", true],
    ]);
  });

  for (const [by, of] of [
    ["id", (made) => made.record.id],
    ["full text", (made) => made.key],
    ["hint", (made) => made.record.hint],
    ["hint as it is listed", (made) => `${made.record.hint}…`],
  ] as [string, (made: Awaited<ReturnType<typeof make>>) => string][])
    it(`are revoked by ${by}`, async () => {
      const made = await make();
      const other = await make();
      expect((await revoke(of(made))).revokedNow).to.equal(true);
      const stored = await db.ctx.models.apiKeys.find({ revokedAt: null }).lean();
      expect(stored.map((k) => k._id)).to.deep.equal([other.record.id]);
    });

  it("are revoked once: later calls, and 10 at once, keep the first time", async () => {
    const { record } = await make();
    const results = await Promise.all(Array.from({ length: 10 }, () => revoke(record.id)));
    expect(results.filter((r) => r.revokedNow)).to.have.length(1);
    expect(new Set(results.map((r) => r.record.revokedAt)).size).to.equal(1);
    expect(await db.ctx.models.audit.countDocuments({ action: "key.revoke" })).to.equal(1);
  });

  it("that are unknown are not repeated in the answer; one hint of several keys asks for the id", async () => {
    const { key, record } = await make();
    await db.ctx.models.apiKeys.deleteOne({ _id: record.id });
    const error = await refusal(revoke(key));
    expect(error.code).to.equal("not_found");
    expect(JSON.stringify([error.message, error.details])).to.not.contain(key);

    const [a, b] = [await make(), await make()];
    await db.ctx.models.apiKeys.updateOne({ _id: b.record.id }, { $set: { hint: a.record.hint } });
    const ambiguous = await refusal(revoke(a.record.hint));
    expect(ambiguous.code).to.equal("conflict");
    expect(ambiguous.message).to.contain(a.record.id).and.to.contain(b.record.id);
  });
});
