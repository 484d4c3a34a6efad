// A fictional service with a shop, accounts, bookings and a help centre: its scenarios and the events of its tracking plan.

import type { PlanEvent } from "../../domain/pillars/tracking/plan.ts";
import type { Ran } from "../../domain/proof/conditions/ran.ts";

export type Scenario = { id: string; feature: string; name: string; steps: string[] };

/** `id | feature | scenario | steps, separated by ;` */
const SCENARIOS = `
cart-add | Basket | A product is added to the basket | I am on "/products/lamp"; I click the "Add to basket" button; I should see "1 item in your basket"
cart-remove | Basket | A product is removed from the basket | I am on "/basket"; I click the "Remove" button; I should see "Your basket is empty"
cart-quantity | Basket | The quantity of a line is changed | I am on "/basket"; I fill in "Quantity" with "3"; I should see "$90.00"
cart-save | Basket | A product is saved for later | I am on "/basket"; I click the "Save for later" button; I should see "Saved for later"
cart-promo | Basket | A discount code lowers the total | I am on "/basket"; I fill in "Discount code" with "SPRING"; I click the "Apply" button; I should see "10% off"
cart-promo-bad | Basket | An expired discount code is refused | I am on "/basket"; I fill in "Discount code" with "OLD"; I click the "Apply" button; an alert says "This code has expired"
checkout-guest | Checkout | A guest pays by card | I open "/checkout"; I fill in the form; I fill in "Card number" with "4242"; I click the "Pay now" button; I should see "Thank you for your order"
checkout-paypal | Checkout | A buyer pays with PayPal | I open "/checkout"; I choose "PayPal"; I click the "Pay now" button; I should see "Thank you for your order"
checkout-address | Checkout | The delivery address is entered | I open "/checkout"; I fill in "Street" with "Mill Lane 4"; I fill in "Postcode" with "97201"; I click the "Continue" button; I should be on "/checkout/shipping"
checkout-shipping | Checkout | A shipping method is chosen | I open "/checkout/shipping"; I choose "Express delivery"; I click the "Continue" button; I should see "Arrives tomorrow"
checkout-declined | Checkout | A declined card is told | I open "/checkout"; I fill in "Card number" with "4000"; I click the "Pay now" button; an alert says "Your card was declined"
checkout-giftwrap | Checkout | An order is wrapped as a gift | I open "/checkout"; I check "Gift wrap"; I should see "Wrapping: $4.00"
order-cancel | Orders | An order is cancelled | I open "/orders/1001"; I click the "Cancel order" button; I should see "Your order was cancelled"
order-track | Orders | A parcel is followed | I open "/orders/1001"; I click the "Track parcel" link; I should see "On its way"
order-return | Orders | A purchase is sent back | I open "/orders/1001"; I click the "Return items" button; I choose "Too small"; I should see "Print your return label"
order-reorder | Orders | An earlier order is placed again | I open "/orders"; I click the "Order again" button; I should be on "/basket"
order-invoice | Orders | An invoice is downloaded | I open "/orders/1001"; I click the "Download invoice" link; a file "invoice.pdf" is downloaded
product-view | Catalogue | A product page shows price and stock | I am on "/products/lamp"; I should see "$30.00"; I should see "In stock"
product-gallery | Catalogue | Pictures of a product are enlarged | I am on "/products/lamp"; I click the "Zoom" button; the dialog is visible
product-variant | Catalogue | Another colour is chosen | I am on "/products/lamp"; I choose "Green"; I should see "Green lamp"
product-review | Catalogue | A customer writes a review | I am on "/products/lamp"; I fill in "Your review" with "Bright"; I click the "Send review" button; I should see "Thank you for your review"
product-share | Catalogue | A product is shared with a friend | I am on "/products/lamp"; I click the "Share" button; I should see "Copy link"
product-notify | Catalogue | A visitor asks to be told when stock is back | I am on "/products/vase"; I click the "Notify me" button; I should see "We will write to you"
product-compare | Catalogue | Two products are compared | I am on "/products"; I click the "Compare" button; I should see "Compare 2 products"
list-filter | Catalogue | Products are filtered by price | I am on "/products"; I fill in "Up to" with "50"; I should see "12 products"
list-sort | Catalogue | Products are sorted by price | I am on "/products"; I choose "Price: low to high"; I should see "Candle"
list-page | Catalogue | More products are loaded | I am on "/products"; I click the "Show more" button; I should see "48 products"
wishlist-add | Wish list | A product is put on the wish list | I am on "/products/lamp"; I click the "Add to wish list" button; I should see "On your wish list"
wishlist-remove | Wish list | A product is taken off the wish list | I am on "/wish-list"; I click the "Remove" button; I should see "Your wish list is empty"
wishlist-share | Wish list | The wish list is sent to a friend | I am on "/wish-list"; I click the "Share list" button; I fill in "E-mail" with "ada@example.com"; I should see "List sent"
search-hit | Search | A search finds products | I am on "/"; I fill in "Search" with "lamp"; I press "Enter"; I should see "8 results"
search-none | Search | A search without results suggests others | I am on "/"; I fill in "Search" with "zeppelin"; I press "Enter"; I should see "Nothing found"
search-suggest | Search | Suggestions appear while typing | I am on "/"; I fill in "Search" with "la"; I should see "lamp"
account-register | Account | A visitor creates an account | I am on "/register"; I fill in "E-mail"; I fill in "Password"; I click the "Create account" button; I should see "Welcome"
account-login | Account | A customer signs in | I am on "/sign-in"; I fill in "E-mail"; I fill in "Password"; I click the "Sign in" button; I should be on "/account"
account-login-bad | Account | A wrong password is refused | I am on "/sign-in"; I fill in "Password" with "wrong"; I click the "Sign in" button; an alert says "Wrong e-mail address or password"
account-logout | Account | A customer signs out | I am on "/account"; I click the "Sign out" button; I should be on "/"
account-reset | Account | A forgotten password is reset | I am on "/forgot"; I fill in "E-mail"; I click the "Send link" button; I should see "We sent you a link"
account-email | Account | The e-mail address is changed | I am on "/account"; I fill in "New e-mail"; I click the "Save" button; I should see "Confirm your new address"
account-delete | Account | An account is deleted | I am on "/account"; I click the "Delete account" button; I should see "Your account was deleted"
account-2fa | Account | Two-factor sign-in is switched on | I am on "/account/security"; I click the "Set up two-factor" button; I should see "Scan this code"
account-address | Account | An address is kept in the address book | I am on "/account/addresses"; I fill in "Street"; I click the "Save address" button; I should see "Address saved"
newsletter-join | Newsletter | A visitor subscribes to the newsletter | I am on "/"; I fill in "Your e-mail"; I click the "Subscribe" button; I should see "Check your inbox"
newsletter-leave | Newsletter | A reader unsubscribes from the newsletter | I am on "/unsubscribe"; I click the "Unsubscribe" button; I should see "You will not hear from us"
consent-accept | Privacy | All cookies are accepted | I am on "/"; I click the "Accept all" button; the banner is hidden
consent-reject | Privacy | All cookies are rejected | I am on "/"; I click the "Reject all" button; the banner is hidden
consent-change | Privacy | Cookie choices are changed later | I am on "/privacy"; I click the "Cookie settings" button; I uncheck "Marketing"; I should see "Saved"
contact-form | Help | A question is sent to support | I am on "/contact"; I fill in "Message"; I click the "Send" button; I should see "We will answer within a day"
help-chat | Help | A chat with support is begun | I am on "/help"; I click the "Start chat" button; I should see "An agent is joining"
help-article | Help | A help article is rated as useful | I am on "/help/returns"; I click the "Yes, this helped" button; I should see "Thanks"
help-callback | Help | A call back is asked for | I am on "/help"; I fill in "Phone"; I click the "Call me back" button; I should see "We will call you"
store-finder | Stores | The nearest store is found | I am on "/stores"; I fill in "Postcode" with "97201"; I should see "2 stores near you"
store-pickup | Stores | An order is picked up in a store | I open "/checkout/shipping"; I choose "Pick up in store"; I should see "Ready in 2 hours"
booking-make | Bookings | An appointment is booked | I am on "/appointments"; I choose "Tuesday 10:00"; I click the "Book" button; I should see "See you on Tuesday"
booking-move | Bookings | An appointment is moved to another day | I am on "/appointments/7"; I choose "Friday 14:00"; I click the "Move" button; I should see "Moved to Friday"
booking-cancel | Bookings | An appointment is cancelled | I am on "/appointments/7"; I click the "Cancel appointment" button; I should see "Your appointment was cancelled"
gift-buy | Gift cards | A gift card is bought | I am on "/gift-cards"; I choose "$50"; I click the "Buy" button; I should see "Gift card in your basket"
gift-redeem | Gift cards | A gift card is redeemed | I open "/checkout"; I fill in "Gift card" with "GC-1"; I click the "Redeem" button; I should see "-$50.00"
video-play | Magazine | A video is played | I am on "/magazine/light"; I click the "Play" button; the video is visible
article-read | Magazine | An article is read to its end | I am on "/magazine/light"; I scroll to the "Author" heading; I should see "Read next"
article-comment | Magazine | A reader comments on an article | I am on "/magazine/light"; I fill in "Comment"; I click the "Post" button; I should see "Your comment waits for approval"
lang-switch | Site | The language of the site is switched | I am on "/"; I choose "Français"; I should see "Panier"
currency-switch | Site | Prices are shown in another currency | I am on "/"; I choose "EUR"; I should see "€27.00"
menu-phone | Site | The menu opens on a phone | I am on "/"; I click the "Menu" button; I should see "Lighting"
file-upload | Custom lamps | A drawing is uploaded for a custom lamp | I am on "/custom"; I upload "drawing.pdf" to "Your drawing"; I should see "Drawing received"
loyalty-points | Loyalty | Loyalty points are spent | I open "/checkout"; I click the "Use 200 points" button; I should see "-$2.00"
subscription-start | Bulb subscription | A monthly delivery of bulbs is begun | I am on "/subscribe-bulbs"; I choose "Every month"; I click the "Start" button; I should see "Your first box"
subscription-pause | Bulb subscription | The monthly delivery is paused | I am on "/account/boxes"; I click the "Pause" button; I should see "Paused until"
`;

const read = (list: string): Scenario[] =>
  list
    .trim()
    .split("\n")
    .map((line) => {
      const [id = "", feature = "", name = "", steps = ""] = line.split(" | ");
      return { id, feature, name, steps: steps.split("; ") };
    });

export const scenarios: Scenario[] = read(SCENARIOS);

/** Scenarios of an unrelated service: adding them must not change any verdict. */
const UNRELATED = `
ward-admit | Wards | A patient is admitted | I am on "/wards/3"; I click the "Admit" button; I should see "Bed 12"
ward-discharge | Wards | A patient is discharged | I am on "/wards/3"; I click the "Discharge" button; I should see "Bed 12 is free"
lab-result | Laboratory | A laboratory result arrives | I am on "/lab"; I should see "Result of 14:05"
lab-flag | Laboratory | A critical value is flagged | I am on "/lab/7"; I should see "Critical"
rota-swap | Rota | Two nurses swap their shifts | I am on "/rota"; I click the "Swap" button; I should see "Swapped"
xray-view | Imaging | An X-ray is opened | I am on "/imaging/4"; I click the "Open" button; I should see "Left hand"
pump-alarm | Devices | An infusion pump sounds its alarm | I am on "/devices"; I should see "Occlusion"
meal-plan | Kitchen | A diet is prescribed | I am on "/kitchen"; I choose "Low salt"; I should see "Prescribed"
tax-return | Authority | A tax return is filed | I am on "/tax"; I click the "File" button; I should see "Filed"
permit-grant | Authority | A building permit is granted | I am on "/permits/9"; I click the "Grant" button; I should see "Granted"
grid-fault | Power grid | A fault on a line is located | I am on "/grid"; I should see "Section 4"
turbine-stop | Power grid | A turbine is stopped | I am on "/turbines/2"; I click the "Stop" button; I should see "Stopped"
herd-move | Farm | The herd changes its pasture | I am on "/herd"; I choose "North"; I should see "Moved"
milk-yield | Farm | The yield of the day is entered | I am on "/milk"; I fill in "Litres" with "410"; I should see "Entered"
orbit-raise | Satellites | The orbit is raised | I am on "/orbit"; I click the "Burn" button; I should see "412 km"
telemetry-gap | Satellites | A gap of telemetry is filled | I am on "/telemetry"; I should see "Complete"
`;

export const unrelatedScenarios = (): Scenario[] => read(UNRELATED);

/** `id | label | event type | linked scenario, if any` */
const EVENTS = `
e-add | Product added to basket | add_to_cart | cart-add
e-remove | Product removed from basket | remove_from_cart |
e-view-cart | Basket viewed | view_cart |
e-promo | Discount applied | coupon_applied | cart-promo
e-begin | Checkout begun | begin_checkout |
e-shipping | Shipping method chosen | add_shipping_info | checkout-shipping
e-payment | Payment details given | add_payment_info |
e-purchase | Order placed | purchase | checkout-guest
e-payment-failed | Payment declined | payment_failed |
e-refund | Order returned | refund |
e-order-cancel | Order cancelled | order_cancelled | order-cancel
e-view-item | Product viewed | view_item |
e-variant | Colour chosen | select_variant |
e-review | Review written | review_submitted | product-review
e-share | Product shared | share |
e-notify | Back-in-stock alert asked for | stock_alert | product-notify
e-filter | Product list filtered | filter_products |
e-sort | Product list sorted | sort_products |
e-wish | Added to wish list | add_to_wishlist | wishlist-add
e-wish-remove | Removed from wish list | remove_from_wishlist |
e-search | Search made | search | search-hit
e-search-none | Search without results | search_no_results |
e-register | Account created | sign_up | account-register
e-login | Signed in | login | account-login
e-logout | Signed out | logout |
e-reset | Password reset asked for | password_reset |
e-newsletter | Newsletter subscribed | generate_lead | newsletter-join
e-unsubscribe | Newsletter unsubscribed | newsletter_unsubscribe | newsletter-leave
e-consent-accept | Cookies accepted | consent_granted | consent-accept
e-consent-reject | Cookies rejected | consent_denied | consent-reject
e-contact | Question sent to support | contact_submitted |
e-chat | Chat started | chat_started | help-chat
e-booking | Appointment booked | booking_completed | booking-make
e-booking-cancel | Appointment cancelled | booking_cancelled | booking-cancel
e-gift | Gift card bought | gift_card_purchase |
e-redeem | Gift card redeemed | gift_card_redeemed |
e-video | Video played | video_start |
e-article | Article read | article_read |
e-subscription | Subscription started | subscription_started |
e-pause | Subscription paused | subscription_paused | subscription-pause
`;

export const events: (PlanEvent & { scenario: string | null })[] = EVENTS.trim()
  .split("\n")
  .map((line) => {
    const [id = "", label = "", eventType = "", scenario = ""] = line.split("|").map((part) => part.trim());
    const none = {
      pageId: null,
      trigger: null,
      attributes: [],
      frtLinks: [],
      order: null,
      closed: false,
      sentAs: null,
    };
    return { id, label, eventType, count: 1, ...none, scenario: scenario === "" ? null : scenario };
  });

const MONEY = { currency: "USD", value: 30 };
const LINES = { items: [{ item_id: "lamp-1", item_name: "Lamp", price: 30, quantity: 1 }] };
/** Parameters that the site sends with its events. */
const SENT: Record<string, Record<string, unknown>> = {
  ...Object.fromEntries(
    ["e-add", "e-remove", "e-view-cart", "e-begin", "e-view-item", "e-wish", "e-wish-remove", "e-variant"].map((id) => [
      id,
      { ...MONEY, ...LINES },
    ]),
  ),
  "e-purchase": { ...MONEY, ...LINES, transaction_id: "T-1001", payment_type: "card" },
  "e-refund": { ...MONEY, transaction_id: "T-1001" },
  "e-shipping": { ...MONEY, shipping_tier: "Express delivery" },
  "e-promo": { ...MONEY, coupon: "SPRING" },
  "e-gift": { ...MONEY, value: 50 },
  "e-redeem": { ...MONEY, value: 50 },
  "e-search": { search_term: "lamp", number_of_results: 8 },
  "e-search-none": { search_term: "zeppelin", number_of_results: 0 },
  "e-login": { method: "email" },
  "e-register": { method: "email" },
};

/** Returns what is recorded when a scenario runs and its event is sent in the last step with an action. */
export function ranOf(scenario: Scenario, eventId: string, viewport: string): Ran {
  const event = events.find(({ id }) => id === eventId);
  const names = event ? [event.eventType] : [];
  const deeds = scenario.steps.findLastIndex((text) =>
    /^I (?:click|fill|choose|press|check|uncheck|scroll|open|am)/.test(text),
  );
  let url = "https://lights.example/";
  const steps = scenario.steps.map((text, index) => {
    const [, path] = /^I (?:am on|open) "(\/[^"]*)"/.exec(text) ?? [];
    if (path !== undefined) url = `https://lights.example${path}`;
    const sent =
      index === deeds
        ? names.map((name) => ({ provider: "dataLayer", name, at: 10, attributes: SENT[eventId] ?? {} }))
        : [];
    return { text, status: "passed", url, events: sent };
  });
  return {
    browser: "chromium",
    viewport,
    environment: "Production",
    feature: scenario.feature,
    scenario: scenario.name,
    steps,
    event: { label: event?.label ?? "", names },
    step: null,
    times: null,
    rows: [],
  };
}
