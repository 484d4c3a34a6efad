// Sixty goals as people write them, each with the intended steps. Every second one was written while developing the rules; the others were
// at first only measured, but rules were changed after that, so they are no longer blind. `plain`: in plain words; `quoted`: with the names
// of controls and texts in quotes.

export type SiteName = "shop" | "tasks" | "books";
export type Goal = {
  site: SiteName;
  kind: "plain" | "quoted";
  half: "built" | "measured";
  start: string;
  goal: string;
  /** Sentences after the page has been opened and its consent banner closed. If several are given, each of them is right. */
  steps: readonly (string | readonly string[])[];
};

const fill = (label: string, value: string) => `I fill in "${label}" with "${value}"`;
const button = (name: string) => `I click the "${name}" button`;
const link = (name: string) => `I click the "${name}" link`;
const see = (text: string) => `I should see "${text}"`;
const gone = (text: string) => `I should not see "${text}"`;
const heading = (text: string) => [`I should see the "${text}" heading`, see(text)];
const inRow = (name: string, kind: "button" | "link", row: string) =>
  `I click the "${name}" ${kind} in the row of "${row}"`;
const status = (text: string) => [`the status says "${text}"`, see(text)];
const alert = (text: string) => [`an alert says "${text}"`, see(text)];
const enter = (label: string) => `I press "Enter" in the "${label}" field`;

const NEW = "What needs to be done?";
const add = (text: string) => [fill(NEW, text), enter(NEW)];

const of =
  (site: SiteName, half: Goal["half"], kind: Goal["kind"]) =>
  (start: string, goal: string, ...steps: Goal["steps"]): Goal => ({ site, kind, half, start, goal, steps });

const shopBuilt = of("shop", "built", "plain");
const shopBuiltQuoted = of("shop", "built", "quoted");
const shopMeasured = of("shop", "measured", "plain");
const shopMeasuredQuoted = of("shop", "measured", "quoted");
const tasksBuilt = of("tasks", "built", "plain");
const tasksBuiltQuoted = of("tasks", "built", "quoted");
const tasksMeasured = of("tasks", "measured", "plain");
const tasksMeasuredQuoted = of("tasks", "measured", "quoted");
const booksBuilt = of("books", "built", "plain");
const booksBuiltQuoted = of("books", "built", "quoted");
const booksMeasured = of("books", "measured", "plain");
const booksMeasuredQuoted = of("books", "measured", "quoted");

const LETTER = "Thank you. Your letter is with us, and we answer within a day.";

export const GOALS: readonly Goal[] = [
  shopBuilt(
    "/shop",
    "a visitor adds the oak stool to the basket and sees it there",
    link("Oak stool"),
    button("Add to basket"),
    see("Oak stool"),
    see("Oak stool"),
  ),
  shopBuilt(
    "/search",
    "a visitor searches for linen and sees the linen throw",
    fill("Search the shop", "linen"),
    button("Search"),
    heading("Linen throw"),
  ),
  shopBuilt(
    "/products/linen-throw",
    "a customer changes the quantity to 2, adds the product to the basket and sees the total of $296.00",
    fill("Quantity", "2"),
    button("Add to basket"),
    see("Linen throw"),
    see("$296.00"),
  ),
  shopBuilt(
    "/contact",
    'a visitor fills in the name with Ada Byron, enters ada@example.com as e-mail address, writes "Do you ship to Norway?" as the message, sends the letter and sees a thank-you message',
    fill("Name", "Ada Byron"),
    fill("E-mail address", "ada@example.com"),
    fill("Your message", "Do you ship to Norway?"),
    button("Send the letter"),
    status(LETTER),
  ),
  shopBuilt(
    "/register?as=guest",
    "a new customer enters Ada Byron as name and ada@example.com as e-mail address, ticks the monthly letter, creates the account and sees a welcome message",
    fill("Name", "Ada Byron"),
    fill("E-mail address", "ada@example.com"),
    'I check "Send me the monthly letter"',
    button("Create the account"),
    status("Your account is ready."),
  ),
  shopBuiltQuoted(
    "/shop",
    'a visitor clicks "Oak stool", presses "Add to basket" and sees "Quantity: 1"',
    link("Oak stool"),
    button("Add to basket"),
    see("Quantity: 1"),
  ),
  shopBuiltQuoted(
    "/contact",
    'types "Ada" into "Name", types "ada@example.com" into "E-mail address", types "Hello" into "Your message", clicks "Send the letter" and sees "Your letter is with us"',
    fill("Name", "Ada"),
    fill("E-mail address", "ada@example.com"),
    fill("Your message", "Hello"),
    button("Send the letter"),
    see("Your letter is with us"),
  ),
  shopBuiltQuoted(
    "/search",
    'a visitor types "lamp" into "Search the shop", presses Enter and sees "Pendant lamp"',
    fill("Search the shop", "lamp"),
    enter("Search the shop"),
    see("Pendant lamp"),
  ),
  shopBuiltQuoted(
    "/",
    'opens "/cart" and sees "Your basket is empty, for now."',
    'I open "/cart"',
    see("Your basket is empty, for now."),
  ),
  shopBuiltQuoted(
    "/products/walnut-board",
    'Verify that a visitor sees "$84.00" and does not see "Out of stock"',
    see("$84.00"),
    gone("Out of stock"),
  ),

  shopMeasured(
    "/",
    "a visitor opens the shop, opens the walnut board and puts it into the basket",
    [link("Shop"), link("All goods")],
    [link("Walnut board"), link("Walnut board $84.00 One plank, end to end, for bread and everything after.")],
    button("Add to basket"),
    see("Walnut board"),
  ),
  shopMeasured(
    "/",
    "a visitor enters ada@example.com as e-mail address, clicks sign me up and sees a confirmation",
    fill("E-mail address", "ada@example.com"),
    button("Sign me up"),
    status("Thank you. The next letter comes on the first of the month."),
  ),
  shopMeasured(
    "/",
    "someone opens the journal and sees how to care for linen",
    link("Journal"),
    heading("How to care for linen"),
  ),
  shopMeasured(
    "/products/beeswax-candles",
    "when a shopper sets the quantity to 3 and adds the candles to the cart, the total is $108.00",
    fill("Quantity", "3"),
    button("Add to basket"),
    see("Beeswax candles"),
    see("$108.00"),
  ),
  shopMeasured(
    "/sign-in?as=guest",
    "a member clicks the sign in button, is greeted, signs out and no longer sees Hello, Demo",
    button("Sign in"),
    [...status("You are signed in."), ...heading("Hello, Demo")],
    button("Sign out"),
    gone("Hello, Demo"),
  ),
  shopMeasuredQuoted(
    "/products/linen-throw",
    'fills in "Quantity" with "2", clicks the "Add to basket" button, checks that "$296.00" is shown and follows the "Go to checkout" link, then sees "Where it goes"',
    fill("Quantity", "2"),
    button("Add to basket"),
    see("$296.00"),
    link("Go to checkout"),
    see("Where it goes"),
  ),
  shopMeasuredQuoted(
    "/repairs",
    'a member selects "Oak stool" from "Which piece" and the "E-mail address" field is empty',
    'I select "Oak stool" from "Which piece"',
    'the "E-mail address" field is empty',
  ),
  shopMeasuredQuoted(
    "/register?as=guest",
    'enters "Ada" in "Name" and "ada@example.com" in "E-mail address", ticks "Send me the monthly letter", clicks "Create the account" and the page shows "Hello, Ada"',
    fill("Name", "Ada"),
    fill("E-mail address", "ada@example.com"),
    'I check "Send me the monthly letter"',
    button("Create the account"),
    see("Hello, Ada"),
  ),
  shopMeasuredQuoted(
    "/stores",
    "Given a visitor is on '/stores', then the page shows 'Opening hours' and 'Saturday'",
    see("Opening hours"),
    see("Saturday"),
  ),
  shopMeasuredQuoted(
    "/",
    'a visitor clicks the "Contact" link, then the address is "/contact" and the "Send the letter" button is shown',
    link("Contact"),
    ['I should be on "/contact"', 'the address is "/contact"'],
    'I should see the "Send the letter" button',
  ),

  tasksBuilt("/", "a user adds the task Buy milk and sees it in the list", ...add("Buy milk"), see("Buy milk")),
  tasksBuilt(
    "/",
    "a user marks the task Call Mira as done and sees that 1 task is left",
    'I check "Done" in the row of "Call Mira"',
    status("1 task left"),
  ),
  tasksBuilt(
    "/",
    "a user adds a task called Water the roses, reloads the page and still sees it",
    ...add("Water the roses"),
    "I reload the page",
    see("Water the roses"),
  ),
  tasksBuilt(
    "/",
    "a user deletes the task Water the plants and no longer sees it",
    inRow("Delete", "button", "Water the plants"),
    gone("Water the plants"),
  ),
  tasksBuilt(
    "/settings",
    "a user enters Ada as your name, selects German as language, switches on the daily summary, saves the settings and sees a confirmation",
    fill("Your name", "Ada"),
    'I select "German" from "Language"',
    'I check "Send me a daily summary"',
    button("Save settings"),
    status("Settings saved, Ada."),
  ),
  tasksBuilt(
    "/settings",
    "a user saves the settings without a name and sees an error",
    button("Save settings"),
    alert("Enter your name."),
  ),
  tasksBuiltQuoted(
    "/",
    'a user types "Buy bread" into "What needs to be done?", presses Enter and sees "3 tasks left"',
    fill(NEW, "Buy bread"),
    enter(NEW),
    see("3 tasks left"),
  ),
  tasksBuiltQuoted(
    "/",
    'adds the task "Pay the rent", marks "Pay the rent" as done and clicks "Finished", then sees "Pay the rent" and does not see "Call Mira"',
    ...add("Pay the rent"),
    'I check "Done" in the row of "Pay the rent"',
    button("Finished"),
    see("Pay the rent"),
    gone("Call Mira"),
  ),
  tasksBuiltQuoted(
    "/",
    'clicks "Delete" in the row of "Call Mira" and does not see "Call Mira"',
    inRow("Delete", "button", "Call Mira"),
    gone("Call Mira"),
  ),
  tasksBuiltQuoted(
    "/",
    'opens "Settings", chooses "Sunday", fills in "Your name" with "Mira" and clicks "Save settings", then sees "Settings saved, Mira."',
    link("Settings"),
    'I choose "Sunday"',
    fill("Your name", "Mira"),
    button("Save settings"),
    see("Settings saved, Mira."),
  ),

  tasksMeasured(
    "/",
    "someone adds buy stamps to the list, completes it and clears the finished tasks",
    ...add("buy stamps"),
    'I check "Done" in the row of "buy stamps"',
    button("Clear finished"),
  ),
  tasksMeasured(
    "/",
    "a user sorts the tasks by name and sees Call Mira",
    'I select "By name" from "sort"',
    see("Call Mira"),
  ),
  tasksMeasured(
    "/",
    "a user creates a new task named Plan the trip and deletes it again, then it is gone",
    ...add("Plan the trip"),
    inRow("Delete", "button", "Plan the trip"),
    gone("Plan the trip"),
  ),
  tasksMeasured(
    "/",
    "a user ticks off Water the plants and the status shows 1 task left",
    'I check "Done" in the row of "Water the plants"',
    status("1 task left"),
  ),
  tasksMeasured(
    "/",
    "a user goes to the help page and sees how to share a list",
    link("Help"),
    see("How do I share a list?"),
  ),
  tasksMeasured(
    "/settings",
    "a user chooses Sunday as first day, types Mira as name and saves, and is told that the settings are saved",
    'I choose "Sunday"',
    fill("Your name", "Mira"),
    button("Save settings"),
    status("Settings saved, Mira."),
  ),
  tasksMeasuredQuoted(
    "/",
    'puts "Read the news" on the list, ticks "Done" for "Read the news" and sees "2 tasks left"',
    ...add("Read the news"),
    'I check "Done" in the row of "Read the news"',
    see("2 tasks left"),
  ),
  tasksMeasuredQuoted(
    "/",
    'presses Enter in "What needs to be done?" and an alert says "Write something first."',
    enter(NEW),
    alert("Write something first."),
  ),
  tasksMeasuredQuoted(
    "/settings",
    'selects "French" from "Language" and "French" is selected in "Language"',
    'I select "French" from "Language"',
    '"French" is selected in "Language"',
  ),
  tasksMeasuredQuoted(
    "/",
    'Ein Nutzer fügt die Aufgabe "Milch kaufen" hinzu, markiert sie als erledigt und sieht "2 tasks left"',
    ...add("Milch kaufen"),
    'I check "Done" in the row of "Milch kaufen"',
    see("2 tasks left"),
  ),

  booksBuilt(
    "/books",
    "a reader puts Night Gardens into the basket and sees the total of € 12.00",
    inRow("Add to basket", "button", "Night Gardens"),
    see("Night Gardens"),
    [see("Total: € 12.00"), see("€ 12.00")],
  ),
  booksBuilt(
    "/",
    "a reader signs in and sees his orders",
    link("Sign in"),
    fill("E-mail", "{secret.user}"),
    fill("Password", "{secret.password}"),
    button("Sign in"),
    [see("Your orders"), ...heading("Your orders")],
  ),
  booksBuilt(
    "/books",
    "a reader filters the books by science and sees Small Engines",
    'I select "Science" from "Genre"',
    [...heading("Small Engines"), 'I should see the "Small Engines" link'],
  ),
  booksBuilt(
    "/books",
    "a reader searches for Haug and sees that 2 books are found",
    fill("Search books", "Haug"),
    button("Search"),
    status("2 books found"),
  ),
  booksBuilt(
    "/books/the-salt-road",
    'a reader writes "Could not stop." as review, selects 4 stars as rating, sends the review and sees a thank you',
    fill("Your review", "Could not stop."),
    'I select "4 stars" from "Rating"',
    button("Send review"),
    status("Thank you for your review."),
  ),
  booksBuilt(
    "/de/",
    'Ein Besucher gibt ada@example.com als E-Mail ein, klickt auf Abonnieren und sieht "Danke für Ihr Abonnement."',
    fill("Ihre E-Mail", "ada@example.com"),
    button("Abonnieren"),
    see("Danke für Ihr Abonnement."),
  ),
  booksBuiltQuoted(
    "/books",
    'clicks "Add to basket" in the row of "Winter Bread", then sees "Winter Bread" and "Total: € 29.00"',
    inRow("Add to basket", "button", "Winter Bread"),
    see("Winter Bread"),
    see("Total: € 29.00"),
  ),
  booksBuiltQuoted(
    "/fr/",
    'Un visiteur saisit "ada@example.com" dans "Votre courriel", clique sur "S\'abonner" et voit "Merci de votre abonnement."',
    fill("Votre courriel", "ada@example.com"),
    button("S'abonner"),
    see("Merci de votre abonnement."),
  ),
  booksBuiltQuoted(
    "/books",
    'selects "Price" from "Sort by" and sees "Night Gardens", then opens "Night Gardens" and the page title contains "Night Gardens"',
    'I select "Price" from "Sort by"',
    see("Night Gardens"),
    link("Night Gardens"),
    'the page title contains "Night Gardens"',
  ),
  booksBuiltQuoted(
    "/books/small-engines",
    'clicks "Add to basket", enters "NOPE" in "Discount code", clicks "Apply" and sees "This code is not valid."',
    button("Add to basket"),
    fill("Discount code", "NOPE"),
    button("Apply"),
    see("This code is not valid."),
  ),

  booksMeasured(
    "/books",
    "a reader opens The Glass Orchard, adds it to the basket and removes it again, then the basket is empty",
    link("The Glass Orchard"),
    button("Add to basket"),
    see("The Glass Orchard"),
    button("Remove"),
    see("Your basket is empty."),
  ),
  booksMeasured(
    "/sign-in",
    "a reader signs in and signs out again, and sees the sign in link",
    fill("E-mail", "{secret.user}"),
    fill("Password", "{secret.password}"),
    button("Sign in"),
    button("Sign out"),
    'I should see the "Sign in" link',
  ),
  booksMeasured(
    "/books",
    "someone adds Winter Bread to the cart, enters LANTERN10 as discount code, applies it and sees 10 % off",
    inRow("Add to basket", "button", "Winter Bread"),
    see("Winter Bread"),
    fill("Discount code", "LANTERN10"),
    button("Apply"),
    status("10 % off your order."),
  ),
  booksMeasured(
    "/books",
    "a reader searches for dragons and sees that no books match",
    fill("Search books", "dragons"),
    button("Search"),
    see("No books match."),
  ),
  booksMeasured(
    "/es/",
    'Un visitante abre Libros, añade "Night Gardens" al carrito y ve "Night Gardens"',
    link("Libros"),
    inRow("Añadir al carrito", "button", "Night Gardens"),
    see("Night Gardens"),
    see("Night Gardens"),
  ),
  booksMeasured(
    "/sign-in",
    "a reader signs in, opens the details of LB-1002 and is on the page of order LB-1002",
    fill("E-mail", "{secret.user}"),
    fill("Password", "{secret.password}"),
    button("Sign in"),
    inRow("Details", "link", "LB-1002"),
    heading("Order LB-1002"),
  ),
  booksMeasuredQuoted(
    "/de/",
    'Ein Kunde klickt auf "Bücher", legt "Small Engines" in den Warenkorb und sieht "Total: € 24.90"',
    link("Bücher"),
    inRow("In den Warenkorb", "button", "Small Engines"),
    see("Small Engines"),
    see("Total: € 24.90"),
  ),
  booksMeasuredQuoted(
    "/books",
    'types "salt" into "Search books", clicks "Search" and sees "1 books found" and "The Salt Road"',
    fill("Search books", "salt"),
    button("Search"),
    see("1 books found"),
    see("The Salt Road"),
  ),
  booksMeasuredQuoted(
    "/books/night-gardens",
    'Clicking "Add to basket" sends add_to_cart with value 12.00 and currency EUR, and the visitor sees "Total: € 12.00"',
    button("Add to basket"),
    see("Total: € 12.00"),
  ),
  booksMeasuredQuoted(
    "/sign-in",
    'a reader signs in, opens "/checkout", fills in "City" with "Oslo", chooses "Express" and checks "Wrap it as a gift", then "Wrap it as a gift" is checked',
    fill("E-mail", "{secret.user}"),
    fill("Password", "{secret.password}"),
    button("Sign in"),
    'I open "/checkout"',
    fill("City", "Oslo"),
    'I choose "Express"',
    'I check "Wrap it as a gift"',
    '"Wrap it as a gift" is checked',
  ),
];
