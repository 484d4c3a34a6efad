// A goal against the demo shop: its pages are inspected in a browser, and the steps name what is on them.
import { expect } from "chai";
import { compose, gherkinOf } from "../../../domain/functional/create/compose.ts";
import { controlsOf } from "../../../domain/functional/create/pages.ts";
import { BUILTIN_STEP_DEFS } from "../../../domain/functional/library/index.ts";
import { planFeature } from "../../../domain/functional/planFeature.ts";
import { type DemoSite, startDemoSite } from "../../../temporal-dev/demo-site/server.ts";
import { warmPool } from "../../support/warmPool.ts";
import { SLOW_MS } from "../capture/engine/harness.ts";
import { lookerOf, seen } from "./support.ts";

describe("a goal on the demo shop", function () {
  this.timeout(SLOW_MS);
  let shop: DemoSite;
  before(async () => {
    shop = await startDemoSite({ variant: "good" });
  });
  after(() => shop?.close());
  const look = lookerOf(() => ({ pool: warmPool() }));

  it("follows a product to its button, and expects the product to be shown", async () => {
    const { steps, unresolved } = await compose("/shop", ["adds a product to the cart"], async (path) => {
      const { data } = seen(await look(new URL(path, shop.url).href, "targets", { within: null, limit: 100 }));
      return data && controlsOf(data);
    });
    expect(unresolved).to.deep.equal([]);
    const texts = steps.map(({ text }) => text);
    expect(texts.slice(0, 2)).to.deep.equal(['I am on "/shop"', 'I click the "Reject all" button']);
    expect(texts[2]).to.match(/^I click the ".+" link$/);
    expect(texts[3]).to.equal('I click the "Add to basket" button');
    // A product's link contains more than its name, such as the price; the basket shows only the name.
    const [, name = "none"] = /^I should see "(.+)"$/.exec(texts[4] ?? "") ?? [];
    expect(texts[2]).to.include(`"${name} $`);
    const [planned] = planFeature(gherkinOf("A goal", steps), BUILTIN_STEP_DEFS);
    expect(planned?.steps.map(({ state }) => state)).to.deep.equal(steps.map(() => "prepared"));
  });
});
