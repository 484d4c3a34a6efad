import { expect } from "chai";
import { intentOf, MIN_WORDS, missingLiterals, TICKET_LIMITS } from "../../../domain/proof/ticket.ts";

describe("the intent of a ticket", () => {
  it("is what somebody does, without the talk of measuring, keys and markup", () => {
    const { title, text } = intentOf({
      title: "SHOP-12: Adding a product to the basket is not tracked",
      description:
        "h2. Steps\n# open a [product|https://shop.example/p]\n{code}console.log(1){code}\n| a | b |\nadd_to_cart must be sent.",
    });
    expect(title).to.equal("Adding a product to the basket");
    expect(text).to.contain("open a product").and.to.contain("add_to_cart");
    expect(text).not.to.match(/https|console|SHOP-12|\|/);
  });

  for (const [title, description] of [
    ["", ""],
    ["Bug", ""],
    ["Please check", "@everyone"],
    ["<!-- everything is in here -->", "```\nadd_to_cart purchase login\n```"],
  ])
    it(`of "${title}" is none`, () => {
      expect(intentOf({ title: title ?? "", description: description ?? "" }).words).to.be.below(MIN_WORDS);
    });

  for (const text of [
    "add_to_cart must not be sent when the basket is opened",
    "login should never be counted for a wrong password",
    "purchase shouldn't be triggered here",
    "no event may be sent before consent",
  ])
    it(`asks for absence: ${text}`, () => {
      expect(intentOf({ title: text, description: "" }).absence).to.equal(true);
    });
  for (const text of [
    "Adding to the basket is not tracked",
    "The event purchase is missing",
    "login is never seen",
    "purchase must not only be sent in the shop",
    "purchase must not be sent twice",
    "purchase shouldn't be triggered several times",
    "login must never fire more than once",
    "no event may be sent twice",
  ])
    it(`does not ask for absence: ${text}`, () => {
      expect(intentOf({ title: text, description: "" }).absence).to.equal(false);
    });

  it("is told from the whole ticket, whose items are sentences of their own", () => {
    const absence = (description: string) => intentOf({ title: "The basket", description }).absence;
    const talk = "The team has talked about it at length. ".repeat(40);
    expect(absence(`${talk}\nadd_to_cart must not be sent on the cart page.`)).to.equal(true);
    expect(absence("- The price must not be shown\n- add_to_cart is sent")).to.equal(false);
    expect(absence("- The price must not be shown\r\n- add_to_cart is sent")).to.equal(false);
    expect(absence("add_to_cart must not:\r\n- be sent on the cart page")).to.equal(true);
    expect(absence("add_to_cart must not:\n- be sent on the cart page")).to.equal(true);
  });

  it("is bounded, however long and odd the text", () => {
    for (const odd of ["[", "{code}", "|a", "<a ", "must not ", "_*~", "“", "a.b"]) {
      const { title, text, literals } = intentOf({ title: odd.repeat(50_000), description: odd.repeat(100_000) });
      expect(text.length).to.be.at.most(TICKET_LIMITS.title + 610);
      expect(title.length).to.be.at.most(TICKET_LIMITS.title + 610);
      expect(literals.length).to.be.at.most(10);
    }
  });

  it("names quoted values that a scenario does not use", () => {
    const { literals } = intentOf({ title: 'The "Oak stool" costs "$189"', description: "" });
    expect(missingLiterals(literals, ['I should see "oak stool"'])).to.deep.equal(["$189"]);
  });
});
