import { expect } from "chai";
import { judge, parseExpectation, type Typed } from "../../../../domain/pillars/tracking/expect.ts";
import { MARKERS } from "../../../../domain/pillars/tracking/redact.ts";
import { safePattern } from "../../../../domain/pillars/tracking/safePattern.ts";
import { isPath, lookUp } from "../../../../domain/pillars/tracking/values.ts";

const judged = (expected: string, value: unknown, typed: Typed = true) => {
  const expectation = parseExpectation(expected);
  return typeof expectation === "string" ? expectation : judge(expectation, value, typed);
};

describe("expectations of a tracking plan", () => {
  const rows: [expected: string, value: unknown, judgement: string][] = [
    ["USD", "USD", "right"],
    ["USD", "usd", "wrong-value"],
    ["2", 2, "right"],
    ["true", true, "right"],
    ["USD", ["USD"], "wrong-type"],
    ["required", false, "right"],
    ["JO-*", "JO-1", "right"],
    ["JO-*", "XO-1", "wrong-value"],
    ["a*b*c", "a--b--c", "right"],
    ["a*b*c", "a--c", "wrong-value"],
    ["ab*ba", "aba", "wrong-value"],
    ["*", "anything", "right"],
    ["a|b", "b", "right"],
    ["a | b", "b", "right"],
    ["a|b", "c", "wrong-value"],
    ["number|none", "none", "right"],
    ["number|none", 4, "right"],
    ["number|none", "some", "wrong-value"],
    ["re:^\\d+$", 12, "right"],
    ["re:^\\d+$", "a", "wrong-value"],
    ["re:.+", {}, "wrong-type"],
    ["string", "x", "right"],
    ["string", 1, "wrong-type"],
    ["number", 1.5, "right"],
    ["number", "1.5", "wrong-type"],
    ["integer", 1.5, "wrong-type"],
    ["integer", 2, "right"],
    ["boolean", "yes", "wrong-type"],
    ["array", [], "right"],
    ["object", [], "wrong-type"],
    ["object", {}, "right"],
    ["iso-currency", "EUR", "right"],
    ["iso-currency", "Euro", "wrong-value"],
    ["iso-currency", 978, "wrong-type"],
    ["iso-date", "2030-02-28", "right"],
    ["iso-date", "2030-02-30", "wrong-value"],
    ["iso-date", "2030-02-28T10:00:00Z", "right"],
    ["iso-date", "28.2.2030", "wrong-value"],
    ["url", "https://example.com/a", "right"],
    ["url", "javascript:alert(1)", "wrong-value"],
    ["email-free", "plain", "right"],
    ["email-free", MARKERS.email, "wrong-value"],
    ["email-free", { user: MARKERS.email }, "wrong-value"],
    ["function", MARKERS.function, "right"],
    ["required", MARKERS.function, "right"],
    ["string", MARKERS.function, "wrong-type"],
    ["buy|sell", MARKERS.function, "wrong-type"],
    ["re:.+", MARKERS.function, "wrong-type"],
    ["function", "buy", "wrong-type"],
    ["x", MARKERS.token, "unknown"],
    ["number", MARKERS.number, "right"],
    ["string", MARKERS.email, "right"],
    ["number", MARKERS.unread, "unknown"],
  ];
  for (const [expected, value, judgement] of rows)
    it(`${expected}: ${JSON.stringify(value)} is ${judgement}`, () =>
      expect(judged(expected, value)).to.equal(judgement));

  it("takes texts of an address for numbers and truth values where they read so", () => {
    expect(judged("number", "12.50", false)).to.equal("right");
    expect(judged("number", "$12", false)).to.equal("wrong-type");
    expect(judged("integer", "12.5", false)).to.equal("wrong-type");
    expect(judged("boolean", "true", false)).to.equal("right");
    expect(judged("boolean", "1", false)).to.equal("right");
  });

  it("takes them for truth values alone where numbers keep their type", () => {
    expect(judged("boolean", "false", "numbers")).to.equal("right");
    expect(judged("boolean", "1", "numbers")).to.equal("wrong-type");
    expect(judged("number", "12.50", "numbers")).to.equal("wrong-type");
    expect(judged("string", "true", "numbers")).to.equal("right");
    expect(judged("boolean", "true")).to.equal("wrong-type");
  });

  for (const wrong of [
    "",
    "  ",
    "re:",
    "re:(",
    "re:(a+)+$",
    "re:(a|a)*b",
    "re:(?=x)",
    "re:(a)\\1",
    "re:.*.*.*.*x",
    "a||b",
    "required|x",
    "a|re:b",
    "*a*b*c*d*e*f*",
    "x".repeat(501),
  ])
    it(`refuses ${JSON.stringify(wrong.slice(0, 30))} with a sentence`, () => {
      const answer = parseExpectation(wrong);
      expect(answer).to.be.a("string");
      expect(String(answer)).to.match(/^[A-Za-z].*\.$/);
    });

  it("allows the patterns that plans use, each with a bound on the text", () => {
    for (const pattern of [
      ".+",
      "^JO-\\d{4}$",
      "^(home|shop)$",
      "^[a-z]{2}-[A-Z]{2}$",
      "^https?://[^/]+/.*$",
      "(?:a|b)c+",
      "[+*?(]",
      "\\(\\+\\)",
    ]) {
      const safe = safePattern(pattern);
      expect(safe, pattern).to.be.an("object");
      if (typeof safe !== "string") expect(safe.mostCharacters).to.be.within(64, 2_000);
    }
  });

  it("does not match a text beyond the bound, and says that it does not know", () => {
    expect(judged("re:^[^/]*/[^/]*/[^/]*/[^/]*$", "/".repeat(1_999))).to.equal("unknown");
  });

  it("bounds the work of optional parts that follow each other", () => {
    expect(safePattern(`${"a?".repeat(40)}b`)).to.be.a("string");
    expect(safePattern("(a|b)".repeat(40))).to.be.a("string");
    expect(safePattern("(?:a{1,19}){1,19}x")).to.be.a("string");
  });
});

describe("paths of attributes", () => {
  const from = {
    currency: "USD",
    "a.b": 1,
    items: [
      { price: 1, tags: ["x"] },
      { price: 2, tags: [] },
    ],
    empty: [],
  };
  it("finds values by name, place and each element", () => {
    expect(lookUp(from, "currency")).to.deep.equal({ values: ["USD"], missing: false });
    expect(lookUp(from, "a.b").values).to.deep.equal([1]);
    expect(lookUp(from, "items.0.price").values).to.deep.equal([1]);
    expect(lookUp(from, "items[1].price").values).to.deep.equal([2]);
    expect(lookUp(from, "items[].price")).to.deep.equal({ values: [1, 2], missing: false });
    expect(lookUp(from, "items[].tags[]")).to.deep.equal({ values: ["x"], missing: true });
    expect(lookUp(from, "items[].sku").missing).to.equal(true);
    expect(lookUp(from, "empty[].price").missing).to.equal(true);
    expect(lookUp(from, "toString").missing).to.equal(true);
  });
  it("tells a path from something else", () => {
    const all = ["a", "a.0.b", "a[].b", "a.b[0].c", "page type", "a..b", "[]", "[0]", "a[b]", "a[0]b", ""];
    expect(all.filter(isPath)).to.deep.equal(all.slice(0, 4));
  });
});
