// Tickets as people write them, each with the scenario it means, deliberately phrased differently.
import type { Findable } from "../../../../domain/functional/find/rank.ts";

const scenario = (id: string, title: string, steps: string): Findable => ({ id, title, text: `${title}. ${steps}` });

export const SCENARIOS: readonly Findable[] = [
  scenario(
    "cart",
    "A visitor adds a product to the cart",
    "I open the product. I click the Add to cart button. The cart shows one item.",
  ),
  scenario(
    "removal",
    "A visitor removes a product from the cart",
    "I open the cart. I click the Remove button. I see that the cart is empty.",
  ),
  scenario(
    "quantity",
    "The quantity of an article in the cart can be changed",
    "I fill in Quantity with 3. I see the new total.",
  ),
  scenario(
    "sign-in",
    "A customer signs in with email and password",
    "I fill in Email. I fill in Password. I click the Sign in button. I see My account.",
  ),
  scenario(
    "wrong-password",
    "Signing in with a wrong password is refused",
    "I fill in Password with a wrong value. An alert says that the password is incorrect.",
  ),
  scenario("sign-out", "A customer signs out", "I open the account menu. I click Sign out. I see the Sign in link."),
  scenario(
    "register",
    "A new customer registers an account",
    "I fill in name, email and password. I click Create account. I see a welcome message.",
  ),
  scenario(
    "reset",
    "A forgotten password is reset by email",
    "I click Forgot password. I fill in Email. I see that a message was sent.",
  ),
  scenario(
    "search",
    "Searching for a product lists what fits",
    "I fill in Search with lamp. I press Enter. I see products that fit.",
  ),
  scenario(
    "no-results",
    "A search without results offers suggestions",
    "I search for nonsense. I see that nothing was found and popular products.",
  ),
  scenario(
    "filter",
    "Products are filtered by price and colour",
    "I open a category. I check Blue. I set the highest price. I see fewer products.",
  ),
  scenario(
    "sort",
    "Products are sorted by price, lowest first",
    "I select Price ascending from Sort by. The first product is the cheapest.",
  ),
  scenario(
    "card",
    "An order is paid by credit card",
    "I fill in the card number. I click Pay now. I see the order confirmation.",
  ),
  scenario(
    "declined",
    "A declined card keeps the order open",
    "I pay with a card that has no money. An alert says that the payment failed.",
  ),
  scenario(
    "address",
    "The checkout validates the delivery address",
    "I leave the postcode empty. I click Continue. The Postcode field is marked as invalid.",
  ),
  scenario("coupon", "A discount code lowers the total", "I fill in the voucher. I click Apply. The total is lower."),
  scenario(
    "newsletter",
    "A visitor subscribes to the newsletter",
    "I fill in the email address in the footer. I click Subscribe. I see a thank-you.",
  ),
  scenario(
    "contact",
    "The contact form sends a message",
    "I fill in subject and message. I click Send. I see that the message was sent.",
  ),
  scenario(
    "language",
    "The language of the site is switched to German",
    "I click Deutsch. I see the headings in German.",
  ),
  scenario(
    "cookies",
    "The consent banner is rejected",
    "I click Reject all. The banner is hidden. No marketing cookie is set.",
  ),
  scenario(
    "wishlist",
    "A product is saved to the wish list",
    "I click the heart. I open my wish list. I see the product.",
  ),
  scenario(
    "review",
    "A customer writes a review of a product",
    "I choose four stars. I fill in my opinion. I click Publish. I see my review.",
  ),
  scenario(
    "upload",
    "A photo of a broken device is uploaded for a repair",
    "I upload the file. I see its name and a preview.",
  ),
  scenario(
    "invoice",
    "The invoice of an order is downloaded as PDF",
    "I open my orders. I click Invoice. A file is downloaded.",
  ),
];

export const TICKETS: readonly { query: string; means: string }[] = [
  { query: "Putting something into the basket does not work any more", means: "cart" },
  { query: "Shoppers cannot take an article out of their basket again", means: "removal" },
  { query: "Ordering three instead of one piece does not update the sum", means: "quantity" },
  { query: "Login with valid credentials ends on an error", means: "sign-in" },
  { query: "People get in although their passphrase is incorrect", means: "wrong-password" },
  { query: "Logout button leaves the session active", means: "sign-out" },
  { query: "Sign-up of new members is broken", means: "register" },
  { query: "I cannot remember my passphrase and the recovery mail never arrives", means: "reset" },
  { query: "Looking up an article by its name shows the wrong items", means: "search" },
  { query: "Empty result list shows a blank screen instead of alternatives", means: "no-results" },
  { query: "Narrowing down the catalogue to cheap green articles has no effect", means: "filter" },
  { query: "Cheapest articles should come on top when ordering the list by cost", means: "sort" },
  { query: "Checkout with Visa does not complete the purchase", means: "card" },
  { query: "When the bank refuses the payment the purchase must not be lost", means: "declined" },
  { query: "Missing zip code in the shipping form is not reported", means: "address" },
  { query: "Promo voucher does not reduce the price", means: "coupon" },
  { query: "Joining the mailing list shows no confirmation", means: "newsletter" },
  { query: "Writing to support from the site fails", means: "contact" },
  { query: "Texts stay English after changing the locale", means: "language" },
  { query: "Declining tracking in the privacy dialog still stores data", means: "cookies" },
  { query: "Favourites forget the items that I marked", means: "wishlist" },
  { query: "Rating an article with stars and a comment is not published", means: "review" },
  { query: "Attaching a picture of the damage to the service request fails", means: "upload" },
  { query: "The bill for my purchase cannot be saved as a document", means: "invoice" },
];

/** About subjects that no scenario tests. */
export const UNRELATED: readonly string[] = [
  "The office coffee machine needs descaling",
  "Rotate the TLS certificates of the mail gateway",
  "Nightly backup of the warehouse database takes nine hours",
  "Upgrade the build servers to the new compiler",
  "Photosynthesis turns sunlight into chemical energy",
  "Translate the annual report for the board meeting",
  "Kubernetes pods restart after the memory limit was lowered",
  "The lift in building C is out of order",
  "Align the logo in the slide template",
  "Plan the summer party of the sales department",
];

/** The same action in other words: no second scenario is written for these. */
export const SAME: readonly { query: string; means: string }[] = [
  { query: "a shopper puts an item into the cart", means: "cart" },
  { query: "a user logs in with their email and password", means: "sign-in" },
  { query: "a visitor signs up for the newsletter", means: "newsletter" },
  { query: "a shopper deletes an item from the cart", means: "removal" },
];

/** Similar words but another action: a match would prevent a scenario from being written. */
export const OTHERS: readonly { query: string; not: string }[] = [
  { query: "a visitor removes a product from the wish list", not: "wishlist" },
  { query: "a visitor unsubscribes from the newsletter", not: "newsletter" },
  { query: "the consent banner is accepted", not: "cookies" },
];
