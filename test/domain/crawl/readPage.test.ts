import { expect } from "chai";
import { readPage } from "../../../domain/crawl/readPage.ts";

const URL_ = "https://shop.example/a/";
const page = (body: string, head = "") => `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;
const linksOf = (body: string, head = "") => readPage(page(body, head), URL_).links;

describe("a page as a crawl reads it", () => {
  it("the text of the first heading", () => {
    const read = (body: string) => readPage(page(body), URL_).heading;
    expect(read("<h1></h1><h1 class=a>Flot <b>Charts</b> &amp; more\n</h1><h1>Other</h1>")).to.equal(
      "Flot Charts & more",
    );
    expect(read("<h2>Only</h2>")).to.equal("");
    expect(read(`<h1>${"long ".repeat(2_000)}`)).to.have.length.within(100, 200);
  });

  it("title, canonical and what robots may do", () => {
    const read = readPage(
      page(
        "",
        `<title>Caf&#233; &unknown; one\n two</title><link rel=canonical href="/b"><meta name=robots content="noindex, nofollow">`,
      ),
      URL_,
    );
    expect(read).to.include({
      title: "Café &unknown; one two",
      canonical: "https://shop.example/b",
      noindex: true,
      nofollow: true,
    });
    expect(readPage(page("", `<link rel=canonical href=/b><link rel=canonical href=/c>`), URL_).canonical).to.equal(
      null,
    );
  });

  const robots: [meta: string, header: string, noindex: boolean, nofollow: boolean][] = [
    ["none", "", true, true],
    ["", "noindex", true, false],
    ["", "plumbline: nofollow", false, true],
    ["", "otherbot: none", false, false],
    ["", "otherbot: nofollow, noindex", false, false],
    ["max-image-preview:none", "", false, false],
    ["index, follow, max-image-preview: none, max-snippet:-1", "max-image-preview:none", false, false],
  ];
  for (const [meta, header, noindex, nofollow] of robots)
    it(`robots: "${meta}" and "${header}"`, () =>
      expect(readPage(page("", `<meta name=robots content="${meta}">`), URL_, header ? [header] : [])).to.include({
        noindex,
        nofollow,
      }));

  const links: [what: string, body: string, expected: string[]][] = [
    ["relative, once", `<a href="b">1</a><a href='b'>2</a>`, ["https://shop.example/a/b"]],
    ["areas and entities", `<area href="/x?a=1&amp;b=2">`, ["https://shop.example/x?a=1&b=2"]],
    ["not to be followed", `<a rel="nofollow noopener" href="/x">`, []],
    ["downloads, scripts, fragments", `<a download href="/x"><a href="javascript:x()"><a href="#y"><a>`, []],
    [
      "in comments, scripts and templates",
      `<!-- <a href="/x"> --><script>"<a href='/y'>"</script><template><a href="/z"></template>`,
      [],
    ],
    ["after a drawing that closes itself", `<svg viewBox="0 0 1 1"/><a href="/x">`, ["https://shop.example/x"]],
    ["broken markup", `<a href="/x"<b><a href=/y>< a href="/z">`, ["https://shop.example/x", "https://shop.example/y"]],
  ];
  for (const [what, body, expected] of links) it(`links: ${what}`, () => expect(linksOf(body)).to.deep.equal(expected));

  it("links are relative to the base, the first that has an address", () => {
    expect(linksOf(`<a href="x">`, `<base href="/root/">`)).to.deep.equal(["https://shop.example/root/x"]);
    const bases = `<base target=_blank><base href="/&#114;oot/"><base href="/other/"><base>`;
    expect(linksOf(`<a href="x">`, bases)).to.deep.equal(["https://shop.example/root/x"]);
  });

  const skeleton = (body: string) => readPage(page(body), URL_).skeleton;
  const product = (text: string) => `<main class="p"><div class="buy"><p>${text}</p></div></main>`;
  it("the skeleton is that of the containers, not of what is in them", () => {
    expect(skeleton(product("one"))).to.equal(skeleton(product("<b>two</b><p>more<img src=x>")));
    expect(skeleton(product("one") + product("two"))).to.equal(skeleton(product("x")));
    expect(skeleton(`<div class="row-12"></div>`)).to.equal(skeleton(`<div class="row-7 wide"></div>`));
    expect(skeleton(product("one"))).not.to.equal(skeleton(`<article class="p"></article>`));
    expect(skeleton(`</div></div>${product("one")}`)).to.equal(skeleton(product("one")));
  });

  it("a page that never ends is read to its bounds", () => {
    for (const part of ["<div>", "<a href='/x'>", "<!--", "<a b=", "<", "</div>", '<a href="'])
      readPage(part.repeat(Math.floor(1_000_000 / part.length)), URL_);
  });
});
