import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { readSitemap } from "../../../activities/site/sitemapXml.ts";

const MOST = 1024 * 1024;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const read = (text: string | Buffer, truncated = false) => readSitemap(Buffer.from(text), truncated, MOST);
const urlset = (...locs: string[]) =>
  `<?xml version="1.0"?>\n<urlset ${NAMESPACE}>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join("")}</urlset>`;

describe("sitemap files", () => {
  it("give the addresses of a urlset, entities decoded", () => {
    expect(read(urlset("https://a.example/x?a=1&amp;b=2", " https://a.example/&#xe9; "))).to.deep.equal({
      state: "read",
      kind: "urlset",
      addresses: ["https://a.example/x?a=1&b=2", "https://a.example/%C3%A9"],
      bad: 0,
    });
  });

  it("give one entry, none, and those with a prefix", () => {
    expect(read(urlset("https://a.example/"))).to.deep.include({ addresses: ["https://a.example/"] });
    expect(read(`<urlset ${NAMESPACE}></urlset>`)).to.deep.include({ state: "read", addresses: [] });
    expect(read('<s:urlset xmlns:s="x"><s:url><s:loc>https://a.example/</s:loc></s:url></s:urlset>')).to.deep.include({
      addresses: ["https://a.example/"],
    });
  });

  it("give the files of an index", () => {
    const index = `<sitemapindex ${NAMESPACE}><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>`;
    expect(read(index)).to.deep.include({ kind: "index", addresses: ["https://a.example/1.xml"] });
  });

  it("count entries without an absolute address", () => {
    expect(read(urlset("/relative", "https://a.example/", ""))).to.deep.include({
      addresses: ["https://a.example/"],
      bad: 2,
    });
  });

  it("may be packed, or lists of lines", () => {
    expect(read(gzipSync(urlset("https://a.example/")))).to.deep.include({ addresses: ["https://a.example/"] });
    expect(read("https://a.example/1\r\nhttps://a.example/2\n")).to.deep.include({
      addresses: ["https://a.example/1", "https://a.example/2"],
    });
  });

  it("that were cut are read up to the last whole entry", () => {
    const cut = urlset("https://a.example/1", "https://a.example/2").slice(0, -25);
    expect(read(cut, true)).to.deep.include({ state: "read", addresses: ["https://a.example/1"] });
  });

  it("say what is wrong with them", () => {
    for (const wrong of [
      "<urlset><url></urlset>",
      "<html><p>no</p></html>",
      "not a sitemap",
      "",
      Buffer.from([0x1f, 0x8b, 1, 2]),
    ]) {
      const content = read(wrong);
      expect(content.state, String(wrong)).to.equal("invalid");
      if (content.state === "invalid") expect(content.reason).to.match(/\.$|: /);
    }
    expect(read("<rss><channel/></rss>").state).to.equal("other");
  });

  it("that unpack to gigabytes are not unpacked", () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
    expect(bomb.length).to.be.below(MOST);
    expect(read(bomb)).to.deep.equal({ state: "invalid", reason: "The packed file unpacks to more than 1 MB." });
  });

  it("with a billion laughs are refused before anything is expanded", () => {
    const lines = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");
    const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">${lines}]><urlset><url><loc>&l9;</loc></url></urlset>`;
    expect(read(laughs)).to.deep.equal({
      state: "invalid",
      reason: "The file declares entities, which sitemaps must not.",
    });
  });

  it("nested without end are refused", () => {
    expect(read(`<urlset>${"<a>".repeat(50_000)}${"</a>".repeat(50_000)}</urlset>`).state).to.equal("invalid");
  });

  it("do not reach prototypes by the names of their elements", () => {
    expect(read("<urlset><__proto__><loc>x</loc></__proto__></urlset>").state).to.be.oneOf(["read", "invalid"]);
    expect(({} as Record<string, unknown>).loc).to.equal(undefined);
  });
});
