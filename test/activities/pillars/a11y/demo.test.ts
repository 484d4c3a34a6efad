import { readFileSync } from "node:fs";
import { expect } from "chai";
import { type DemoSite, startDemoSite } from "../../../../temporal-dev/demo-site/server.ts";
import { together } from "../../../support/together.ts";
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
  let good: DemoSite;
  let flawed: DemoSite;
  before(async () => {
    good = await startDemoSite({ variant: "good" });
    flawed = await startDemoSite({ variant: "flawed" });
  });
  after(() => Promise.all([good?.close(), flawed?.close()]));
  const it = together(3);

  for (const url of urls)
    it(`finds nothing that fails on ${url} of the good variant, and measures all of it`, async () => {
      const { findings, data } = await audit(toolsFor(pools.pool), `${good.url}${url}`);
      const failed = findings.filter(({ outcome }) => outcome === "failed");
      expect(failed.map(({ rule, target, message }) => `${rule} ${target}: ${message}`)).to.deep.equal([]);
      expect(data.keyboard.state).to.equal("walked");
      expect(data.reflow.state).to.equal("measured");
      expect(data.notes).to.deep.equal([]);
    });

  for (const { id, page, rule } of seeded)
    it(`finds ${id} on ${page} of the flawed variant`, async () => {
      const path = urls.find((url) => url.split("?")[0] === page) ?? page;
      const { of } = await audit(toolsFor(pools.pool), `${flawed.url}${path}`);
      expect(of(rule).map(({ outcome }) => outcome)).to.include("failed");
    });
});
