// What becomes a reference, what is rejected and what is left alone, before a text is stored.
import { expect } from "chai";
import { BUILTIN_STEP_DEFS } from "../../../../domain/functional/library/index.ts";
import { planFeature } from "../../../../domain/functional/planFeature.ts";
import { cleanStepDef } from "../../../../domain/functional/secrets/cleanStepDef.ts";
import { cleanText } from "../../../../domain/functional/secrets/cleanText.ts";
import { secretsIn } from "../../../../domain/functional/secrets/knownSecrets.ts";
import { asksForPassword, isPasswordField } from "../../../../domain/functional/secrets/passwordFields.ts";
import { passwordsIn } from "../../../../domain/functional/secrets/shotSteps.ts";
import type { Action, StepDef } from "../../../../domain/functional/stepDef.ts";

const KNOWN = secretsIn(
  {
    basicAuth: { username: "staging", password: "gate-keeper-7" },
    headers: { "x-key": "abc-123-header" },
    signIn: {
      url: "/login",
      steps: [
        { op: "fill", selector: "#user", value: "anna" },
        { op: "fill", selector: "#password", value: "sign-in-9" },
      ],
    },
    secrets: { password: 'hunter"2|x', user: "anna@shop.example", role: "editor" },
  },
  "Staging",
);

const feature = (...steps: string[]) =>
  `Feature: Sign in\n  Scenario: One\n${steps.map((one) => `    ${one}\n`).join("")}`;
const clean = (...steps: string[]) =>
  cleanText(feature(...steps), KNOWN, (text) => planFeature(text, BUILTIN_STEP_DEFS));

describe("secrets in a feature's text", () => {
  const CASES: [what: string, step: string, becomes: string | RegExp][] = [
    [
      "a value that is a secret",
      'When I fill in "E-mail" with "anna@shop.example"',
      'When I fill in "E-mail" with "{secret.user}"',
    ],
    [
      "one that is escaped in quotes",
      'When I fill in "Notes" with "hunter\\"2|x"',
      'When I fill in "Notes" with "{secret.password}"',
    ],
    [
      "one within a longer value",
      'When I fill in "Notes" with "to anna@shop.example!"',
      'When I fill in "Notes" with "to {secret.user}!"',
    ],
    [
      "a word of everyday as the whole value",
      'When I fill in "Role" with "editor"',
      'When I fill in "Role" with "{secret.role}"',
    ],
    [
      "a word of everyday within a text",
      'Then I should see "the editor is open"',
      'Then I should see "the editor is open"',
    ],
    [
      "a reference",
      'When I fill in "Password" with "{secret.password}"',
      'When I fill in "Password" with "{secret.password}"',
    ],
    ["a variable", 'When I fill in "Password" with "{env.wrong}"', 'When I fill in "Password" with "{env.wrong}"'],
    ["an empty password", 'When I fill in "Password" with ""', 'When I fill in "Password" with ""'],
    ["a message about a password", 'Then I should see "Wrong password"', 'Then I should see "Wrong password"'],
    ["a user name of a sign-in", 'Then I should see "anna"', 'Then I should see "anna"'],
    [
      "a literal for a password",
      'When I fill in "Password" with "open sesame"',
      /^Line 3 is not stored: "Password" is a field for a password/,
    ],
    ["one for a code", 'When I fill in "One-time code" with "123456"', /field for a password or code/],
    ["one in another language", 'When I fill in "Mot de passe" with "sésame"', /field for a password or code/],
    ["one that is expected", 'Then the "Password" field has the value "open"', /field for a password or code/],
    ["one without a definition", 'When someone types "sesame" into "Password" slowly', /it seems to type a password/],
    [
      "a secret without a name",
      'When I fill in "Notes" with "gate-keeper-7"',
      /contains a password, header or cookie of the access data of the environment "Staging"/,
    ],
    ["a header", 'When I fill in "Notes" with "key abc-123-header"', /contains a password, header or cookie/],
    [
      "what the sign-in types as its password",
      'When I fill in "Notes" with "sign-in-9"',
      /contains a password, header or cookie/,
    ],
    ["a secret in Base64", `When I fill in "Notes" with "${btoa("anna@shop.example")}"`, /holds the secret "user"/],
    ["a secret that names an element", 'When I click the "anna@shop.example" link', /names an element by a secret/],
  ];
  for (const [what, step, becomes] of CASES)
    it(`${what}`, () => {
      const { text, problems } = clean(step);
      const [problem] = problems;
      if (typeof becomes === "string") expect([text, problem?.message]).to.deep.equal([feature(becomes), undefined]);
      else expect(problem?.message).to.match(becomes);
      expect(problem?.message ?? "").not.to.match(/sesame|123456|gate-keeper|sign-in-9|abc-123|hunter/);
    });

  it("are found in tables, outlines, doc strings, comments and keys", () => {
    const table = clean("When I fill in the form:", '  | Notes    | hunter"2\\|x |', "  | Role     | editor |");
    expect(table.text).to.contain("| {secret.password} |").and.contain("| {secret.role} |");
    expect(table.problems).to.deep.equal([]);
    expect(clean("When I fill in the form:", "  | Password | open |").problems).to.have.length(1);
    const outline = `Feature: F\n  Scenario Outline: S\n    When I fill in "Password" with "<word>"\n    Examples:\n      | word |\n      | open |\n`;
    expect(cleanText(outline, KNOWN, (text) => planFeature(text, BUILTIN_STEP_DEFS)).problems).to.have.length(1);
    expect(clean("# anna@shop.example", 'When I fill in "A" with "b"').text).to.contain("# {secret.user}");
    const keys = [...'hunter"2|x'].map((key) => `When I press "${key === '"' ? '\\"' : key}"`);
    expect(clean(...keys).problems[0]?.message).to.match(/with the keys before/);
  });
});

describe("a field for a password", () => {
  it("is known by its words, in whatever way they are written", () => {
    for (const yes of [
      "Password",
      "userPassword",
      "#user_pwd",
      "Passwort",
      "Contraseña",
      "input[type=password]",
      "PIN",
      "[autocomplete='one-time-code']",
      "Verification code",
    ])
      expect(asksForPassword(yes), yes).to.equal(true);
    for (const no of ["E-mail", "Passenger", "Shopping", "Promo code", "Postcode", "Compass", "Search"])
      expect(asksForPassword(no), no).to.equal(false);
  });
  it("is known by its type and autocomplete", () => {
    expect(isPasswordField({ type: "password", autocomplete: "" })).to.equal(true);
    expect(isPasswordField({ type: "text", autocomplete: "section-a Current-Password" })).to.equal(true);
    expect(isPasswordField({ type: "text", autocomplete: "cc-csc" })).to.equal(false);
  });
});

describe("secrets in a step definition", () => {
  const def = (change: Partial<StepDef>): StepDef => ({
    v: 1,
    id: "log-in",
    pattern: "I log in",
    params: [],
    tags: [],
    description: "",
    examples: [],
    status: "ready",
    actions: [],
    ...change,
  });
  const fill = (label: string, value: string): Action => ({
    op: "fill",
    target: { locators: [{ by: "label", value: label }] },
    value,
  });
  it("become references in values, arguments, examples and descriptions", () => {
    const { def: made, problems } = cleanStepDef(
      def({
        description: "As anna@shop.example",
        examples: ['I write "anna@shop.example"'],
        actions: [
          fill("E-mail", "anna@shop.example"),
          fill("Role", "editor"),
          { op: "useStep", value: "other", args: { a: "editor" } },
        ],
      }),
      KNOWN,
    );
    expect(JSON.stringify(made)).not.to.contain("anna@").and.not.contain('"editor"');
    expect(made.actions.map(({ value }) => value)).to.deep.equal(["{secret.user}", "{secret.role}", "other"]);
    expect(problems).to.deep.equal([]);
  });
  for (const [what, change, path] of [
    ["a literal for a password", { actions: [fill("Password", "open")] }, "actions[0].value"],
    [
      "one by its selector",
      { actions: [{ ...fill("", "open"), target: { locators: [{ by: "css", value: "#pwd" }] } }] },
      "actions[0].value",
    ],
    ["a secret in the pattern", { pattern: "I am anna@shop.example" }, "pattern"],
    ["a secret in a locator", { actions: [fill("anna@shop.example", "x")] }, "actions[0].target"],
    ["a secret without a name", { actions: [fill("Notes", "gate-keeper-7")] }, "actions[0].value"],
  ] as const)
    it(`${what} is refused`, () =>
      expect(cleanStepDef(def(change as Partial<StepDef>), KNOWN).problems.map((one) => one.path)).to.include(path));
  it("parameters and references are no literals", () =>
    expect(
      cleanStepDef(def({ actions: [fill("Password", "{word}"), fill("Password", "{secret.a}")] }), KNOWN).problems,
    ).to.deep.equal([]));
});

describe("passwords in the steps of a screenshot", () => {
  const step = (selector: string, value: string) => ({ op: "fill", selector, value }) as const;
  it("are refused, by the field and by the value; what is stored goes on", () => {
    const steps = [
      step("#password", "open"),
      step("#notes", "gate-keeper-7"),
      step("#role", "editor"),
      step("#name", "Anna"),
    ];
    expect(passwordsIn({ url: "/", steps }, KNOWN).map(({ path }) => path)).to.deep.equal(
      [0, 1, 2].map((at) => `steps[${at}].value`),
    );
    expect(passwordsIn({ url: "/?k=abc-123-header" }, KNOWN).map(({ path }) => path)).to.deep.equal(["url"]);
    expect(passwordsIn({ steps }, KNOWN, { steps })).to.deep.equal([]);
  });
});
