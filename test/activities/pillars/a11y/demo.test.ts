import { readFileSync } from "node:fs";
import { expect } from "chai";
import { type DemoSite, startDemoSite } from "../../../../temporal-dev/demo-site/server.ts";
import { SLOW_MS, usePool } from "../../capture/engine/harness.ts";
import { audit, toolsFor } from "./harness.ts";

const read = <T>(file: string): T =>
  JSON.parse(readFileSync(new URL(`../../../../temporal-dev/demo-site/${file}`, import.meta.url), "utf8")) as T;
const urls = read<{ scenarios: { url: string }[] }>("scenarios.json").scenarios.map(({ url }) => url);
const seeded = read<{ id: string; pillar: string; page: string; rule: string }[]>("defects.json").filter(
  ({ pillar }) => pillar === "a11y",
);

describe("the accessibility of the demo shop", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  let site: DemoSite;
  before(async () => {
    site = await startDemoSite({ variant: "good" });
  });
  after(() => site.close());

  it("finds nothing that fails on any page of the good variant, and measures all of it", async () => {
    site.setVariant("good");
    const wrong: string[] = [];
    for (const url of urls) {
      const { findings, data } = await audit(toolsFor(pools.pool), `${site.url}${url}`);
      for (const { outcome, rule, target, message } of findings)
        if (outcome === "failed") wrong.push(`${url} ${rule} ${target}: ${message}`);
      expect(data.keyboard.state, url).to.equal("walked");
      expect(data.reflow.state, url).to.equal("measured");
      expect(data.notes, url).to.deep.equal([]);
    }
    expect(wrong).to.deep.equal([]);
  });

  for (const { id, page, rule } of seeded)
    it(`finds ${id} on ${page} of the flawed variant`, async () => {
      site.setVariant("flawed");
      const path = urls.find((url) => url.split("?")[0] === page) ?? page;
      const { of } = await audit(toolsFor(pools.pool), `${site.url}${path}`);
      expect(of(rule).map(({ outcome }) => outcome)).to.include("failed");
    });
});
