// Rules that turn clauses into steps: what they write, what they reject, and that no name is invented.
import { expect } from "chai";
import { readGoal } from "../../../../domain/functional/create/clauses.ts";
import { compose, gherkinOf, type SeenControl } from "../../../../domain/functional/create/compose.ts";
import { BUILTIN_STEP_DEFS } from "../../../../domain/functional/library/index.ts";
import { SAY } from "../../../../domain/functional/library/sentences.ts";
import { planFeature } from "../../../../domain/functional/planFeature.ts";

const seen = (role: string, name: string, more: Partial<SeenControl> = {}): SeenControl => ({
  role,
  name,
  count: 1,
  visible: true,
  ...more,
});
const PAGES: Record<string, SeenControl[]> = {
  "/": [
    seen("link", "Sign in", { href: "/sign-in" }),
    seen("link", "Search", { href: "/search" }),
    seen("combobox", "Country", { options: ["Choose", "Italy", "Norway"] }),
    seen("combobox", "Colour"),
    seen("checkbox", "I accept the terms"),
    seen("checkbox", "Newsletter"),
    seen("radio", "Express delivery"),
    seen("button", "Choose a photo"),
    seen("button", "{secret.password}"),
    seen("textbox", "Comment"),
    seen("textbox", "Password"),
  ],
  "/sign-in": [seen("textbox", "E-mail address"), seen("textbox", "Password"), seen("button", "Sign in")],
  "/search": [seen("searchbox", "Search the shop"), seen("button", "Search")],
  "/plain": [seen("searchbox", "Words")],
  "/list": [seen("link", "More", { count: 2 })],
  "/denials": [
    seen("heading", "Nothing was found"),
    seen("heading", "This product is not available"),
    seen("heading", "The password is not correct."),
    seen("heading", "You can't order more than 5"),
    seen("link", "Don't have an account?"),
    seen("link", "Do not sell my info"),
    seen("button", "Nothing to declare"),
    seen("button", "Delete"),
    seen("button", "Next"),
    seen("checkbox", "Do not send me mail"),
    seen("combobox", "Contact", { options: ["Do not contact", "By mail"] }),
  ],
};
const make = (goal: string, start = "/") => compose(start, readGoal(goal).clauses, async (path) => PAGES[path] ?? null);

describe("rules that make steps of a goal", () => {
  for (const [goal, start, expected] of [
    ["a visitor selects Italy from the country list", "/", ['I select "Italy" from "Country"']],
    ['chooses "Red" as the colour', "/", ['I select "Red" from "Colour"']],
    ["accepts the terms and unchecks the newsletter", "/", ['I check "I accept the terms"', 'I uncheck "Newsletter"']],
    ["chooses express delivery", "/", ['I choose "Express delivery"']],
    ["chooses a photo", "/", ['I click the "Choose a photo" button']],
    ["searches for lamps", "/plain", ['I fill in "Words" with "lamps"', 'I press "Enter" in the "Words" field']],
    [
      'searches for "oak stool"',
      "/",
      ['I click the "Search" link', 'I fill in "Search the shop" with "oak stool"', 'I click the "Search" button'],
    ],
    [
      'signs in as "ada@shop.example" with "hunter22"',
      "/",
      [
        'I click the "Sign in" link',
        'I fill in "E-mail address" with "{secret.user}"',
        'I fill in "Password" with "{secret.password}"',
        'I click the "Sign in" button',
      ],
    ],
    ['enters "{secret.password}" as password', "/", ['I fill in "Password" with "{secret.password}"']],
    [
      'clicks "Search" twice, then sees "A" but neither "B" nor "C"',
      "/search",
      [
        'I click the "Search" button',
        'I click the "Search" button',
        'I should see "A"',
        'I should not see "B"',
        'I should not see "C"',
      ],
    ],
    ['clicks the second "More" link', "/list", ['I click the "More" link number 2']],
    ['clicks the last "Search" button', "/search", ['I click the "Search" button']],
    // Denials in names and messages.
    ["sees that nothing was found", "/denials", ['I should see the "Nothing was found" heading']],
    [
      "sees that the product is not available",
      "/denials",
      ['I should see the "This product is not available" heading'],
    ],
    [
      "sees the message that the password is not correct",
      "/denials",
      ['I should see the "The password is not correct." heading'],
    ],
    [
      "sees a message saying you can't order more than 5",
      "/denials",
      ['I should see the "You can\'t order more than 5" heading'],
    ],
    ["clicks Don't have an account", "/denials", ['I click the "Don\'t have an account?" link']],
    ["clicks the Do not sell my info link", "/denials", ['I click the "Do not sell my info" link']],
    ["a visitor ticks do not send me mail", "/denials", ['I check "Do not send me mail"']],
    ["selects Do not contact from the contact list", "/denials", ['I select "Do not contact" from "Contact"']],
    ["clicks nothing to declare", "/denials", ['I click the "Nothing to declare" button']],
    ['a visitor who has not signed in clicks "Next"', "/denials", ['I click the "Next" button']],
  ] as const)
    it(`${goal}`, async () => {
      const { steps, unresolved } = await make(goal, start);
      expect(unresolved).to.deep.equal([]);
      expect(steps.map(({ text }) => text)).to.deep.equal([`I am on "${start}"`, ...expected]);
      const [planned] = planFeature(gherkinOf("A goal", steps), BUILTIN_STEP_DEFS);
      expect(planned?.steps.map(({ state }) => state)).to.deep.equal(steps.map(() => "prepared"));
    });

  for (const [goal, reason, start = "/"] of [
    ["selects Spain from the country list", "has no such choice. It has: Choose, Italy, Norway."],
    ["selects red as the colour", "are not known: name one in quotes"],
    ["selects Italy from the planet list", "No list of / is called that"],
    ["accepts the newsletter contract of 1820", "No checkbox"],
    ['uploads "photo.png"', "A file is not chosen from a goal"],
    ['enters "hunter22" as password', "A password is never written into a feature"],
    ['clicks "{secret.password}"', "Nothing on / that can be clicked"],
    // Each of these once became a step that says something else.
    ['sees "A" instead of "B"', "It says what does not happen"],
    ['the heading is not "A"', "It says what does not happen"],
    ['does not click "Search"', "It says what does not happen"],
    ['does not click "Do not sell my info"', "It says what does not happen", "/denials"],
    ["does not click the Do not sell my info link", "It says what does not happen", "/denials"],
    ["does not click the delete button", "It says what does not happen", "/denials"],
    ["doesn’t delete", "It says what does not happen", "/denials"],
    ["enters nothing as contact", "It says what does not happen", "/denials"],
    ['enters "A" or "B" as comment', "It leaves open which of several"],
    ['double-clicks "Search"', "another click than the usual one"],
    ['sees "A" twice', "How often something is shown"],
    ['clicks the third "Search" link', "does not have that many"],
    ["adds 3 photos to the cart", "How many is a step of its own"],
  ] as const)
    it(`refuses: ${goal}`, async () => {
      const { steps, unresolved } = await make(goal, start);
      expect(unresolved.map((one) => one.reason).join(" ")).to.include(reason);
      expect(steps.map(({ text }) => text)).to.deep.equal([`I am on "${start}"`]);
    });

  it("a page without fields for signing in or searching is told", async () => {
    const { unresolved } = await make("signs in and searches for lamps", "/nowhere");
    expect(unresolved.map(({ reason }) => reason)).to.deep.equal([
      "No page from /nowhere has fields for a user and a password with a button that signs in.",
      "No page from /nowhere has a field for a search.",
    ]);
  });

  it("each sentence fits one step of the library, whatever is in the quotes", () => {
    const name = 'A "quoted" \\ name';
    const all = [
      ...["button", "link", "tab", "menuitem"].map((role) => SAY.click(role, name)),
      SAY.open("/x"),
      SAY.fill(name, name),
      SAY.select(name, name),
      SAY.check(name),
      SAY.uncheck(name),
      SAY.choose(name),
      SAY.pressIn("Enter", name),
      SAY.see(name),
      SAY.seeHeading(name),
      SAY.seeButton(name),
      SAY.seeLink(name),
    ];
    const steps = all.map((text) => ({ keyword: "When" as const, text }));
    const [planned] = planFeature(gherkinOf("All", steps), BUILTIN_STEP_DEFS);
    expect(planned?.steps.filter(({ state }) => state !== "prepared").map(({ text }) => text)).to.deep.equal([]);
    expect(planned?.steps).to.have.length(all.length);
  });
});
