import { expect } from "chai";
import type { Service } from "../../../cli/client/service.ts";
import { namedPages } from "../../../cli/first/pages.ts";

const site = "http://localhost:3000/";
/** A service that converts every sitemap to the same two pages. */
const service = {
  post: async () => ({
    sections: {
      scenarios: [
        { label: "Home", url: "/" },
        { label: "elsewhere.example about", url: "https://elsewhere.example/about" },
      ],
    },
    leftOut: [{ path: "", reason: "lists more than 500 pages" }],
  }),
} as unknown as Service;

describe("pages that a person names", () => {
  it("an address a line: paths or whole, without comments, each once", async () => {
    const text =
      "# the important ones\n/\n/about?tab=1\n\nhttp://localhost:3000/about?tab=1\nhttp://localhost:3000/shop\n";
    expect((await namedPages(service, text, site)).pages).to.deep.equal([
      { label: "Home", url: "/" },
      { label: "about?tab=1", url: "/about?tab=1" },
      { label: "shop", url: "/shop" },
    ]);
  });

  it("says what is not tested", async () => {
    const text = "/\nmailto:kim@shop.example\n/a\nhttps://elsewhere.example/about\n";
    expect((await namedPages(service, text, site)).leftOut).to.deep.equal([
      { path: "line 2", reason: "is not the address of a page" },
      { path: "https://elsewhere.example/about", reason: "is on another host" },
    ]);
    const many = Array.from({ length: 502 }, (_, at) => `/page/${at}`).join("\n");
    const { pages, leftOut } = await namedPages(service, many, site);
    expect([pages.length, leftOut.map(({ path }) => path)]).to.deep.equal([500, ["line 501", "line 502"]]);
  });

  it("routes in the hash are pages of their own, and places on a page are not", async () => {
    const text = "/#/orders\n/#/orders/4\n/#!basket\n/#top\n/about#team\n";
    const { pages } = await namedPages(service, text, site);
    expect(pages.map(({ url }) => url)).to.deep.equal(["/#/orders", "/#/orders/4", "/#!basket", "/", "/about"]);
    expect(new Set(pages.map(({ label }) => label)).size).to.equal(5);
  });

  it("a sitemap, without pages of other hosts", async () => {
    expect(await namedPages(service, "<?xml version='1.0'?><urlset/>", site)).to.deep.equal({
      pages: [{ label: "Home", url: "/" }],
      leftOut: [
        { path: "", reason: "lists more than 500 pages" },
        { path: "https://elsewhere.example/about", reason: "is on another host" },
      ],
    });
  });

  it("nothing of the site is refused", async () => {
    const refused = await namedPages(service, "# nothing\n", site).catch((error: Error) => error.message);
    expect(refused).to.match(/--pages contains no page of http:\/\/localhost:3000\//);
  });
});
