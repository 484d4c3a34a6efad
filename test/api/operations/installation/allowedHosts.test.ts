import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { AdminContext } from "../../../../api/lib/admin.ts";
import type { Caller } from "../../../../api/lib/context.ts";
import { allowHost, listHosts, removeHost } from "../../../../api/operations/installation/allowedHosts.ts";
import { auditEntriesOf } from "../../../../models/bookkeeping/auditEntries.ts";
import { refusal, useDatabase } from "../../../cli/support.ts";

describe("which private hosts the service may visit", () => {
  const database = useDatabase();
  let dataDir: string;
  let ctx: AdminContext;
  beforeEach(() => {
    dataDir = mkdtempSync(path.join(tmpdir(), "plumbline-hosts-"));
    ctx = { ...database.ctx, config: { ...database.ctx.config, dataDir } };
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it("the operator allows a host with its port, once, and takes it back", async () => {
    const { operator } = database;
    expect(await allowHost(ctx, operator, "http://localhost:3000/shop")).to.deep.equal({
      host: "localhost:3000",
      how: "added",
    });
    expect(await allowHost(ctx, operator, "localhost:3000")).to.deep.equal({ host: "localhost:3000", how: "already" });
    expect((await listHosts(ctx, operator)).map(({ host }) => host)).to.deep.equal(["localhost:3000"]);
    expect(await allowHost(ctx, operator, "https://93.184.216.34")).to.include({ how: "open" });
    expect(await removeHost(ctx, operator, "localhost:3000")).to.deep.equal({ host: "localhost:3000" });
    expect((await refusal(removeHost(ctx, operator, "localhost:3000"))).code).to.equal("not_found");
    const entries = await auditEntriesOf(ctx.models, (operator as { orgId: string }).orgId, {
      before: null,
      limit: 10,
    });
    expect(entries.map(({ action }) => action)).to.include.members(["host.allow", "host.remove"]);
  });

  it("no key and no role may", async () => {
    const { orgId } = database.operator as { orgId: string };
    const callers = [
      { kind: "user", orgId, userId: "usr_1", role: "admin" },
      { kind: "key", orgId, keyId: "key_1", scope: "mcp_full", projectId: null },
      { kind: "key", orgId, keyId: "key_2", scope: "ci", projectId: "prj_1" },
    ] as unknown as Caller[];
    for (const caller of callers) {
      expect((await refusal(allowHost(ctx, caller, "localhost:3000"))).code).to.be.oneOf(["forbidden", "scope_denied"]);
      expect((await refusal(listHosts(ctx, caller))).code).to.be.oneOf(["forbidden", "scope_denied"]);
    }
    expect(await listHosts(ctx, database.operator)).to.deep.equal([]);
  });

  for (const site of ["http://169.254.169.254/latest", "[fd00:ec2::254]:80", "100.100.100.200:80", "0.0.0.0:80"])
    it(`nobody allows ${site}`, async () => {
      expect((await refusal(allowHost(ctx, database.operator, site))).code).to.equal("forbidden");
    });

  for (const site of ["", "ftp://x", "http://"])
    it(`"${site}" is no host`, async () => {
      expect((await refusal(allowHost(ctx, database.operator, site))).code).to.equal("validation_error");
    });
});
