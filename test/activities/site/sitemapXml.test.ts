import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { readSitemap } from "../../../activities/site/sitemapXml.ts";

const MAX_BYTES = 1024 * 1024;
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const read = (text: string | Buffer, truncated = false) =>
  readSitemap(Buffer.from(text), { truncated, mostBytes: MAX_BYTES });
const urlset = (...locs: string[]) =>
  `<?xml version="1.0"?>\n<urlset ${NAMESPACE}>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join("")}</urlset>`;

describe("sitemap files", () => {
  it("give the addresses of a urlset, entities decoded", async () => {
    expect(await read(urlset("https://a.example/x?a=1&amp;b=2", " https://a.example/&#xe9; "))).to.deep.equal({
      state: "read",
      kind: "urlset",
      addresses: ["https://a.example/x?a=1&b=2", "https://a.example/%C3%A9"],
      versions: [],
      versionsCut: false,
      bad: 0,
      truncated: false,
    });
  });

  it("give the language versions of entries, where they are asked for and as many as may be kept", async () => {
    const version = (lang: string, href: string, rel = "alternate") =>
      `<xhtml:link rel="${rel}" hreflang="${lang}" href="${href}"/>`;
    const entry = (path: string, ...versions: string[]) =>
      `<url><loc>https://a.example${path}</loc>${versions.join("")}</url>`;
    const text = `<urlset ${NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml">${entry(
      "/1",
      version("de", " https://a.example/2?a=1&amp;b=2 "),
      version("x-default", "/relative"),
      version("fr", "https://a.example/3", "stylesheet"),
      '<xhtml:link rel="alternate" media="print" href="https://a.example/4"/>',
    )}${entry("/5")}<url><loc>/bad</loc>${version("de", "https://a.example/")}</url>${entry("/6", version("it", "https://a.example/6"))}</urlset>`;
    const of = (mostVersions: number) =>
      readSitemap(Buffer.from(text), { truncated: false, mostBytes: MAX_BYTES, mostVersions });
    const first = [
      "https://a.example/1",
      [
        { lang: "de", href: "https://a.example/2?a=1&b=2", url: "https://a.example/2?a=1&b=2" },
        { lang: "x-default", href: "/relative", url: null },
      ],
    ];
    expect(await of(10)).to.deep.include({
      versions: [
        first,
        ["https://a.example/6", [{ lang: "it", href: "https://a.example/6", url: "https://a.example/6" }]],
      ],
      versionsCut: false,
      bad: 1,
    });
    expect(await of(2)).to.deep.include({ versions: [first], versionsCut: true });
    expect(await of(0)).to.deep.include({ versions: [], versionsCut: false });
  });

  it("give one entry, none, and those with a prefix", async () => {
    expect(await read(urlset("https://a.example/"))).to.deep.include({ addresses: ["https://a.example/"] });
    expect(await read(`<urlset ${NAMESPACE}></urlset>`)).to.deep.include({ state: "read", addresses: [] });
    expect(
      await read('<s:urlset xmlns:s="x"><s:url><s:loc>https://a.example/</s:loc></s:url></s:urlset>'),
    ).to.deep.include({
      addresses: ["https://a.example/"],
    });
  });

  it("give the files of an index", async () => {
    const index = `<sitemapindex ${NAMESPACE}><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>`;
    expect(await read(index)).to.deep.include({ kind: "index", addresses: ["https://a.example/1.xml"] });
  });

  it("count entries without an absolute address", async () => {
    expect(await read(urlset("/relative", "https://a.example/", ""))).to.deep.include({
      addresses: ["https://a.example/"],
      bad: 2,
    });
  });

  it("may be packed, or lists of lines", async () => {
    expect(await read(gzipSync(urlset("https://a.example/")))).to.deep.include({ addresses: ["https://a.example/"] });
    expect(await read("https://a.example/1\r\nhttps://a.example/2\n")).to.deep.include({
      addresses: ["https://a.example/1", "https://a.example/2"],
    });
  });

  it("that were cut are read up to the last whole entry", async () => {
    const cut = urlset("https://a.example/1", "https://a.example/2").slice(0, -25);
    expect(await read(cut, true)).to.deep.include({
      state: "read",
      addresses: ["https://a.example/1"],
      truncated: true,
    });
    const prefixed = '<s:urlset xmlns:s="x"><s:url><s:loc>https://a.example/1</s:loc></s:url><s:url><s:loc>https://a';
    expect(await read(prefixed, true)).to.deep.include({ state: "read", addresses: ["https://a.example/1"] });
    expect(await read("https://a.example/1\nhttps://a.exa", true)).to.deep.include({
      addresses: ["https://a.example/1"],
    });
  });

  it("that are larger than may be read, unpacked or packed, are read as far as they may", async () => {
    const urls = Array.from({ length: 30_000 }, (_, n) => `https://a.example/${n}`);
    const packed = gzipSync(urlset(...urls));
    expect(packed.length).to.be.below(MAX_BYTES);
    const large = await read(packed);
    expect(large).to.deep.include({ state: "read", truncated: true, bad: 0 });
    if (large.state !== "read") return;
    expect(large.addresses.length).to.be.within(20_000, 29_999);
    expect(large.addresses).to.deep.equal(urls.slice(0, large.addresses.length));
    const half = await read(packed.subarray(0, packed.length / 2), true);
    expect(half).to.deep.include({ state: "read", truncated: true, bad: 0 });
    if (half.state === "read") expect(half.addresses[1_000]).to.equal("https://a.example/1000");
    expect(await read(packed.subarray(0, packed.length / 2))).to.deep.equal({
      state: "invalid",
      reason: "The compressed file cannot be decompressed.",
    });
  });

  it("say what is wrong with them", async () => {
    for (const wrong of [
      "<urlset><url></urlset>",
      "<html><p>no</p></html>",
      "not a sitemap",
      "",
      Buffer.from([0x1f, 0x8b, 1, 2]),
    ]) {
      const content = await read(wrong);
      expect(content.state, String(wrong)).to.equal("invalid");
      if (content.state === "invalid") expect(content.reason).to.match(/\.$|: /);
    }
    expect((await read("<rss><channel/></rss>")).state).to.equal("other");
  });

  it("that unpack to gigabytes are unpacked no further than may be read", async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from(urlset("https://a.example/")), Buffer.alloc(96 * 1024 * 1024)]));
    expect(bomb.length).to.be.below(MAX_BYTES);
    const before = process.memoryUsage().rss;
    expect(await read(bomb)).to.deep.include({ addresses: ["https://a.example/"], truncated: true });
    expect((process.memoryUsage().rss - before) / 1024 / 1024).to.be.below(64);
  });

  it("with a billion laughs are refused before anything is expanded", async () => {
    const lines = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");
    const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">${lines}]><urlset><url><loc>&l9;</loc></url></urlset>`;
    expect(await read(laughs)).to.deep.equal({
      state: "invalid",
      reason: "The file declares entities, which sitemaps must not.",
    });
  });

  it("nested without end are refused", async () => {
    expect((await read(`<urlset>${"<a>".repeat(50_000)}${"</a>".repeat(50_000)}</urlset>`)).state).to.equal("invalid");
  });

  it("do not reach prototypes by the names of their elements", async () => {
    expect((await read("<urlset><__proto__><loc>x</loc></__proto__></urlset>")).state).to.be.oneOf(["read", "invalid"]);
    expect(({} as Record<string, unknown>).loc).to.equal(undefined);
  });
});
