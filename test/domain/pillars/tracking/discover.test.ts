import { expect } from "chai";
import { discoverPages } from "../../../../domain/pillars/tracking/discover.ts";
import { resolveScenarioUrl } from "../../../../domain/visual/scenarioUrl.ts";
import { planPage } from "./fixtures.ts";

const scenario = (label: string, url: string) => ({ _id: `scn-${label}`, label, url });
const discover = (
  scenarios: ReturnType<typeof scenario>[],
  pages: ReturnType<typeof planPage>[] = [],
  base = "https://shop.example",
) => discoverPages(scenarios, pages, base, (url) => resolveScenarioUrl(url, base, base));

describe("plan pages from scenarios", () => {
  it("are one a path, with id, type and all scenarios of it; the barest address names it", () => {
    const { fresh, known, skipped } = discover([
      scenario("Cart with a vase", "/cart?basket=vase#top"),
      scenario("Cart", "/cart"),
      scenario("Vase", "https://shop.example/products/harvest-vase"),
      scenario("Home", "/"),
    ]);
    const rest = { attributes: [], closed: false };
    expect(fresh).to.deep.equal([
      {
        id: "page-cart",
        label: "Cart",
        pageType: "cart",
        path: "/cart",
        ...rest,
        scenarioIds: ["scn-Cart", "scn-Cart with a vase"],
      },
      {
        id: "page-products-harvest-vase",
        label: "Vase",
        pageType: "product",
        path: "/products/harvest-vase",
        ...rest,
        scenarioIds: ["scn-Vase"],
      },
      { id: "page-home", label: "Home", pageType: "home", path: "/", ...rest, scenarioIds: ["scn-Home"] },
    ]);
    expect([known, skipped]).to.deep.equal([[], []]);
  });

  it("leave alone what the plan has, by address or by link", () => {
    const { fresh, known } = discover(
      [scenario("Cart", "/cart?a=1"), scenario("Linked", "/elsewhere"), scenario("New", "/new")],
      [
        planPage({ id: "basket", path: "https://shop.example/cart" }),
        planPage({ id: "linked", path: null, scenarioIds: ["scn-Linked"] }),
      ],
    );
    expect(known).to.deep.equal([
      { pageId: "basket", scenarioLabels: ["Cart"] },
      { pageId: "linked", scenarioLabels: ["Linked"] },
    ]);
    expect(fresh.map(({ id }) => id)).to.deep.equal(["page-new"]);
  });

  it("number an id that is taken, and call what has no Latin letters home", () => {
    const { fresh } = discover(
      [scenario("A", "/a-b"), scenario("B", "/a/b"), scenario("C", "/日本")],
      [planPage({ id: "page-a-b", path: "/other" })],
    );
    expect(fresh.map(({ id }) => id)).to.deep.equal(["page-a-b-2", "page-a-b-3", "page-home"]);
  });

  it("below a base with a path are relative to it, and elsewhere absolute", () => {
    const base = "https://example.org/shop";
    const { fresh } = discover(
      [
        scenario("Cart", "/cart"),
        scenario("Root", "https://example.org/about"),
        scenario("Pay", "https://pay.example/x?y=1"),
      ],
      [],
      base,
    );
    expect(fresh.map(({ path, pageType }) => [path, pageType])).to.deep.equal([
      ["/cart", "cart"],
      ["https://example.org/about", "about"],
      ["https://pay.example/x?y=1", "content"],
    ]);
    for (const [at, { path }] of fresh.entries())
      expect(resolveScenarioUrl(path ?? "", base, base)).to.equal(
        ["https://example.org/shop/cart", "https://example.org/about", "https://pay.example/x?y=1"][at],
      );
  });

  it("skip addresses that no browser opens", () => {
    expect(discover([scenario("Mail", "mailto:a@b.example")])).to.deep.equal({
      fresh: [],
      known: [],
      skipped: [{ scenarioLabel: "Mail", reason: "Its address is not one that a browser can open." }],
    });
  });
});
