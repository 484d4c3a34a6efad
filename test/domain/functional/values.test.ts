import { expect } from "chai";
import { createMasker, fillReferences, MASK, MissingValue } from "../../../domain/functional/values.ts";

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

  it("leaves texts that are too short to be a secret", () => expect(mask("abcd")).to.equal("abcd"));
});
