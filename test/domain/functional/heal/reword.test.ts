import { expect } from "chai";
import { locatorsOf, readPlaywrightLocator, wordsOf } from "../../../../domain/functional/heal/locators.ts";
import { applyPatch } from "../../../../domain/functional/heal/patch.ts";
import { ownDefinition, rewordings } from "../../../../domain/functional/heal/reword.ts";
import { BUILTIN_STEP_DEFS } from "../../../../domain/functional/library/index.ts";
import { readLibrary } from "../../../../domain/functional/match/library.ts";
import type { PlannedStep } from "../../../../domain/functional/plan.ts";
import { planFeature } from "../../../../domain/functional/planFeature.ts";
import type { StepDef } from "../../../../domain/functional/stepDef.ts";
import type { Fingerprint } from "../../../../domain/functional/target.ts";

const PRINT: Fingerprint = {
  tag: "button",
  role: "button",
  name: "Put in bag",
  text: "Put in bag",
  type: "",
  alt: "",
  id: "add",
  classes: [],
  href: "",
  ariaLabel: "",
  attributes: {},
  neighbours: [],
  box: { x: 0, y: 0, width: 1, height: 1 },
  path: "",
};
const LIBRARY = readLibrary(BUILTIN_STEP_DEFS);
const stepOf = (sentence: string, defs = BUILTIN_STEP_DEFS): PlannedStep => {
  const [scenario] = planFeature(`Feature: F\n\n  Scenario: S\n    When ${sentence}\n`, defs);
  return scenario?.steps[0] as PlannedStep;
};

describe("a locator that Playwright tells", () => {
  for (const [told, locator] of [
    ["getByRole('button', { name: 'Send', exact: true })", { by: "role", value: "button", name: "Send", exact: true }],
    ["getByRole('button', { name: 'It\\'s mine' })", { by: "role", value: "button", name: "It's mine" }],
    ["getByLabel('E-mail')", { by: "label", value: "E-mail" }],
    ["getByText('More', { exact: true })", { by: "text", value: "More", exact: true }],
    ["getByTestId('pay')", { by: "testid", value: "pay" }],
    ["locator('#add')", { by: "css", value: "#add" }],
    ["getByRole('button')", null],
    ["getByRole('button', { name: /Send/ })", null],
    ["getByRole('list').getByRole('button', { name: 'Send' })", null],
    ["getByRole('button', { name: 'Send' }).nth(1)", null],
    ["locator('#a >> b')", null],
    ["locator('xpath=//a')", null],
    ["getByText('{secret.TOKEN}')", null],
    ["getByRole('button', { name: '{env.X}' })", null],
    ["getByRole('wizard', { name: 'Send' })", null],
    [`getByText('${"x".repeat(700)}')`, null],
  ] as const)
    it(`${told.slice(0, 60)} is ${locator === null ? "left alone" : "read"}`, () => {
      expect(readPlaywrightLocator(told)).to.deep.equal(locator);
    });
});

describe("what is known of an element", () => {
  it("gives ways to find it, by what people see first", () => {
    const print = { ...PRINT, attributes: { "data-testid": "bag", placeholder: "" } };
    expect(locatorsOf(print).map(({ by }) => by)).to.deep.equal(["role", "label", "testid", "text", "css"]);
    expect(wordsOf(print)).to.deep.equal(["Put in bag", "bag"]);
  });

  it("has its test id where the project has them, and nowhere else", () => {
    const print = { ...PRINT, attributes: { "data-testid": "bag", "data-cy": "put-in-bag" } };
    const testIds = (attribute?: string) =>
      locatorsOf(print, attribute).flatMap(({ by, value }) => (by === "testid" ? [value] : []));
    expect([testIds(), testIds("data-cy"), testIds("data-qa")]).to.deep.equal([["bag"], ["put-in-bag"], []]);
    expect(wordsOf(print, "data-cy")).to.deep.equal(["Put in bag", "put-in-bag"]);
  });

  it("is never written down where it could mean more than itself", () => {
    for (const name of ["{secret.TOKEN}", "{env.X}", "<what>", "two\nlines", "a\u202Eb", "back\\slash"])
      expect(wordsOf({ ...PRINT, name, text: name }), name).to.deep.equal([]);
    for (const name of ["{secret.TOKEN}", "{name}"]) {
      const found = locatorsOf({ ...PRINT, name, text: name, id: "" });
      expect(found, name).to.deep.equal([]);
    }
  });
});

describe("another sentence for a step", () => {
  const texts = (sentence: string, words: string[]) =>
    rewordings(stepOf(sentence), 0, words, LIBRARY).map(({ text }) => text);

  it("names the element as it is called now, and then by other kinds of elements", () => {
    expect(texts('I click the "Add to cart" button', ["Put in bag"])).to.deep.equal([
      'I click the "Put in bag" button',
      'I click the "Put in bag" link',
      'I click the "Put in bag" tab',
      'I click the "Put in bag" menu item',
      'I click the "Put in bag" image',
      'I click the text "Put in bag"',
      'I click the element with the test id "Put in bag"',
    ]);
  });

  it("keeps values, and words in quotes that hold quotes", () => {
    expect(texts('I fill in "E-mail" with "{secret.MAIL}"', ["Your mail"])).to.deep.equal([
      'I fill in "Your mail" with "{secret.MAIL}"',
    ]);
    expect(texts('I select "Italy" from "Country"', ['Say "where"'])[0]).to.equal(
      'I select "Italy" from \'Say "where"\'',
    );
    expect(texts('I click the "Send" button in the "Contact" row', ["Off"])[0]).to.equal(
      'I click the "Off" button in the "Contact" row',
    );
  });

  it("is none where the element's name is not in the sentence", () => {
    expect(texts('I am on "/cart"', ["x"])).to.deep.equal([]);
    expect(texts("I dance", ["x"])).to.deep.equal([]);
  });

  it("may mean a definition of the project's own, which does the same to another element", () => {
    const step = stepOf('I fill in "E-mail" with "a@b.example"');
    const made = ownDefinition(step, 0, [{ by: "css", value: "#m" }], BUILTIN_STEP_DEFS);
    expect(made?.text).to.equal('I fill in E-mail with "a@b.example"');
    expect(made?.def).to.deep.include({
      id: "healed-e-mail",
      pattern: "I fill in E-mail with {string}",
      params: [{ name: "value", type: "string" }],
      actions: [{ op: "fill", target: { locators: [{ by: "css", value: "#m" }] }, value: "{value}" }],
    });
    const text = `Feature: F\n\n  Scenario: S\n    When ${step.text}\n`;
    const place = { featureId: "f", version: 1, line: 4, before: step.text, after: made?.text ?? "" };
    const patched = applyPatch({ text, defs: BUILTIN_STEP_DEFS }, { kind: "definition", def: made!.def, ...place });
    expect(patched).to.be.an("object");
  });

  it("is free in its id, and none for rows of a table", () => {
    const step = stepOf('I click the "Add / (now)" button');
    const first = ownDefinition(step, 0, [{ by: "css", value: "#m" }], BUILTIN_STEP_DEFS);
    expect(first?.def.pattern).to.equal("I click the Add \\/ \\(now\\) button");
    const second = ownDefinition(
      step,
      0,
      [{ by: "css", value: "#m" }],
      [...BUILTIN_STEP_DEFS, { ...first!.def, status: "draft" }],
    );
    expect(second?.def.id).to.equal("healed-add-now-2");
    expect(ownDefinition(stepOf('I am on "/"'), 0, [], BUILTIN_STEP_DEFS)).to.equal(null);
  });

  it("writes the name into other selectors of the definition so that it stays a name", () => {
    const [base] = BUILTIN_STEP_DEFS;
    const def: StepDef = {
      ...base!,
      id: "open-card",
      pattern: "I open the card {string}",
      params: [{ name: "card", type: "string" }],
      actions: [
        { op: "click", target: { locators: [{ by: "css", value: '[data-card="{card}"]' }] } },
        {
          op: "expectVisible",
          target: {
            locators: [{ by: "css", value: "#card-{card} .body" }],
            within: { by: "css", value: '[title="{card}"]' },
          },
        },
      ],
    };
    const defs = [...BUILTIN_STEP_DEFS, def];
    const made = ownDefinition(stepOf("I open the card 'a\"b, c'", defs), 0, [{ by: "css", value: "#m" }], defs);
    expect(made?.def.actions.map(({ target }) => target)).to.deep.equal([
      { locators: [{ by: "css", value: "#m" }] },
      {
        locators: [{ by: "css", value: "#card-a\\22 b\\2c \\20 c .body" }],
        within: { by: "css", value: '[title="a\\"b, c"]' },
      },
    ]);
  });
});
