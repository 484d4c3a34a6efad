// Which pages are selected during setup, and what is sent for them.
import { expect } from "chai";
import {
  choose,
  filterPages,
  isWhole,
  leaveOut,
  MAX_CHOSEN,
  scenariosOf,
} from "../../../../web/src/features/setup/chosen.ts";

const page = (url: string, label = url) => ({ url, label });
const urls = (chosen: ReadonlyMap<string, unknown>) => [...chosen.keys()];

describe("chosen pages", () => {
  const two = choose(new Map(), [page("/a"), page("/b")]);

  it("are each chosen once, and what was chosen first stays", () => {
    const again = choose(two, [page("/b", "Other"), page("/c")]);
    expect(urls(again)).to.deep.equal(["/a", "/b", "/c"]);
    expect(again.get("/b")?.label).to.equal("/b");
    expect(urls(two), "the choice before is as it was").to.deep.equal(["/a", "/b"]);
  });

  it("are left out again, those of the list alone", () =>
    expect(urls(leaveOut(two, [page("/b"), page("/never")]))).to.deep.equal(["/a"]));

  it("are as many as can be created in one go", () => {
    const many = Array.from({ length: MAX_CHOSEN + 5 }, (_, at) => page(`/${at}`));
    expect(choose(new Map(), many).size).to.equal(MAX_CHOSEN);
  });

  it("are found by name or path in a list that is whole", () => {
    const pages = [page("/oak", "Oak stool"), page("/b", "Chair")].map((one) => ({ ...one, scenario: null }));
    const found = { total: 2, matching: 2, pages };
    expect([isWhole(found), isWhole({ ...found, total: 3 })]).to.deep.equal([true, false]);
    expect(filterPages(found, "STOOL")).to.deep.equal({ total: 2, matching: 1, pages: [pages[0]] });
    expect(filterPages(found, "/b").pages).to.deep.equal([pages[1]]);
    expect(filterPages(found, "").pages).to.deep.equal(pages);
  });

  it("are sent with labels of which no two are the same", () => {
    const same = choose(new Map(), [page("/", "Home"), page("/en", "HOME"), page("/x", "X")]);
    expect(scenariosOf(same).map(({ label }) => label)).to.deep.equal(["Home", "/en", "X"]);
  });
});
