import { expect } from "chai";
import { escapeHtml, html, isPicture, link } from "../../../domain/report/html.ts";

describe("the markup of reports", () => {
  it("escapes what is not markup, in text and in attributes, once", () => {
    const hostile = `"><script>alert('1')</script>&amp;\``;
    expect(html`<p title="${hostile}">${hostile}</p>`.toString()).to.equal(
      `<p title="${escapeHtml(hostile)}">${escapeHtml(hostile)}</p>`,
    );
    expect(escapeHtml(hostile)).to.equal("&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;&#96;");
    expect(html`<b>${html`<i>${"<"}</i>`}${[1, "&", null, false, undefined]}</b>`.toString()).to.equal(
      "<b><i>&lt;</i>1&amp;</b>",
    );
  });

  it("does not take stored data for markup, whatever it looks like", () => {
    const stored = JSON.parse('{"text":"<script>","markup":"<script>"}');
    stored.toString = () => "<script>";
    expect(html`${stored as never}`.toString()).to.equal("&lt;script&gt;");
  });

  it("takes out what hides or turns text", () => {
    expect(escapeHtml("a\u202egpj.exe\u2066\u200b\u0000\u0007\ufeff\nb")).to.equal("agpj.exe\nb");
    expect(escapeHtml("\ud800x")).to.equal("\ufffdx");
  });

  for (const address of [
    "javascript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example",
    "/relative",
    "https://user:secret@shop.example/",
    "",
    `https://shop.example/${"a".repeat(3_000)}`,
  ])
    it(`gives no link to ${JSON.stringify(address.slice(0, 40))}`, () => {
      expect(link(address, "there").toString()).to.equal("<span>there</span>");
    });

  it("links http and https, with the address escaped", () => {
    expect(link(`https://shop.example/?q="><script>`, "<there>").toString()).to.equal(
      '<a href="https://shop.example/?q=%22%3E%3Cscript%3E" rel="noopener noreferrer nofollow" target="_blank">&lt;there&gt;</a>',
    );
    expect(link("http://shop.example", "x").toString()).to.include('href="http://shop.example/"');
  });

  it("knows pictures that may be shown", () => {
    expect(isPicture("data:image/png;base64,iVBORw0KGgo=")).to.equal(true);
    for (const bad of [
      "data:image/svg+xml;base64,PHN2Zz4=",
      "data:text/html;base64,PHN2Zz4=",
      'data:image/png;base64,AAAA" onerror="alert(1)',
      "https://evil.example/x.png",
      "",
    ])
      expect(isPicture(bad), bad).to.equal(false);
  });
});
