import { expect } from "chai";
import { type Pattern, readPattern } from "../../../domain/functional/match/pattern.ts";

const pattern = (source: string) => readPattern(source) as Pattern;

describe("a pattern", () => {
  for (const [source, text, values] of [
    ["I click the {string} button", 'I click the "Add \\"it\\"" button', ['Add "it"']],
    ["I fill in {string}", 'I fill in "C:\\\\temp\\\\"', ["C:\\temp\\"]],
    ["I fill in {string}", 'I fill in "C:\\temp"', ["C:\\temp"]],
    ["I click the {string} button", "I click the '' button", [""]],
    ["I click the {string} button", "I click the Add button", null],
    ["I have {int} item(s)/thing(s)", "I have -3 things", ["-3"]],
    ["it costs {float} euros", "it costs 1.50 euros", ["1.50"]],
    ["it costs {float} euros", "it costs much euros", null],
    ["I am {word} and {word}", "I am in and out", ["in", "out"]],
    ["I see {}", "I see a b c", ["a b c"]],
    ["I see \\{this\\} \\(too)", "I see {this} (too)", []],
    ["I see", "I see more", null],
    ["^a.*$", "^a.*$", []],
    ["^a.*$", "abc", null],
  ] as [string, string, string[] | null][])
    it(`"${source}" ${values ? "fits" : "does not fit"} "${text}"`, () => {
      expect(pattern(source).match(text)).to.deep.equal(values);
    });

  for (const [source, message] of [
    ["", /without blanks/],
    [" a", /without blanks/],
    ["a\nb", /one line/],
    ["x".repeat(301), /300 characters/],
    ["I click {button}", /Undefined parameter type/],
    ["I click {biginteger}", /Undefined parameter type/],
    ["I click {constructor}", /Undefined parameter type/],
    ["I click {string", /not a cucumber expression/],
    ["(a)(a)(a)(a)(a)(a)(a)b", /too many optional/],
    ["a/a a/a a/a a/a a/a a/a a/a", /too many optional/],
    ["{} and {}", /two parameters whose end is open/],
    ["{word}{word}{word}", /two parameters/],
    ["{word}a{word}a{word}b", /two parameters/],
    ["{int}1{int}1{int}b", /two parameters/],
    ["{float}.{float}.x", /two parameters/],
    ["a/{word} b", /not a cucumber expression|optional or alternative/],
    [`${"{string} ".repeat(11)}x`, /more than 10 parameters/],
  ] as [string, RegExp][])
    it(`"${source.slice(0, 40)}" is refused`, () => {
      expect(readPattern(source)).to.match(message);
    });
});
