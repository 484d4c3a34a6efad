import { expect } from "chai";
import { charsetOf } from "../../../activities/site/charset.ts";
import { textOf } from "../../../activities/site/request.ts";

const HTML = "text/html";
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));
const [PRIVET, NIHON] = [
  [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2],
  [0x93, 0xfa, 0x96, 0x7b],
];

describe("character set of an answer", () => {
  const cases: [string, Buffer, string, string][] = [
    ["the header", bytes(), "text/html; charset=windows-1251", "windows-1251"],
    ["the header in quotes", bytes(), `text/html; charset="Shift_JIS"`, "Shift_JIS"],
    ["the header before the document", bytes(`<meta charset="koi8-r">`), "text/html;charset=utf-8", "utf-8"],
    ["a mark before the header", bytes([0xef, 0xbb, 0xbf]), "text/html; charset=windows-1251", "utf-8"],
    ["a mark of UTF-16", bytes([0xff, 0xfe, 0x41, 0]), HTML, "utf-16le"],
    ["a mark of UTF-16, the other way", bytes([0xfe, 0xff, 0, 0x41]), HTML, "utf-16be"],
    ["meta charset", bytes(`<!doctype html><html><head><meta charset=windows-1251>`), HTML, "windows-1251"],
    ["meta charset after another attribute", bytes(`<META id="a" CHARSET='Shift_JIS' />`), HTML, "Shift_JIS"],
    [
      "meta http-equiv",
      bytes(`<meta http-equiv="Content-Type" content="text/html; charset=euc-kr">`),
      "application/xhtml+xml",
      "euc-kr",
    ],
    [
      "meta http-equiv the other way round",
      bytes(`<meta content="text/html;charset=big5" http-equiv=content-type>`),
      HTML,
      "big5",
    ],
    ["an XML declaration", bytes(`<?xml version="1.0" encoding="iso-8859-2"?><html>`), HTML, "iso-8859-2"],
    ["a comment says nothing", bytes(`<!-- <meta charset="koi8-r"> --><meta charset="big5">`), HTML, "big5"],
    ["a description says nothing", bytes(`<meta name="description" content="on charset=koi8-r">`), HTML, "utf-8"],
    ["a script says nothing", bytes(`<script charset="koi8-r"></script>`), HTML, "utf-8"],
    ["what was read by bytes is no UTF-16", bytes(`<meta charset="utf-16">`), HTML, "utf-8"],
    ["too far below", bytes(" ".repeat(1_024), `<meta charset="koi8-r">`), HTML, "utf-8"],
    ["other kinds are not looked into", bytes(`<meta charset="koi8-r">`), "text/plain", "utf-8"],
    ["nothing", bytes("<p>"), HTML, "utf-8"],
  ];
  for (const [what, body, contentType, expected] of cases)
    it(`${what}: ${expected}`, () =>
      expect(charsetOf(body, contentType).toLowerCase()).to.equal(expected.toLowerCase()));

  it("is what the text is read in", () => {
    expect(textOf(bytes(`<meta charset="windows-1251">`, PRIVET), HTML)).to.equal(
      `<meta charset="windows-1251">Привет`,
    );
    expect(textOf(bytes(`<meta charset="shift_jis">`, NIHON), HTML)).to.match(/日本$/);
    expect(textOf(bytes([0xfe, 0xff, 0, 0x41]), HTML)).to.equal("A");
    expect(textOf(Buffer.from("é"), HTML)).to.equal("é");
    expect(textOf(Buffer.from("é"), "text/html; charset=no-such"), "an unknown name").to.equal("é");
  });
});
