// One wording for unknown names: the error suggests the nearest known name.
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { expect } from "chai";
import { asHint, hintOf, quoted } from "../../domain/nearest.ts";

describe("the hint behind an unknown name", () => {
  for (const [wanted, names, otherwise, expected] of [
    ["Hom", ["Home", "Checkout"], undefined, ' Did you mean "Home"?'],
    ["run_3", ["run_1", "run_2"], undefined, ' Did you mean "run_1" or "run_2"?'],
    ["run_9", ["run_3", "run_1", "run_2"], undefined, ' Did you mean "run_1", "run_2" or "run_3"?'],
    ["Hom", [], "list_scenarios lists them.", " list_scenarios lists them."],
    ["something else", ["Home"], undefined, ""],
  ] as const)
    it(`${wanted} among ${names.join(", ") || "nothing"}`, () => {
      expect(hintOf(wanted, names, otherwise)).to.equal(expected);
    });

  it("names of an enumeration stay joined by and", () => {
    expect(quoted(["a", "b"])).to.equal('"a" and "b"');
    expect(asHint([])).to.equal("");
  });

  it("is written nowhere else", async () => {
    const own: string[] = [];
    for await (const file of glob("api/**/*.ts"))
      if (/["`][^"`\n]*(The nearest\b|[Dd]id you mean)/.test(readFileSync(file, "utf8"))) own.push(file);
    expect(own).to.deep.equal([]);
  });
});
