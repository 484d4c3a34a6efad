// Locators of a page's controls, held against the page by the engine of functional tests.
import { expect } from "chai";
import { warmPool } from "../../support/warmPool.ts";
import { SLOW_MS, useSite } from "../capture/engine/harness.ts";
import { lookerOf, seen } from "./support.ts";

describe("how steps reach what is on a page", function () {
  this.timeout(SLOW_MS);
  const sites = useSite();
  const look = lookerOf(() => ({ pool: warmPool() }));

  it("each locator matches its element alone; a name that several bear is counted and not used", async () => {
    const url = sites.site.on(
      "/targets",
      `<main><h1>Lamps</h1><form><label>Email <input type=email required></label><button>Send</button></form>
      <ul><li><h2>Red</h2><button>Add to cart</button></li><li><h2>Blue</h2><button>Add to cart</button></li></ul>
      <a href=/cart>Cart</a><p>Cart</p><div role=button tabindex=0 data-testid=more>More</div></main>`,
    );
    const { data } = seen(await look(url, "targets", { within: null, limit: 20 }));
    const by = (name: string) => data?.elements.filter((one) => one.name === name) ?? [];
    const [email] = by("Email");
    expect(email).to.include({ role: "textbox", label: "Email", count: 1 });
    expect(email?.target.locators[0]).to.deep.equal({ by: "label", value: "Email", exact: true });
    expect(by("Send")[0]?.target.locators[0]).to.deep.equal({ by: "role", value: "button", name: "Send", exact: true });
    const twins = by("Add to cart");
    expect(twins).to.have.length(2);
    for (const { count, target } of twins) {
      expect(count).to.equal(2);
      expect(target.locators.map(({ by: way }) => way)).to.deep.equal(["css"]);
    }
    // The text is in a paragraph too, so only the role tells the link.
    expect(by("Cart")[0]?.target.locators.map((one) => one.by)).to.deep.equal(["role", "css"]);
    expect(by("More")[0]?.target.locators.at(-1)).to.deep.equal({ by: "css", value: '[data-testid="more"]' });
    expect(data?.forms[0]?.fields[0]).to.include({ label: "Email", required: true });
  });

  it("a part that is not there is told", async () => {
    const url = sites.site.on("/empty-targets", "<p>Nothing</p>");
    expect(seen(await look(url, "targets", { within: "#no", limit: 5 })).data).to.equal(null);
  });
});
