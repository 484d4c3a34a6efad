import { expect } from "chai";
import { indexTwins } from "../../../domain/crawl/twins.ts";

const page = (path: string, content = "same") => ({ url: `https://shop.example${path}`, content });

describe("index files beside their folders", () => {
  it("of the same bytes are one page, the folder", () =>
    expect(indexTwins([page("/"), page("/index.html"), page("/a/index.php?x=1"), page("/a/?x=1")])).to.deep.equal([
      { url: "https://shop.example/index.html", of: "https://shop.example/" },
      { url: "https://shop.example/a/index.php?x=1", of: "https://shop.example/a/?x=1" },
    ]));

  it("of other bytes, of other names or alone stay", () => {
    expect(indexTwins([page("/"), page("/index.html", "other")])).to.deep.equal([]);
    expect(indexTwins([page("/"), page("/home.html")])).to.deep.equal([]);
    expect(indexTwins([page("/index.html")])).to.deep.equal([]);
    expect(indexTwins([page("/", ""), page("/index.html", "")])).to.deep.equal([]);
  });
});
