import { expect } from "chai";
import { pathsOf, startTemplateSite, type TemplateSite } from "../../bench/sites/site.ts";
import { createApiClient } from "../../temporal-dev/apiClient.ts";
import { expectAuditInvariants } from "../support/invariants.ts";
import { makeProject } from "../support/operator.ts";
import { startWorld, type World } from "../support/service.ts";
import { auditedPaths, withModels } from "../support/watched.ts";

const SHOP_PAGES = 12;

describe("an audit of the pages that a crawl finds", function () {
  this.timeout(300_000);
  let world: World;
  let shop: TemplateSite;
  before(async () => {
    shop = await startTemplateSite(SHOP_PAGES);
    world = await startWorld({ SVC_ALLOWED_HOSTS: `127.0.0.1:${shop.port}` });
  });
  after(async () => {
    await world?.stop();
    await shop?.close();
  });

  it("visits one page of each template, or all, and tells of what they share once", async () => {
    const slug = "crawled";
    const client = createApiClient(world.service.apiUrl, await makeProject(world, { siteUrl: shop.url, slug }));
    const isWrong = ({ outcome }: { outcome: string }) => outcome === "failed" || outcome === "warning";
    const audited = async (pages: string) => {
      const { runId } = await client.run({ type: "a11y", pages });
      const run = await client.wait(runId, { everyMs: 500 });
      expect([run.status, run.error]).to.deep.equal(["completed", null]);
      await expectAuditInvariants(world, runId);
      const found = await client.findings(runId);
      const shared = found.flatMap(({ pages: of }) => of ?? []);
      return { runId, pages: await auditedPaths(world, runId), shared, found };
    };
    const all = await audited("crawl");
    expect([...all.pages].sort()).to.deep.equal(pathsOf(SHOP_PAGES).sort());
    expect(all.shared.some(({ count, of }) => count === SHOP_PAGES && of === SHOP_PAGES)).to.equal(true);
    const some = await audited("templates");
    for (const template of ["/products/", "/journal/story-"])
      expect(
        some.pages.filter((path) => path.startsWith(template)),
        template,
      ).to.have.length(1);
    expect(some.pages.length).to.be.below(SHOP_PAGES);
    // The same defects on fewer pages: none appeared, and those on pages that were not audited have not vanished.
    const args = { baseRunId: all.runId, runId: some.runId, limit: 100 };
    const compared = (await client.request("POST", "/api/mcp/v1/invoke", { tool: "compare_runs", args })) as {
      data: { counts: object };
    };
    expect(compared.data.counts).to.deep.include({ appeared: 0, still: some.found.filter(isWrong).length });
    expect(some.found.length).to.be.above(3);
    const crawls = await withModels(world, ({ jobs }) => jobs.find({ projectSlug: slug }, { status: 1 }).lean());
    expect(
      crawls.map(({ status }) => status),
      "one crawl for both",
    ).to.deep.equal(["completed"]);
  });
});
