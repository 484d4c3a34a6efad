import { expect } from "chai";
import { createMasker, fillReferences, MASK, MissingValue, maskData } from "../../../domain/functional/values.ts";

describe("values of an environment", () => {
  const values = { env: { shop: "oak", loop: "{env.loop}{secret.pin}" }, secrets: { pin: "4711-x" } };

  for (const [given, text, secret] of [
    ["/s?q={env.shop}", "/s?q=oak", false],
    ["{secret.pin}!", "4711-x!", true],
    ["{env.loop}", "{env.loop}{secret.pin}", false],
    ["{other} {env} {secret.} {ENV.shop}", "{other} {env} {secret.} {ENV.shop}", false],
    ["$& {env.shop}", "$& oak", false],
  ] as const)
    it(`fill in ${given}`, () => expect(fillReferences(given, values)).to.deep.equal({ text, secret }));

  for (const given of ["{env.none}", "{secret.none}", "{env.constructor}", "{secret.__proto__}"])
    it(`have nothing for ${given}, and say so`, () =>
      expect(() => fillReferences(given, values)).to.throw(MissingValue));
});

describe("the mask", () => {
  const secret = 'sé"c&r <t>/7 ';
  const mask = createMasker([secret, "abc"]);
  for (const [spelling, text] of [
    ["plain", secret],
    ["in an address", encodeURIComponent(secret)],
    ["in a form", new URLSearchParams({ a: secret }).toString().slice(2)],
    ["in JSON", JSON.stringify({ secret })],
    ["in JSON in JSON", JSON.stringify(JSON.stringify({ secret }))],
    [
      "in HTML",
      secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
    ],
    ["in base64", Buffer.from(secret).toString("base64")],
  ] as const)
    it(`covers a secret ${spelling}`, () => {
      const masked = mask(`before ${text} after`);
      expect(masked).to.include(MASK);
      expect(masked).to.match(/^before .* after$/);
      expect(masked).not.to.match(/c&r|c%26r|c&amp;r|c\\u/);
    });

  const western = "Zür€’s<x>";
  const maskWestern = createMasker([western]);
  for (const [spelling, text] of [
    ["in a form of a windows-1252 page", "Z%FCr%80%92s%3Cx%3E"],
    ["with small hexadecimal digits", "z=Z%c3%bcr%e2%82%ac%e2%80%99s%3cx%3e".slice(2)],
    ["in HTML with decimal references", "Z&#252;r&#8364;&#8217;s&#60;x&#62;"],
    ["in HTML with hexadecimal references", "Z&#xfc;r&#x20ac;&#x2019;s&#x3c;x&#x3e;"],
    ["in JSON of ASCII", "Z\\u00fcr\\u20ac\\u2019s<x>"],
    ["in UTF-8 that was read as windows-1252", "ZÃ¼râ‚¬â€™s<x>"],
    ["in bytes of windows-1252 that were read as they are", "Zür\x80\x92s<x>"],
    ["in base64 of windows-1252", Buffer.from("Zür\x80\x92s<x>", "latin1").toString("base64")],
  ] as const)
    it(`covers a secret ${spelling}`, () => expect(maskWestern(`a ${text} b`)).to.equal(`a ${MASK} b`));

  it("covers a character that windows-1252 lacks, as a form sends it", () =>
    expect(createMasker(["Łódź"])("%26%23321%3B%F3d%26%23378%3B")).to.equal(MASK));

  it("leaves texts that are too short to be a secret", () => expect(mask("abcd")).to.equal("abcd"));
});

describe("data of a page", () => {
  it("stays data where a secret looks like other JSON", () => {
    const mask = createMasker(["true", "1234"]);
    const data = { ok: true, at: 51234.25, pin: 1234, "a 1234": ["true", "x 12345", null] };
    expect(maskData(data, mask)).to.deep.equal({
      ok: true,
      at: 51234.25,
      pin: MASK,
      [`a ${MASK}`]: [MASK, `x ${MASK}5`, null],
    });
  });
});
