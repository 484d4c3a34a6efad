import { expect } from "chai";
import { projectOfSite } from "../../../../api/operations/setup/projectOfSite.ts";
import { refusal, useDatabase } from "../../../cli/support.ts";

describe("the project of a site", () => {
  const database = useDatabase();
  const of = (site: string, slug: string | null = null) => {
    const operator = database.operator as Parameters<typeof projectOfSite>[1];
    return projectOfSite(database.ctx, operator, { site, slug, local: true });
  };

  it("is made once, named by its host, and counted where another address of the host has the name", async () => {
    const first = await of("http://localhost:3000/shop");
    expect(first).to.deep.include({ slug: "localhost-3000", name: "localhost:3000", created: true });
    expect(await of("http://localhost:3000/shop/")).to.deep.equal({ ...first, created: false });
    expect(await of("http://localhost:3000/blog")).to.deep.include({ slug: "localhost-3000-2", created: true });
  });

  it("has a name of its own also on a host that is longer than a slug", async () => {
    const host = "the-basket-with-gift-cards-and-a-second-address.preview.shop.example";
    const made = [await of(`https://${host}/a`), await of(`https://${host}/b`), await of(`https://${host}/c`)];
    expect(new Set(made.map(({ slug }) => slug))).to.have.property("size", 3);
    expect(made.map(({ slug }) => slug.length <= 63)).to.deep.equal([true, true, true]);
    expect(made.at(-1)?.slug).to.match(/-3$/);
  });

  it("has the slug that was asked for, which belongs to one address", async () => {
    expect(await of("http://localhost:4000", "shop")).to.deep.include({ slug: "shop", created: true });
    expect((await refusal(of("http://localhost:5000", "shop"))).code).to.equal("conflict");
  });
});
