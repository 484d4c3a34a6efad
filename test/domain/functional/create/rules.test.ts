// Each kind of clause in six forms, on pages as an inspection returns them: what is written, and that each sentence is a step.
import { expect } from "chai";
import { readGoal } from "../../../../domain/functional/create/clauses.ts";
import { compose, gherkinOf, type ReadAfter, type SeenControl } from "../../../../domain/functional/create/compose.ts";
import { BUILTIN_STEP_DEFS } from "../../../../domain/functional/library/index.ts";
import { planFeature } from "../../../../domain/functional/planFeature.ts";
import type { SeenText } from "../../../../domain/inspect/inspection.ts";

const seen = (role: string, name: string, more: Partial<SeenControl> = {}): SeenControl => ({
  role,
  name,
  count: 1,
  visible: true,
  ...more,
});
const inRow = (role: string, name: string, row: string): SeenControl => seen(role, name, { count: 2, row });
const SHOP: SeenControl[] = [
  seen("link", "Sign in", { href: "/sign-in" }),
  seen("link", "About us", { href: "/about" }),
  seen("link", "Terms of sale", { href: "/terms" }),
  seen("searchbox", "Search the shop"),
  seen("button", "Search"),
  seen("textbox", "Your name"),
  seen("textbox", "E-mail address"),
  seen("spinbutton", "Quantity"),
  seen("combobox", "Country", { options: ["Choose", "Italy", "Norway"] }),
  seen("combobox", "Sort by", { options: ["Newest", "Price", "Title"] }),
  seen("checkbox", "Send me the letter"),
  seen("radio", "Express delivery"),
  seen("button", "Place the order"),
  seen("button", "Send the form"),
  seen("button", "Pay now"),
  seen("heading", "Welcome"),
  inRow("button", "Remove", "Oak stool"),
  inRow("button", "Remove", "Red lamp"),
  inRow("button", "Add to basket", "Oak stool"),
  inRow("button", "Add to basket", "Red lamp"),
];
const TASKS: SeenControl[] = [
  seen("textbox", "What needs to be done?"),
  inRow("checkbox", "Done", "Buy milk"),
  inRow("checkbox", "Done", "Call Mira"),
  inRow("button", "Delete", "Buy milk"),
  inRow("button", "Delete", "Call Mira"),
];
const SIGN_IN = [seen("textbox", "E-mail"), seen("textbox", "Password"), seen("button", "Sign in")];
const PAGES: Record<string, SeenControl[]> = {
  "/": SHOP,
  "/tasks": TASKS,
  "/sign-in": SIGN_IN,
  "/about": [seen("heading", "About us")],
};

const texts = (...told: [string, SeenText["kind"]?][]): SeenText[] =>
  told.map(([text, kind = "text"]) => ({ text, kind }));
const BEFORE = texts(["Welcome"], ["Total"], ["€ 12.00"]);
const AFTER = texts(
  ["Enter your name.", "alert"],
  ["Settings saved, Ada.", "status"],
  ["1 task left"],
  ["Total: € 49.90"],
  ["Welcome"],
);

/** Returns pages as they are after the steps; a page that was only opened shows the earlier texts. */
const readAfter: ReadAfter = async (sentences) => {
  const path = /"(\/[^"]*)"/.exec(sentences[0] ?? "")?.[1] ?? "/";
  return { path, controls: PAGES[path] ?? [], texts: sentences.length === 1 ? BEFORE : AFTER };
};

async function made(start: string, goal: string, live: boolean) {
  const composed = await compose(
    start,
    readGoal(goal).clauses,
    async (path) => PAGES[path] ?? null,
    live ? readAfter : null,
  );
  return { ...composed, texts: composed.steps.slice(1).map(({ text }) => text) };
}

/** Start of the goal, the resulting steps, and six ways to phrase it. `live`: the page is read after each action. */
const FORMS: readonly [rule: string, start: string, steps: string[], forms: readonly string[], live?: true][] = [
  [
    "opens an address",
    "/",
    ['I open "/about"'],
    [
      'opens "/about"',
      "a visitor goes to /about",
      "visits the page /about",
      "navigates to '/about'",
      "I open /about",
      "loads the address /about",
    ],
  ],
  [
    "is on an address",
    "/tasks",
    ['I click the "Delete" button in the row of "Buy milk"', 'I should be on "/about"'],
    [
      'deletes "Buy milk" and is on /about',
      'deletes "Buy milk" and lands on "/about"',
      'deletes "Buy milk" and is taken to /about',
      'deletes "Buy milk" and the address is "/about"',
      'deletes "Buy milk" and should be on /about',
      'deletes "Buy milk" and ends up on the page /about',
    ],
  ],
  [
    "opens the start page",
    "/tasks",
    ['I click the "Delete" button in the row of "Buy milk"', 'I open "/"'],
    [
      'deletes "Buy milk" and opens the home page',
      'deletes "Buy milk" and goes to the start page',
      'deletes "Buy milk" and returns to the landing page',
      'deletes "Buy milk" and goes back to the front page',
      'deletes "Buy milk" and goes home',
      'deletes "Buy milk" and visits the shop\'s homepage',
    ],
  ],
  [
    "is on the start page",
    "/tasks",
    ['I click the "Delete" button in the row of "Buy milk"', 'I should be on "/"'],
    [
      'deletes "Buy milk" and is on the home page',
      'deletes "Buy milk" and is at the start page',
      'deletes "Buy milk" and lands on the landing page',
      'deletes "Buy milk" and is taken to the front page',
      'deletes "Buy milk" and should be on the main page',
      'deletes "Buy milk" and ends up on our homepage',
    ],
  ],
  [
    "goes back",
    "/",
    ["I go back"],
    [
      "goes back",
      "a visitor goes back to the previous page",
      "returns to the previous page",
      "navigates back in the browser",
      "going back one page",
      "uses the browser's back button",
    ],
  ],
  [
    "loads again",
    "/",
    ["I reload the page"],
    [
      "reloads the page",
      "a visitor refreshes the page",
      "loads the page again",
      "the page is reloaded",
      "opens the page again",
      "refreshing the browser",
    ],
  ],
  [
    "scrolls",
    "/",
    ["I scroll to the bottom"],
    [
      "scrolls to the bottom",
      "a visitor scrolls all the way down",
      "scrolls the page down",
      "scrolls down the page",
      "scrolls to the page's end",
      "scrolling down to the footer",
    ],
  ],
  [
    "scrolls up",
    "/",
    ["I scroll to the top"],
    [
      "scrolls to the top",
      "scrolls up",
      "scrolls back to the top of the page",
      "scrolls up again",
      "scrolls to the beginning of the page",
      "a visitor scrolls to the very top",
    ],
  ],
  [
    "presses a key",
    "/",
    ['I fill in "Search the shop" with "lamp"', 'I press "Enter" in the "Search the shop" field'],
    [
      'types "lamp" into the search field and presses Enter',
      'types "lamp" into "Search the shop" and hits the Enter key',
      'enters "lamp" in "Search the shop" and presses the return key',
      'fills in "Search the shop" with "lamp" and presses "Enter"',
      "types 'lamp' into search the shop, then presses enter",
      'enters "lamp" into the search field and submits it with Enter',
    ],
  ],
  [
    "fills in a field",
    "/",
    ['I fill in "E-mail address" with "ada@example.com"'],
    [
      'types "ada@example.com" into "E-mail address"',
      "enters ada@example.com as e-mail address",
      "fills in the e-mail address with ada@example.com",
      'writes "ada@example.com" in the e-mail address field',
      "a visitor enters the e-mail address ada@example.com",
      "I fill in 'E-mail address' with 'ada@example.com'",
    ],
  ],
  [
    "clears a field",
    "/",
    ['I clear the "E-mail address" field'],
    [
      'clears the "E-mail address" field',
      "clears the e-mail address",
      "empties the e-mail address box",
      'clears "E-mail address"',
      "a visitor empties the e-mail address",
      "clearing the e-mail address field",
    ],
  ],
  [
    "sets a field",
    "/",
    ['I fill in "Quantity" with "3"'],
    [
      "sets the quantity to 3",
      "changes the quantity to 3",
      'sets "Quantity" to "3"',
      "enters 3 as quantity",
      "updates the quantity to 3",
      "raises the quantity to 3",
    ],
  ],
  [
    "selects from a list",
    "/",
    ['I select "Italy" from "Country"'],
    [
      "selects Italy from the country list",
      'chooses "Italy" as country',
      'picks "Italy" from "Country"',
      "selects Italy in the country field",
      "sets the country to Italy",
      "changes the country to Italy",
    ],
  ],
  [
    "sorts or filters",
    "/",
    ['I select "Price" from "Sort by"'],
    [
      "sorts by price",
      "sorts the products by price",
      'sorts the list by "Price"',
      "orders the list by price",
      "arranges the products by price",
      "sorting the books by price",
    ],
  ],
  [
    "ticks a box",
    "/",
    ['I check "Send me the letter"'],
    [
      "ticks send me the letter",
      'checks "Send me the letter"',
      'ticks the "Send me the letter" checkbox',
      "a visitor checks the letter box",
      "turns on the letter",
      "switches the letter on",
    ],
  ],
  [
    "unticks a box",
    "/",
    ['I uncheck "Send me the letter"'],
    [
      "unticks send me the letter",
      'unchecks "Send me the letter"',
      "deselects the letter",
      "turns off the letter",
      "switches the letter off",
      "disables the letter",
    ],
  ],
  [
    "chooses",
    "/",
    ['I choose "Express delivery"'],
    [
      "chooses express delivery",
      'selects "Express delivery"',
      "picks the express delivery",
      "opts for express delivery",
      "decides for express delivery",
      "chooses express delivery for the order",
    ],
  ],
  [
    "clicks",
    "/",
    ['I click the "Terms of sale" link'],
    [
      'clicks "Terms of sale"',
      "clicks on the terms of sale",
      'follows the "Terms of sale" link',
      "opens the terms of sale",
      "goes to the terms of sale",
      "taps the terms of sale link",
    ],
  ],
  [
    "does what a button says",
    "/",
    ['I click the "Place the order" button'],
    [
      "places the order",
      "a customer places the order",
      'clicks "Place the order"',
      "presses the place the order button",
      "placing the order",
      "then places the order",
    ],
  ],
  [
    "clicks in a row",
    "/",
    ['I click the "Remove" button in the row of "Oak stool"'],
    [
      'clicks "Remove" in the row of "Oak stool"',
      "removes the oak stool",
      'removes "Oak stool"',
      "deletes the oak stool",
      "clicks remove in the row of oak stool",
      'clicks the "Remove" button of "Oak stool"',
    ],
  ],
  [
    "adds to the cart",
    "/",
    ['I click the "Add to basket" button in the row of "Red lamp"', 'I should see "Red lamp"'],
    [
      "adds the red lamp to the cart",
      'puts "Red lamp" into the basket',
      "a shopper adds the red lamp to their bag",
      "puts the red lamp in the shopping cart",
      "places the red lamp in the basket",
      "adding the red lamp to the trolley",
    ],
  ],
  [
    "adds an entry",
    "/tasks",
    [
      'I fill in "What needs to be done?" with "Plan the trip"',
      'I press "Enter" in the "What needs to be done?" field',
    ],
    [
      "adds the task Plan the trip",
      'adds a task called "Plan the trip"',
      "creates a new task named Plan the trip",
      'adds "Plan the trip" to the list',
      'adds "Plan the trip" as a new task',
      "puts 'Plan the trip' on the list",
    ],
  ],
  [
    "marks as done",
    "/tasks",
    ['I check "Done" in the row of "Buy milk"'],
    [
      "marks Buy milk as done",
      'marks the task "Buy milk" as completed',
      'ticks off "Buy milk"',
      "checks Buy milk off",
      'completes the task "Buy milk"',
      'ticks "Done" for "Buy milk"',
    ],
  ],
  [
    "takes an entry out",
    "/tasks",
    ['I click the "Delete" button in the row of "Call Mira"'],
    [
      "deletes Call Mira",
      'deletes the task "Call Mira"',
      'removes "Call Mira" from the list',
      "a user removes the task Call Mira",
      'takes out "Call Mira"',
      "deleting the task Call Mira",
    ],
  ],
  [
    "signs in",
    "/",
    [
      'I click the "Sign in" link',
      'I fill in "E-mail" with "{secret.user}"',
      'I fill in "Password" with "{secret.password}"',
      'I click the "Sign in" button',
    ],
    [
      "signs in",
      "a member logs in",
      "logging in",
      'signs in as "ada@shop.example" with "hunter22"',
      "someone signs in to the shop",
      "a customer signs in again",
    ],
  ],
  [
    "searches",
    "/",
    ['I fill in "Search the shop" with "lamps"', 'I click the "Search" button'],
    [
      "searches for lamps",
      'searches for "lamps"',
      "looks for lamps",
      "searches the shop for lamps",
      "does a search for lamps",
      "looks up lamps",
    ],
  ],
  [
    "sees",
    "/",
    ['I should see "Thank you, Ada"'],
    [
      'sees "Thank you, Ada"',
      'the page shows "Thank you, Ada"',
      '"Thank you, Ada" is shown',
      'should see "Thank you, Ada"',
      'checks that "Thank you, Ada" is visible',
      'makes sure that the list contains "Thank you, Ada"',
    ],
  ],
  [
    "is not shown",
    "/",
    ['I should not see "Sold out"'],
    [
      'does not see "Sold out"',
      'no longer sees "Sold out"',
      '"Sold out" is not shown',
      '"Sold out" disappears',
      'should not see "Sold out"',
      'checks that "Sold out" is gone',
    ],
  ],
  [
    "is in a state",
    "/",
    ['"Send me the letter" is checked'],
    [
      '"Send me the letter" is checked',
      '"Send me the letter" is ticked',
      'checks that "Send me the letter" is selected',
      '"Send me the letter" should be checked',
      '"Send me the letter" is now ticked',
      "send me the letter is checked",
    ],
  ],
  [
    "is a sentence of the library",
    "/",
    ['the "E-mail address" field is marked as invalid'],
    [
      'The "E-mail address" field is marked as invalid',
      'checks that the "E-mail address" field is marked as invalid',
      'ensures the "E-mail address" field is marked as invalid',
      'the "E-mail address" field should be marked as invalid',
      'a visitor sees that the "E-mail address" field is marked as invalid',
      'expects the "E-mail address" field to be marked as invalid',
    ],
  ],
  [
    "field has a value",
    "/",
    ['the "Quantity" field has the value "2"'],
    [
      'the quantity field shows "2"',
      'the field "Quantity" has the value "2"',
      "checks that the quantity field contains 2",
      'the quantity field should still be "2"',
      'the value of the quantity field is "2"',
      'sees "2" in the quantity field',
    ],
  ],
  [
    "field is empty",
    "/",
    ['the "E-mail address" field is empty'],
    [
      "the e-mail address field is empty",
      'the "E-mail address" field is empty',
      'the field "E-mail address" is empty',
      "the e-mail address field should be empty",
      "checks that the e-mail address field is now empty",
      "makes sure that the e-mail address box is empty",
    ],
  ],
  [
    "page has a title",
    "/",
    ['the page title is "All that a shop contains"'],
    [
      'the page title is "All that a shop contains"',
      'the title of the page is "All that a shop contains"',
      'the page title should be "All that a shop contains"',
      'the page has the title "All that a shop contains"',
      'sees the page title "All that a shop contains"',
      'checks that the browser title reads "All that a shop contains"',
    ],
  ],
  [
    "sees an error",
    "/",
    ['I click the "Send the form" button', 'an alert says "Enter your name."'],
    [
      "sends the form and sees an error",
      "sends the form and sees an error message",
      "sends the form and an error appears",
      "sends the form and an error message is shown",
      "sends the form and gets a warning",
      "sends the form and is refused",
    ],
    true,
  ],
  [
    "sees a confirmation",
    "/",
    ['I click the "Send the form" button', 'the status says "Settings saved, Ada."'],
    [
      "sends the form and sees a confirmation",
      "sends the form and sees a success message",
      "sends the form and a confirmation appears",
      "sends the form and gets a thank-you",
      "sends the form and is greeted",
      "sends the form and sees the confirmation message",
    ],
    true,
  ],
  [
    "sees in plain words",
    "/",
    ['I click the "Send the form" button', 'I should see "1 task left"'],
    [
      "sends the form and sees 1 task left",
      "sends the form and sees that 1 task is left",
      "sends the form and the page shows 1 task left",
      "sends the form and the status shows 1 task left",
      "sends the form and 1 task left is shown",
      "sends the form and verifies that 1 task is left",
    ],
    true,
  ],
];

describe("rules of clauses, in six forms", () => {
  for (const [rule, start, steps, forms, live = false] of FORMS)
    describe(rule, () => {
      it("has six forms", () => expect(new Set(forms).size).to.equal(6));
      for (const form of forms)
        it(form, async () => {
          const { texts: told, unresolved, steps: all } = await made(start, form, live);
          expect(unresolved).to.deep.equal([]);
          expect(told).to.deep.equal(steps);
          const [planned] = planFeature(gherkinOf("A goal", all), BUILTIN_STEP_DEFS);
          expect(planned?.steps.map(({ state }) => state)).to.deep.equal(all.map(() => "prepared"));
        });
    });

  describe("uploads a file", () => {
    // A goal contains no file, so the step is left to a person and reported, instead of guessing a button.
    for (const form of [
      'uploads "photo.png"',
      "attaches a photo",
      "uploading a picture of the damage",
      'a member uploads the file "photo.png" to "Picture"',
      "chooses a file to upload",
      "adds an attachment",
    ])
      it(form, async () => {
        const { texts: told, unresolved } = await made("/", form, false);
        expect(told).to.deep.equal([]);
        expect(unresolved).to.have.length(1);
        expect(unresolved[0]?.reason).to.match(/^A file is not chosen from a goal: .*frt_add_step/);
      });
  });

  // The same words on pages where they mean something else.
  for (const [goal, more, step] of [
    ["clears the search", seen("button", "Clear search"), 'I click the "Clear search" button'],
    ["clears the basket", seen("button", "Clear basket"), 'I click the "Clear basket" button'],
    ["clicks the back button", seen("button", "Back"), 'I click the "Back" button'],
    ['sees "Thank you" in the message box', seen("heading", "Message"), 'I should see "Thank you"'],
    ['the title is "The Sea"', seen("heading", "Books"), 'I should see "The Sea"'],
  ] as const)
    it(`${goal}: ${step}`, async () => {
      const { steps } = await compose("/", readGoal(goal).clauses, async () => [...SHOP, more]);
      expect(steps.slice(1).map(({ text }) => text)).to.deep.equal([step]);
    });

  it("says of a part of a title that it is one", async () => {
    const { texts: told } = await made("/", 'the page title contains "Shop"', false);
    expect(told).to.deep.equal(['the page title contains "Shop"']);
  });

  // Reading the page executes the preceding steps, so a goal may really delete only entries that it created. `mine`: controls shown after
  // typing; "written": the step is written, but not executed while reading.
  const mine = (name: string, row?: string, count = 2): SeenControl =>
    seen("button", name, { count, ...(row !== undefined && { row }) });
  const lone = (name: string): SeenControl[] => [TASKS[0] as SeenControl, seen("button", name)];
  const ADDS = 'adds the task "Pay rent" and deletes "Pay rent"';
  for (const [goal, controls, found, more = []] of [
    [ADDS, TASKS, "done", [mine("Delete", "Pay rent")]],
    [ADDS, TASKS, "done", [mine("x", "Pay rent")]],
    [ADDS, TASKS, "done", [mine("Move to trash", "Pay rent")]],
    [ADDS, TASKS, "done", [mine("Delete Pay rent", undefined, 1)]],
    [ADDS, [TASKS[0]], "done", [mine("Delete", "Pay rent", 1)]],
    ['adds the task "Buy milk" and deletes "Buy milk"', TASKS, "written"],
    ['adds the task "Oak" and deletes "Oak"', [TASKS[0], inRow("button", "Delete", "Oak table")], "written"],
    ['adds the task "Oak" and deletes "Oak"', [TASKS[0], inRow("button", "Delete", "Oaken table")], "neither"],
    [ADDS, lone("Delete"), "written"],
    [ADDS, [TASKS[0], seen("button", "Delete", { row: "Call Mira" })], "neither"],
    ...["Clear completed", "Delete list", "Delete workspace", "Delete board", "Clear cart"].map(
      (name): [string, SeenControl[], string] => [ADDS, lone(name), "neither"],
    ),
    ...["x", "×", "✕", "Trash", "Bin"].map((name): [string, SeenControl[], string] => [
      'removes "Oak stool"',
      [inRow("button", name, "Oak stool")],
      "written",
    ]),
    ['types "Ada" into "Your name" and clicks "Remove" of "Ada"', SHOP, "done", [mine("Remove", "Ada")]],
    [
      'types "Oak" into "Your name" and clicks "Remove" of "Oaken"',
      [...SHOP, inRow("button", "Remove", "Oaken")],
      "written",
    ],
    ['types "Oak stool" into "Your name" and clicks "Remove" of "Oak stool"', SHOP, "written"],
    ['searches for "Oak stool" and clicks "Remove" of "Oak stool"', SHOP, "written"],
    ...[
      ["searchbox", "Members"],
      ["textbox", "Search"],
      ["textbox", "Filter members"],
      ["combobox", "Member"],
    ].map(([role = "", name = ""]): [string, SeenControl[], string, SeenControl[]] => [
      `types "Ada" into "${name}" and clicks "Remove" of "Ada"`,
      [seen(role, name)],
      "written",
      [mine("Remove", "Ada")],
    ]),
    ['types "1" into "Quantity" and clicks "Remove" of "1"', SHOP, "written", [mine("Remove", "1")]],
    [
      'clicks "Account" and clicks "Delete account"',
      [seen("link", "Account"), seen("button", "Delete account")],
      "written",
    ],
    [
      'types "Ada" into "Your name" and clicks "Delete account" of "Ada"',
      SHOP,
      "written",
      [mine("Delete account", "Ada")],
    ],
    ['types "Ada" into "Your name" and clicks "Pay now" of "Ada"', SHOP, "written", [mine("Pay now", "Ada")]],
  ] as [string, SeenControl[], string, SeenControl[]?][])
    it(`the last deed is ${found} while looking: ${goal}, of ${[...controls, ...more].at(-1)?.name}`, async () => {
      const deeds: string[] = [];
      const read: ReadAfter = async (sentences) => {
        deeds.push(...sentences);
        return { path: "/", controls: sentences.length === 1 ? controls : [...controls, ...more], texts: [] };
      };
      const { steps } = await compose("/", readGoal(`${goal} and sees an error`).clauses, async () => controls, read);
      const takes = /I click the "(?:Remove|Delete.*|Pay now|x|×|✕|Trash|Bin|Move to trash|Clear.*)" /;
      const [written] = steps.map(({ text }) => text).filter((text) => takes.test(text));
      expect(written === undefined ? "neither" : deeds.includes(written) ? "done" : "written").to.equal(found);
    });

  it("takes no name from the page before once a step could not be done", async () => {
    const read: ReadAfter = async (sentences) =>
      sentences.length === 1 ? { path: "/", controls: SHOP, texts: [] } : null;
    const { clauses } = readGoal("clicks the About us link and clicks the Pay now button");
    const { steps, unresolved } = await compose("/", clauses, async () => SHOP, read);
    expect(steps.map(({ text }) => text)).to.deep.equal(['I am on "/"', 'I click the "About us" link']);
    expect(unresolved[0]?.reason).to.include("could not be read after the steps so far");
  });

  it("adds to the cart once where the page does not tell the product's name", async () => {
    const { steps } = await compose("/", ["adds a product to the cart"], async () => [
      seen("button", "Add to basket"),
      seen("link", "Oak stool", { href: "/stools/oak" }),
    ]);
    const clicks = steps.filter(({ text }) => text.includes("Add to basket"));
    expect(clicks).to.have.length(1);
  });

  it("reads prices with points as numbers, and no other price is one", async () => {
    const { texts: told } = await made("/", "sends the form and the total is € 49.90", true);
    expect(told.at(-1)).to.equal('I should see "Total: € 49.90"');
    const { unresolved } = await made("/", "sends the form and the total is € 49.95", true);
    expect(unresolved).to.have.length(1);
  });

  it("does not look behind what seems to cost something, and says so", async () => {
    const { unresolved } = await made("/", 'clicks "Pay now" and sees a confirmation', true);
    expect(unresolved.map(({ clause }) => clause)).to.deep.equal(["sees a confirmation"]);
    expect(unresolved[0]?.reason).to.include('What "Pay now" leads to was not looked at');
  });
});
