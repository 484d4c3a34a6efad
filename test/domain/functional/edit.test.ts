import { expect } from "chai";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import {
  addScenarioText,
  addStepText,
  deleteScenarioText,
  removeStepText,
  renameFeatureText,
  replaceScenarioText,
  replaceStepText,
} from "../../../domain/functional/gherkin/edit.ts";

const TEXT = `# first comment
@shop
Feature: Basket   # not a comment
  Words.

  # about the background
  Background:
    Given I am on "/"

  # about adding
  @smoke
  Scenario: Adds
    When I click the "Add" button
      # inside
    And I write:
      """
      # no comment
      Scenario: none
      """

    Then I see "1"
  # after adding

  Scenario Outline: Pays <a>
    When I pay <a>

    Examples:
      | a |
      | 1 |
  # about rules
  Rule: Limits
      Scenario: Ten
        Given ten
# end
`;

/** Lines removed and added by an edit. */
function difference(after: string, before = TEXT): { gone: string[]; added: string[] } {
  const [a, b] = [before.split("\n"), after.split("\n")];
  let from = 0;
  while (a[from] === b[from] && from < Math.min(a.length, b.length)) from += 1;
  let end = 0;
  while (a[a.length - 1 - end] === b[b.length - 1 - end] && end < Math.min(a.length, b.length) - from) end += 1;
  return { gone: a.slice(from, a.length - end), added: b.slice(from, b.length - end) };
}

describe("an edit of a feature's text", () => {
  for (const [what, edit, gone, added] of [
    [
      "renames the feature",
      (t: string) => renameFeatureText(t, "Cart"),
      ["Feature: Basket   # not a comment"],
      ["Feature: Cart"],
    ],
    [
      "replaces a step",
      (t: string) => replaceStepText(t, "adds", 0, 'When I click the "Buy" button'),
      ['    When I click the "Add" button'],
      ['    When I click the "Buy" button'],
    ],
    [
      "replaces a step with its doc string",
      (t: string) => replaceStepText(t, "adds", 1, "And I fill in:\n  | a | b |"),
      ["    And I write:", '      """', "      # no comment", "      Scenario: none", '      """'],
      ["    And I fill in:", "      | a | b |"],
    ],
    ["removes a step", (t: string) => removeStepText(t, "adds", 2), ['    Then I see "1"'], []],
    ["adds a step at the end", (t: string) => addStepText(t, "adds", 'And I see "2"'), [], ['    And I see "2"']],
    ["adds a step in front", (t: string) => addStepText(t, "adds", "Given x", 0), [], ["    Given x"]],
    ["adds a step before the examples", (t: string) => addStepText(t, "pays-a", "Then y"), [], ["    Then y"]],
    [
      "takes a row of an outline for the outline",
      (t: string) => addStepText(t, "pays-a.1.1", "Then y"),
      [],
      ["    Then y"],
    ],
    [
      "adds a scenario of the feature before its rules",
      (t: string) => addScenarioText(t, "\n\n@x\nScenario: New\n  Given z\n"),
      [],
      ["", "  @x", "  Scenario: New", "    Given z"],
    ],
    [
      "adds a scenario to a rule",
      (t: string) => addScenarioText(t, "Scenario: New\n  Given z", "Limits"),
      [],
      ["", "    Scenario: New", "      Given z"],
    ],
    [
      "replaces a scenario and its tags",
      (t: string) => replaceScenarioText(t, "ten", "@y\nScenario: Nine\n  Given nine"),
      ["      Scenario: Ten", "        Given ten"],
      ["      @y", "      Scenario: Nine", "        Given nine"],
    ],
    [
      "deletes a scenario",
      (t: string) => deleteScenarioText(t, "pays-a"),
      ["", "  Scenario Outline: Pays <a>", "    When I pay <a>", "", "    Examples:", "      | a |", "      | 1 |"],
      [],
    ],
    [
      "deletes a scenario with its tags and keeps the comments",
      (t: string) => deleteScenarioText(t, "adds"),
      TEXT.split("\n").slice(10, 21),
      [],
    ],
  ] as [string, (text: string) => string, string[], string[]][])
    it(`${what} and keeps everything else`, () => {
      const after = edit(TEXT);
      expect(difference(after)).to.deep.equal({ gone, added });
      compileFeature(after);
      const crlf = TEXT.replaceAll("\n", "\r\n");
      expect(edit(crlf)).to.equal(after.replaceAll("\n", "\r\n"));
    });

  it("works on a text without a line end, and on one without scenarios", () => {
    expect(addScenarioText("Feature: a", "Scenario: b")).to.equal("Feature: a\n\n  Scenario: b");
    expect(addStepText("Feature: a\n  Scenario: b", "b", "Given c")).to.equal("Feature: a\n  Scenario: b\n    Given c");
    expect(addStepText("Feature: a\n  Scenario: b\n    words\n", "b", "Given c")).to.equal(
      "Feature: a\n  Scenario: b\n    words\n    Given c\n",
    );
    expect(renameFeatureText("Feature:\r\n", "b")).to.equal("Feature: b\r\n");
  });

  for (const [what, edit, message] of [
    ["two scenarios", (t: string) => addScenarioText(t, "Scenario: a\nScenario: b"), /one scenario/],
    ["a rule", (t: string) => addScenarioText(t, "Rule: a\nScenario: b"), /one scenario/],
    ["a background", (t: string) => replaceScenarioText(t, "adds", "Background:\n  Given a"), /one scenario/],
    ["a language", (t: string) => addScenarioText(t, "# language: fr\nScenario: a"), /language/],
    ["two steps", (t: string) => addStepText(t, "adds", "Given a\nGiven b"), /one step/],
    ["a scenario as a step", (t: string) => addStepText(t, "adds", "Given a\nScenario: b"), /one step/],
    ["a sentence without a keyword", (t: string) => addStepText(t, "adds", "I click"), /one step/],
    ["examples as a step", (t: string) => addStepText(t, "adds", "Given a\nExamples:\n| a |"), /one step/],
    [
      "an unknown scenario",
      (t: string) => deleteScenarioText(t, "gone"),
      /no scenario "gone".*"adds", "pays-a", "ten"/,
    ],
    ["an unknown rule", (t: string) => addScenarioText(t, "Scenario: a", "Gone"), /no rule "Gone".*"Limits"/],
    ["an unknown step", (t: string) => removeStepText(t, "adds", 3), /no step 3/],
  ] as [string, (text: string) => string, RegExp][])
    it(`refuses ${what}`, () => {
      expect(() => edit(TEXT)).to.throw(message);
    });
});
