import { expect } from "chai";
import { readHead } from "../../../../domain/pillars/seo/htmlHead.ts";

const URL = "https://shop.example/de/vasen";
const read = (html: string) => readHead(html, URL);

describe("reading the head of HTML as it was sent", () => {
  it("finds title, canonical, robots and language versions", () => {
    const head = read(`<!doctype html><html><head><meta charset=utf-8><TITLE>
      Vases &amp; bowls &#8211; &#x27;ours&#x27;</TITLE><link rel="Canonical stylesheet" href='/vasen?a=1&amp;b=2'>
      <meta content="noindex" NAME=robots><meta name=" GoogleBot" content=none><meta name=robot content=all><link rel=alternate hreflang=en href=https://shop.example/en/vases></head>`);
    expect(head).to.deep.equal({
      title: "Vases & bowls – 'ours'",
      titleCount: 1,
      canonicals: ["https://shop.example/vasen?a=1&b=2"],
      robotMetas: [
        { name: "robots", content: "noindex", inHead: true },
        { name: "googlebot", content: "none", inHead: true },
      ],
      hreflangs: [{ lang: "en", url: "https://shop.example/en/vases" }],
    });
  });

  it("resolves against the base element", () => {
    expect(read(`<base href="/x/"><link rel=canonical href=y>`).canonicals).to.deep.equal(["https://shop.example/x/y"]);
    const several = `<base target=_top><base href="/&#120;/"><base href="/z/"><base><link rel=canonical href=y>`;
    expect(read(several).canonicals).to.deep.equal(["https://shop.example/x/y"]);
  });

  it("takes nothing from comments, scripts, templates and the body", () => {
    const head =
      read(`<head><!-- <meta name=robots content=noindex> --><script>"<meta name=robots content=noindex>"</script>
      <noscript><meta name=robots content=noindex></noscript><template><title>no</title></template></head>
      <body><title>no</title><meta name=robots content=noindex>`);
    expect(head).to.deep.include({ title: "", titleCount: 0, robotMetas: [] });
  });

  it("does not pretend to know the text of a title with signs that it does not decode", () => {
    expect(read("<title>Caf&eacute;</title>").title).to.equal(null);
  });

  it("ends on text that never closes what it opens", () => {
    for (const hostile of ["<!--", "<title>", "<script>", '<meta name="', "<link ", "<a b=", "<"])
      expect(read(hostile.repeat(20_000)).canonicals, hostile).to.deep.equal([]);
  });

  it("reads large text of tags in one pass", () => {
    const head = read(`${"<meta ".repeat(40_000)}><link rel=canonical href=/>`);
    expect(head.robotMetas).to.deep.equal([]);
    expect(read(`${'<link rel=canonical href="/a">'.repeat(9_000)}`).canonicals).to.have.length(100);
  });
});
