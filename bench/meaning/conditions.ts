// Valid tickets with one additional condition that nothing run or recorded confirms, and some whose condition is met. The site of site.ts
// sends USD and is English, and only the scenarios about its consent banner answer it.
import { type BenchTicket, measuredTickets, tuneTickets } from "./tickets.ts";

/** `open`: must not be proven. `held`: the run meets it, so the ticket stays proven. */
export type ConditionTicket = BenchTicket & { condition: "open" | "held"; phrase: string };

/** A phrase in lower case continues the ticket's last sentence; others are separate sentences. */
const OPEN_TUNE = `
in Firefox
in Safari on a Mac
This must also work in Microsoft Edge.
, in all major browsers
on tablets as well as on phones
on iPhones
Please check it on Android devices.
on every kind of device
in the German version of the site
for French visitors
The language of the page is Italian.
, in every language
after cookies are declined
after the visitor rejected all cookies
before the consent banner is answered
when consent was given
without cookies
with the currency EUR
The amount is in euros.
with a required coupon
The parameter coupon must be set.
with the customer_group and the store_code
affiliation must be "Partner shop".
The value must be 4711.
with a value including tax
The value is net of shipping costs.
exactly twice
The event is sent three times.
, once per session
but not when the visitor comes back later
unless the visitor is an employee
only for customers of the warehouse outlet
, except for orders from resellers
It must not contain the campaign_code, and page_owner has to be there.
before view_promotion
after select_promotion was sent
on the landing page of the spring campaign
from the quick view
on /outlet/sale
on every page of the site
for returning customers
for logged-in users
within two seconds
after the page was reloaded
in a private window
with an ad blocker
when JavaScript errors occur on the terms page
if the stock is below 5
for B2B customers
when paying with Klarna
a single time per visitor
`;
const OPEN_MEASURED = `
, tested with Firefox 128
on Safari
Must hold for Edge users, too.
Whatever browser is used: check all supported browsers.
in Opera
on a phone that is held upright and on a tablet
with a screen reader
, also at a width of 320 pixels
on an iPad
regardless of the device
on the Spanish shop
when the locale is de-CH
Visitors who use the Dutch translation count as well.
in Polish
if the visitor refuses tracking
when only necessary cookies were allowed
, even when consent has been withdrawn
as soon as all cookies have been accepted
prior to any consent
with currency CHF
, in British pounds
The event carries the affiliation of the store.
together with the loyalty_tier
including the discount that was given
The field membership_number is mandatory.
payment_type has to be invoice
with a quantity of 7
The price before tax is reported.
gross, not net
exactly 2 times
, but at most once a day
, and once more after a refresh
and never for test orders of our staff
, excluding internal traffic
solely for wholesale accounts
if and only if the parcel goes abroad
No user_segment may be transmitted without its segment_source.
, followed by view_promotion
after view_promotion
in the sidebar of the blog
on the sale page
at /campaign/summer
on all category pages
for guests from abroad
when somebody is already logged in as an administrator
in less than 500 ms
after going back in the browser
, also in dark mode
with JavaScript turned off
for gift orders above 100 dollars
`;

/** `title of the ticket | phrase` */
const HELD_TUNE = `
Track when a product is added to the basket | in Chrome
Track when a product is added to the basket | with the currency USD and the value
Track when a product is added to the basket | on desktop
Removing a product from the basket is not tracked | on phones
Removing a product from the basket is not tracked | exactly once
Purchase event for guests who pay by card | with value 30 and currency USD
Measure the chosen shipping method | with the shipping_tier
Account creation must be measured | with the method email
Search event is missing | with search_term lamp
Search event is missing | and the number of results
Send review_submitted when a customer writes a review | on the product page
Rejecting cookies sends consent_denied | when cookies are rejected
`;
const HELD_MEASURED = `
Event when the basket gets a product | on a desktop screen
Event when the basket gets a product | , in US dollars
Event when the basket gets a product | with the item_id
Applying a discount code is tracked | on mobile devices
Sign-in event | on small screens
Chat started | , for tablet users
Applying a discount code is tracked | The parameter coupon is set.
Sign-in event | The method is "email".
Sign-in event | in Google Chrome
An appointment is booked: booking_completed | once
Buying a gift card | with a currency of USD
Choosing another colour of a product | on the product page
Accepting all cookies sends consent_granted | after all cookies were accepted
Taking a product out of the basket | with price 30
`;

/** Base tickets: those proven without a condition. */
const CLEAR = ["clear", "misleading"];
const bases = (tickets: readonly BenchTicket[]): BenchTicket[] =>
  tickets.filter(({ kind, scenario, event }) => CLEAR.includes(kind) && scenario !== null && event !== null);

function withPhrase(ticket: BenchTicket, phrase: string, condition: ConditionTicket["condition"]): ConditionTicket {
  const { title, description } = ticket;
  const own = /^[A-Z]/.test(phrase);
  const add = (text: string): string =>
    own
      ? `${text.replace(/[.!?]?$/, ".")} ${phrase}`
      : `${text.replace(/[.!?]$/, "")}${phrase.startsWith(",") ? "" : " "}${phrase}.`;
  return {
    ...ticket,
    ...(description === "" && !own
      ? { title: add(title).replace(/\.$/, "") }
      : { description: description === "" ? phrase : add(description) }),
    condition,
    phrase,
  };
}

const lines = (text: string): string[] => text.trim().split("\n");

/** Applies each open condition to two tickets, in turn. */
function variants(open: string, held: string, tickets: readonly BenchTicket[]): ConditionTicket[] {
  const from = bases(tickets);
  const others = from.filter(({ scenario }) => !scenario?.startsWith("consent-"));
  const opened = lines(open).flatMap((phrase, at) =>
    [0, 1].flatMap((turn) => {
      const base = others[(at * 2 + turn * 7) % others.length];
      return base ? [withPhrase(base, phrase, "open")] : [];
    }),
  );
  const kept = lines(held).flatMap((line) => {
    const [title = "", phrase = ""] = line.split(" | ");
    const base = from.find((one) => one.title === title);
    if (base === undefined) throw new Error(`No ticket is called "${title}".`);
    return [withPhrase(base, phrase, "held")];
  });
  return [...opened, ...kept];
}

/** Used while writing the parsers in domain/proof/conditions/. */
export const tuneConditions = variants(OPEN_TUNE, HELD_TUNE, tuneTickets);
/** Only measured, not used for development. */
export const measuredConditions = variants(OPEN_MEASURED, HELD_MEASURED, measuredTickets);
