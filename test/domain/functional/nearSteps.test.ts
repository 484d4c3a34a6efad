// Sentences without a definition get the nearest one of the library, with their own values.
import { expect } from "chai";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import { BUILTIN_STEP_DEFS } from "../../../domain/functional/library/index.ts";
import { matchStep, readLibrary } from "../../../domain/functional/match/library.ts";
import { nearSentences, suggestionsFor } from "../../../domain/functional/nearSteps.ts";
import { planCompiled } from "../../../domain/functional/planFeature.ts";

describe("sentences near one that has no definition", () => {
  const library = readLibrary(BUILTIN_STEP_DEFS);
  for (const [sentence, near] of [
    ['I press the "Buy" button', 'I click the "Buy" button'],
    ['I click on the button "Buy"', 'I click the "Buy" button'],
    ['I enter into "Name" the value "Ada"', 'I fill in "Name" with "Ada"'],
    ['I tick the "Gift" checkbox', 'I check "Gift"'],
    ['I navigate to "/cart"', 'I open "/cart"'],
    ['I pick "Italy" in the list "Country"', 'I select "Italy" from "Country"'],
    ['the button "Pay" is shown', 'I see the "Pay" button'],
  ] as const)
    it(`${sentence}: ${near}`, () => {
      const found = nearSentences(sentence, library);
      expect(found, found.join("; ")).to.include(near);
      for (const one of found) if (!one.includes('"<')) expect(matchStep(library, one)).to.have.length(1);
    });

  it("are told once for each sentence, with its line; nothing is told of what is like nothing", () => {
    const text =
      'Feature: A\n  Scenario: B\n    When I press the "Buy" button\n    And I press the "Buy" button\n    Then zxqv wrmpf\n';
    const told = suggestionsFor(planCompiled(compileFeature(text), library), library);
    expect(told.map(({ line, instead }) => [line, instead.length > 0])).to.deep.equal([
      [3, true],
      [5, false],
    ]);
  });
});
