import { expect } from "chai";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import { readFeature } from "../../../domain/functional/gherkin/parse.ts";
import { LIMITS } from "../../../domain/functional/gherkin/size.ts";
import { tagFilter } from "../../../domain/functional/gherkin/tags.ts";

const SHOP = `@shop
Feature: Basket
  Words about it.

  Background:
    Given I am on "/"

  @smoke
  Scenario: Adds a product
    When I click the "Add" button
    * I fill in:
      | Name | Ada |
      | City | Rome |

  Scenario: Adds a product
    Then I see:
      """markdown
      # Title
      """

  Rule: Paying
    Background:
      Given I am signed in

    @pay
    Scenario Outline: Pays <amount> by <card>
      When I pay "<amount>"

      @visa
      Examples:
        | card | amount |
        | Visa | 1      |
        | Visa | $& 2   |

      Examples: more
        | card | amount |
        | Amex | 3      |
`;

describe("a feature", () => {
  it("compiles to scenarios with backgrounds, rules, outlines, tags and arguments", () => {
    const { name, description, tags, scenarios } = compileFeature(SHOP);
    expect({ name, description, tags }).to.deep.equal({
      name: "Basket",
      description: "Words about it.",
      tags: ["@shop"],
    });
    expect(scenarios.map(({ id, name, rule, tags }) => ({ id, name, rule, tags }))).to.deep.equal([
      { id: "adds-a-product", name: "Adds a product", rule: null, tags: ["@shop", "@smoke"] },
      { id: "adds-a-product-2", name: "Adds a product", rule: null, tags: ["@shop"] },
      { id: "pays-amount-by-card.1.1", name: "Pays 1 by Visa", rule: "Paying", tags: ["@shop", "@pay", "@visa"] },
      { id: "pays-amount-by-card.1.2", name: "Pays $& 2 by Visa", rule: "Paying", tags: ["@shop", "@pay", "@visa"] },
      { id: "pays-amount-by-card.2.1", name: "Pays 3 by Amex", rule: "Paying", tags: ["@shop", "@pay"] },
    ]);
    expect(scenarios[0]?.steps).to.deep.equal([
      { keyword: "Given", text: 'I am on "/"', place: { line: 6, column: 5 }, argument: null },
      { keyword: "When", text: 'I click the "Add" button', place: { line: 10, column: 5 }, argument: null },
      {
        keyword: "*",
        text: "I fill in:",
        place: { line: 11, column: 5 },
        argument: {
          kind: "table",
          rows: [
            ["Name", "Ada"],
            ["City", "Rome"],
          ],
        },
      },
    ]);
    expect(scenarios[1]?.steps[1]?.argument).to.deep.equal({
      kind: "docString",
      content: "# Title",
      mediaType: "markdown",
    });
    expect(scenarios[3]?.steps.map(({ text }) => text)).to.deep.equal([
      'I am on "/"',
      "I am signed in",
      'I pay "$& 2"',
    ]);
    expect(scenarios[3]?.place).to.deep.equal({ line: 33, column: 9 });
  });

  it("keeps the ids of its scenarios when other parts of the text change", () => {
    const ids = (text: string) => compileFeature(text).scenarios.map(({ id }) => id);
    const more = SHOP.replace("  @smoke", "  # a comment\n\n  Scenario: Another\n    Given x\n\n  @smoke");
    expect(ids(more).filter((id) => id !== "another")).to.deep.equal(ids(SHOP));
    // Names in other scripts, and of signs alone.
    const [cart, find, both, signs] = ["Добавить в корзину", "検索", "Удалить iPhone", "!?"].map(
      (name) => `  Scenario: ${name}\n    Given x\n`,
    );
    const own = ids(`Feature: a\n${cart}${both}${signs}`);
    expect(own.map((id) => id.replace(/-[0-9a-f]{8}$/, "-"))).to.deep.equal(["scenario-", "iphone-", "scenario-"]);
    expect(ids(`Feature: a\n${find}${signs}${cart}${both}`).slice(1)).to.deep.equal([own[2], own[0], own[1]]);
    expect(ids("Feature: a\n  Scenario:\n    Given x\n  Scenario: Größe 2\n    Given x\n")).to.deep.equal([
      "scenario",
      "gr-e-2",
    ]);
  });

  for (const [what, text, expected] of [
    [
      "an unknown line",
      "Feature: a\n  Scenario: b\n    Given c\n    Nonsense d",
      [[4, 5, /expected: .*got 'Nonsense d'/]],
    ],
    [
      "two faults",
      "Feature: a\n  Scenario: b\n    Given x\n    | a | b |\n    | c |\n  Foo",
      [
        [5, 5, /inconsistent cell count/],
        [6, 3, /got 'Foo'/],
      ],
    ],
    [
      "an open doc string",
      'Feature: a\n  Scenario: b\n    Given x\n      """\n      text',
      [[6, 1, /unexpected end of file/]],
    ],
    ["no feature", "# only a comment", [[1, 1, /holds no feature/]]],
    ["nothing", "", [[1, 1, /holds no feature/]]],
    ["another language", "# language: fr\nFonctionnalité: a", [[1, 1, /English/]]],
    ["an unknown language", "# language: xx\nFeature: a", [[1, 1, /Language not supported: xx/]]],
    [
      "a tag with a blank",
      "@a b\nFeature: a",
      [
        [1, 1, /may not contain whitespace/],
        [1, 1, /expected: /],
      ],
    ],
    ["a long line", `Feature: a\n  ${"x".repeat(LIMITS.line)}`, [[2, LIMITS.line + 1, /more than 2,000 characters/]]],
    ["a long text", "x".repeat(LIMITS.text + 1), [[1, 1, /200,001 characters/]]],
  ] as [string, string, [number, number, RegExp][]][])
    it(`with ${what} is refused with line and column`, () => {
      const read = readFeature(text);
      const problems = "problems" in read ? read.problems : [];
      expect(problems.map(({ line, column }) => [line, column])).to.deep.equal(expected.map(([l, c]) => [l, c]));
      for (const [at, [, , message]] of expected.entries()) expect(problems[at]?.message).to.match(message);
      expect(() => compileFeature(text)).to.throw(`line ${expected[0]?.[0]}, column ${expected[0]?.[1]}`);
    });

  const rows = (count: number, row: string) => `\n${`      ${row}\n`.repeat(count)}`;
  const outline = (steps: string, table: string) =>
    `Feature: a\n  Scenario Outline: b\n${steps}\n    Examples:\n${table}`;
  const cells = (count: number, cell: (at: number) => string) =>
    `|${Array.from({ length: count }, (_, i) => cell(i)).join("|")}|`;
  for (const [what, text, message] of [
    ["steps", outline("    Given x\n".repeat(199), `      | a |${rows(400, "| 1 |")}`), /more than 5,000 steps/],
    ["scenarios", outline("    Given x", `      | a |${rows(501, "| 1 |")}`), /more than 500 scenarios/],
    ["steps of a scenario", `Feature: a\n  Scenario: b\n${"    Given x\n".repeat(201)}`, /201 steps; 200/],
    ["columns", outline("    Given x", `      ${cells(31, String)}\n      ${cells(31, String)}`), /31 columns; 30/],
    [
      "values that name columns",
      outline("    Given <a>", "      | a | b |\n      | <b><b> | 1 |"),
      /cannot refer to a column/,
    ],
    [
      "text",
      outline(
        `    Given x\n      """\n${`      ${"<a>".repeat(500)}\n`.repeat(50)}      """`,
        `      | a |${rows(10, `| ${"y".repeat(1500)} |`)}`,
      ),
      /too much text/,
    ],
    ["tags", `${"@a ".repeat(51)}\nFeature: a\n  Scenario: b\n    Given x`, /more than 50 tags/],
    [
      "a long step",
      outline("    Given <a><a>", `      | a |\n      | ${"x".repeat(600)} |`),
      /more than 1,000 characters/,
    ],
  ] as [string, string, RegExp][])
    it(`that unrolls to too many ${what} is refused before it is unrolled`, () => {
      expect(() => compileFeature(text)).to.throw(message);
    });

  it("whose step has a data table and a doc string is refused", () => {
    const text = 'Feature: a\n  Scenario: b\n    Given x\n      | a |\n      """\n      b\n      """';
    expect(() => compileFeature(text)).to.throw(
      "line 3, column 5: A step takes a data table or a doc string, not both.",
    );
  });
});

describe("a tag expression", () => {
  for (const [expression, tags, expected] of [
    ["", [], true],
    ["@a", ["@a", "@b"], true],
    ["@a and not @b", ["@a", "@b"], false],
    ["not (@a or @b)", ["@c"], true],
  ] as [string, string[], boolean][])
    it(`"${expression}" is ${expected} for ${tags.join(" ") || "no tags"}`, () => {
      expect(tagFilter(expression)(tags)).to.equal(expected);
    });

  for (const wrong of ["@a and", "(@a", "@a @b", "@a)", "and", "smoke", "@a and not slow", "x".repeat(501)])
    it(`"${wrong.slice(0, 20)}" is refused`, () => {
      expect(() => tagFilter(wrong)).to.throw("tag expression");
    });
});
