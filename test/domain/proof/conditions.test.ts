import { expect } from "chai";
import { viewportFor } from "../../../domain/proof/conditions/condition.ts";
import { judgeConditions } from "../../../domain/proof/conditions/judgeConditions.ts";
import type { Ran } from "../../../domain/proof/conditions/ran.ts";
import { readConditions } from "../../../domain/proof/conditions/readConditions.ts";

const EVENTS = ["add_to_cart", "view_item", "purchase"];
const read = (description: string) => readConditions({ title: "Adding to the basket", description }, EVENTS);

/** A lamp is added to the basket, on a site that sends USD. */
const ran = (patch: Partial<Ran> = {}): Ran => ({
  browser: "chromium",
  viewport: "desktop",
  environment: "Production https://shop.example",
  feature: "Basket",
  scenario: "A lamp is added to the basket",
  rows: [],
  step: null,
  times: null,
  event: { label: "Product added", names: ["add_to_cart"] },
  steps: [
    {
      text: 'I am on "/products/lamp"',
      status: "passed",
      url: "https://shop.example/products/lamp",
      events: [{ provider: "dataLayer", name: "view_item", at: 5, attributes: {} }],
    },
    {
      text: 'I click the "Add to basket" button',
      status: "passed",
      url: "https://shop.example/products/lamp",
      events: [
        {
          provider: "dataLayer",
          name: "add_to_cart",
          at: 9,
          attributes: { ecommerce: { currency: "USD", value: 30, items: [{ item_id: "l1", price: 30, quantity: 1 }] } },
        },
      ],
    },
  ],
  ...patch,
});
const judged = (description: string, patch?: Partial<Ran>) =>
  judgeConditions(read(description), ran(patch)).map(({ kind, status }) => `${kind} ${status}`);
const click = (label: string): Ran["steps"][number] => ({
  text: `I click the "${label}" button`,
  status: "passed",
  url: "https://shop.example/",
  events: [],
});

/** A page that pushes an event, and two properties that are sent it under the provider's own names. */
const sentToo = (attributes: Record<string, unknown>): Partial<Ran> => ({
  steps: ran().steps.map((step) => ({
    ...step,
    events: step.events.flatMap((one) => [one, ...[1, 2].map(() => ({ ...one, provider: "GA4", attributes }))]),
  })),
});
const at = (url: string): Partial<Ran> => ({ steps: ran().steps.map((step) => ({ ...step, text: "I go on", url })) });

describe("the conditions of a ticket", () => {
  for (const [text, kind, wanted, words] of [
    ["add_to_cart is sent in Firefox.", "browser", "firefox", "in Firefox"],
    ["This must work in all browsers.", "browser", "several", "all browsers"],
    ["add_to_cart is sent on phones.", "device", "phone", "on phones"],
    ["add_to_cart is sent on the German site.", "language", "de", "on the German site"],
    ["add_to_cart is sent after cookies are declined.", "consent", "reject", "after cookies are declined"],
    ["add_to_cart is sent without consent.", "consent", "not accepted", "without consent"],
    ["add_to_cart is sent with currency EUR.", "currency", "EUR", "currency EUR"],
    ["The price is in euros.", "currency", "EUR", "in euros"],
    ["add_to_cart is sent with value 12.", "value", "12", "value 12"],
    ["add_to_cart is sent with a required coupon.", "present", "", "a required coupon"],
    ["The coupon is mandatory.", "present", "", "The coupon is mandatory"],
    ["add_to_cart contains currency (EUR), value and the coupon.", "present", "", "value"],
    ["add_to_cart contains currency (EUR), value and the coupon.", "currency", "EUR", "currency EUR"],
    ["add_to_cart is sent with value 19,99 and a coupon.", "value", "19,99", "value 19,99"],
    ["add_to_cart must be sent with value 12 and include the coupon.", "present", "", "the coupon"],
    ["Is required: item_id, coupon", "present", "", "item_id"],
    ["Currently missing: coupon", "present", "", "coupon"],
    ["Required: value, not required: coupon", "present", "", "value"],
    ["Optional: coupon, required: value", "present", "", "value"],
    ["Not required: coupon, and the currency must be EUR.", "currency", "EUR", null],
    ["Currently missing: the event on the product list", "page", "product list", null],
    ["Currently missing: the coupon of the product", "present", "", "coupon"],
    ["Forbidden attributes: email", "absent", "", "Forbidden attributes: email"],
    ["Not allowed: email", "absent", "", "Not allowed: email"],
    ["Attributes that must not be sent: email", "absent", "", null],
    ["add_to_cart is sent without attributes: email", "absent", "", null],
    ["Must not contain:\n- user_id\n- add_to_cart is sent exactly once", "absent", "", "Must not contain: user_id"],
    ["Must not contain:\n- user_id\n- add_to_cart is sent exactly once", "count", "1", null],
    ["Forbidden: email in the address", "other", "never", null],
    ["Forbidden: add_to_cart", "other", "never", null],
    ["Forbidden: a price of 0", "other", "never", null],
    ["add_to_cart is sent on phones and contains the coupon.", "present", "", "the coupon"],
    ["add_to_cart must not contain the coupon.", "absent", "", "must not contain the coupon"],
    ["add_to_cart is sent exactly once.", "count", "1", "exactly once"],
    ["add_to_cart must not be sent twice.", "count", "1", "not be sent twice"],
    ["add_to_cart shouldn't fire several times.", "count", "1", null],
    ["add_to_cart must not contain `gender`.", "absent", "", null],
    ["add_to_cart is sent with a value including tax.", "other", "never", "value including tax"],
    ["view_item comes before add_to_cart.", "order", "view_item>add_to_cart", "view_item comes before add_to_cart"],
    ["add_to_cart is sent on the outlet page.", "page", "outlet", "on the outlet page"],
    ["add_to_cart is sent, but not when the visitor is signed in.", "other", "said", null],
    ["add_to_cart is sent unless the lamp is sold out.", "other", "said", "unless the lamp is sold out"],
    ["add_to_cart is sent for returning customers.", "other", "all", "for returning customers"],
    ["| currency | EUR |\n| coupon | SPRING |", "value", "SPRING", "coupon SPRING"],
    ['```\ndataLayer.push({ event: "add_to_cart", value: 12 })\n```', "value", "12", "value: 12"],
  ] as const)
    it(`are read from: ${text.replace(/\n/g, " ")}`, () => {
      const found = read(text).find((one) => one.kind === kind && one.wanted === wanted);
      expect(found, JSON.stringify(read(text))).not.to.equal(undefined);
      if (words !== null) expect(found?.words).to.equal(words);
    });

  for (const text of [
    "add_to_cart must be sent.",
    'Clicking "Add to basket" sends add_to_cart.',
    "We cannot see add_to_cart in Google Analytics.",
    "Customers can reach us by phone, the phone number is in the footer text.",
    "How often is add_to_cart sent?",
    "Actual: the currency is USD.",
    "Is: currency USD",
    "Optional parameters: coupon, item_id",
    "Optional: coupon (text, 20 characters), item_id",
    "Optional parameters:\n- item_id\n- `coupon`",
    "Fields (optional): item_id",
    "Not required: coupon",
    "No required fields: coupon",
    "Those are no longer mandatory: item_id and coupon",
    "Currently missing: the event on the product list",
  ])
    it(`are none in: ${text.replace(/\n/g, " ")}`, () => {
      expect(read(text).filter(({ kind }) => kind !== "page" && kind !== "other")).to.deep.equal([]);
    });

  it("name what should be, and not what is there instead", () => {
    const currencies = (text: string) =>
      read(text).flatMap(({ kind, wanted }) => (kind === "currency" ? [wanted] : []));
    expect(currencies("add_to_cart is sent with currency EUR instead of USD.")).to.deep.equal(["EUR"]);
    expect(currencies("The currency is EUR, not USD.")).to.deep.equal(["EUR"]);
  });

  for (const [text, patch, status] of [
    ["add_to_cart is sent in Chrome.", {}, "browser met"],
    ["add_to_cart is sent in Firefox.", {}, "browser not_tested"],
    ["add_to_cart is sent on phones.", { viewport: "phone" }, "device met"],
    ["add_to_cart is sent on phones.", {}, "device not_tested"],
    ["add_to_cart is sent with currency USD.", {}, "currency met"],
    ["add_to_cart is sent with currency EUR.", {}, "currency not_met"],
    ["add_to_cart is sent with value 30.00.", {}, "value met"],
    ["add_to_cart is sent with value 12.", {}, "value not_met"],
    ["add_to_cart is sent with the item_id.", {}, "present met"],
    ["add_to_cart is sent with a required coupon.", {}, "present not_met"],
    ["add_to_cart must not contain the coupon.", {}, "absent met"],
    ["add_to_cart must not contain the price.", {}, "absent not_met"],
    ["add_to_cart must not contain personal data.", {}, "absent not_tested"],
    ["Forbidden attributes: price", {}, "absent not_met"],
    ["Forbidden attributes: email", {}, "absent met"],
    ["add_to_cart must not be sent twice.", {}, "count met"],
    ["add_to_cart is sent exactly once.", {}, "count met"],
    ["add_to_cart is sent twice.", {}, "count not_met"],
    ["add_to_cart is sent at most twice.", {}, "count met"],
    ["add_to_cart is sent at least once.", {}, "count met"],
    ["add_to_cart is sent at least twice.", {}, "count not_met"],
    ["add_to_cart is sent exactly once.", sentToo({}), "count met"],
    ["add_to_cart is sent exactly once.", { ...sentToo({}), times: 2 }, "count not_met"],
    ["add_to_cart is sent with currency USD.", sentToo({ ep_1: "x" }), "currency met"],
    ["add_to_cart is sent with currency USD.", sentToo({ currency: "EUR" }), "currency not_met"],
    ["add_to_cart must not contain the coupon.", sentToo({ coupon: "A" }), "absent not_met"],
    ["add_to_cart is sent on /cart.", at("https://shop.example/cart?a=1"), "page met"],
    ["add_to_cart is sent on /cart.", at("https://shop.example/cartoons"), "page not_tested"],
    ["add_to_cart is sent on the German site.", at("https://de.shop.example/"), "language met"],
    ["view_item comes before add_to_cart.", {}, "order met"],
    ["add_to_cart comes before view_item.", {}, "order not_met"],
    ["add_to_cart comes before purchase.", {}, "order not_tested"],
    ["add_to_cart is sent on the product page.", {}, "page met"],
    ["add_to_cart is sent on the outlet page.", {}, "page not_tested"],
    ["add_to_cart is sent with a value including tax.", {}, "other not_tested"],
    ["add_to_cart is sent when a lamp is added.", {}, "other met"],
    ["add_to_cart is sent when a warranty is chosen.", {}, "other not_tested"],
    ["add_to_cart is sent after a lamp is added by price, colour and size.", {}, "other met"],
    ["add_to_cart is sent after cookies are declined.", {}, "consent not_tested"],
    [
      "add_to_cart is sent after cookies are declined.",
      { steps: [click("Reject all"), ...ran().steps] },
      "consent met",
    ],
    [
      "add_to_cart is sent after cookies are declined.",
      { steps: [click("Accept all"), ...ran().steps] },
      "consent not_tested",
    ],
    [
      "add_to_cart is sent after cookies are accepted.",
      { steps: [...ran().steps, click("Accept all")] },
      "consent not_tested",
    ],
    ["add_to_cart is sent before consent is given.", { steps: [...ran().steps, click("Accept all")] }, "consent met"],
    ["add_to_cart is sent with currency EUR.", { steps: [] }, "currency not_tested"],
    [
      "add_to_cart is sent with currency EUR.",
      { steps: [], rows: [{ attribute: "currency", expected: "EUR", observed: "EUR", ok: true }] },
      "currency met",
    ],
  ] as const)
    it(`come to ${status}: ${text}`, () => {
      expect(judged(text, patch as Partial<Ran>)).to.include(status);
    });

  it("choose the viewport that the scenario runs in", () => {
    expect(viewportFor(read("add_to_cart is sent on phones."))).to.equal("phone");
    expect(viewportFor(read("add_to_cart is sent on tablets."))).to.equal("tablet");
    expect(viewportFor(read("add_to_cart is sent."))).to.equal("desktop");
  });

  it("are read to the end of a long ticket, and prove nothing where they are too many", () => {
    const long = `${"The team has talked about it at length.\n".repeat(250)}The coupon is mandatory.\n| currency | EUR |`;
    expect(read(long).map(({ kind }) => kind)).to.include.members(["present", "currency"]);
    const names = Array.from({ length: 31 }, (_, at) => `field_n${at}`);
    const of = (count: number) => names.slice(0, count).join(", ");
    expect(read(of(30)).at(-1)).to.include({ attribute: "field_n29" });
    expect(read(of(31))).to.have.lengthOf(30);
    expect(judgeConditions(read(of(31)), ran())[0]).to.deep.include({
      words: "more than 30 conditions",
      status: "not_tested",
      why: "a ticket with this many conditions is not checked: split it, or leave out its code",
    });
  });

  it("are bounded, however long and odd the ticket", () => {
    for (const odd of [
      "add_to_cart with ",
      "a_b ",
      '"',
      "`",
      "| a | b |\n",
      "only ",
      "cookies ",
      "value 1 ",
      "before ",
      "not ",
      "{code}",
      "on the ",
      "optional: a, ",
      "forbidden:\n",
    ]) {
      expect(read(odd.repeat(4_000)).length).to.be.at.most(30);
    }
    // If reading took quadratic time, these would exceed the test's timeout.
    for (const odd of ["a-", "\n"]) expect(read(odd.repeat(100_000)).length).to.be.at.most(30);
  });
});
