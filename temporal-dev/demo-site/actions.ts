/** Form actions of the shop. Each one redirects to the next page. */
import { randomInt } from "node:crypto";
import { addToBasket, basketCookie, parseBasket, writeBasket } from "./basket.ts";
import { productOf } from "./catalogue.ts";
import { consentCookie } from "./consent.ts";
import type { PageContext } from "./core.ts";
import { cookie } from "./headers.ts";
import { demoMember } from "./pages/account.ts";
import { addressQuestions, orderCookie, pick, type Question, writeOrder, wrongAnswers } from "./pages/order.ts";

export const memberCookie = "jo_member";
const days = 86_400;

export interface Outcome {
  location: string;
  cookies: string[];
  json?: unknown;
}

type Action = (form: URLSearchParams, context: PageContext, secure: boolean) => Outcome;

function localPath(path: string | null): string {
  return path && /^\/(?![/\\])[\w\-./?=&]*$/.test(path) ? path : "/";
}

function plainName(text: string | null): string {
  return (text ?? "").replace(/[^\p{L}\p{N} .'_-]/gu, "").slice(0, 40) || "friend";
}

function giveConsent(form: URLSearchParams, secure: boolean): Outcome {
  const granted = form.get("choice") === "granted";
  const clientId = granted ? `${randomInt(1e9, 4e9)}.${Math.floor(Date.now() / 1000)}` : "";
  const value = granted ? `granted.${clientId}` : "denied";
  return {
    location: localPath(form.get("back")),
    cookies: [cookie(consentCookie, value, 180 * days, secure)],
    json: { clientId },
  };
}

/** Saves the answers of a checkout step, and continues if they are valid. */
function answer(
  form: URLSearchParams,
  context: PageContext,
  secure: boolean,
  { asked, here, next }: { asked: readonly Question[]; here: string; next: string },
): Outcome {
  const answers = pick(form);
  const order = new URLSearchParams(context.order);
  for (const name of asked) order.set(name, answers.get(name) ?? "");
  const wrong = wrongAnswers(order, asked);
  const location = wrong.length > 0 ? `${here}?wrong=${wrong.join(",")}` : next;
  return { location, cookies: [cookie(orderCookie, writeOrder(order), days, secure)] };
}

const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["/consent", (form, _context, secure) => giveConsent(form, secure)],
  [
    "/basket",
    (form, context, secure) => {
      const slug = form.get("slug") ?? "";
      const quantity = Math.min(12, Math.max(1, Math.trunc(Number(form.get("quantity")) || 1)));
      if (!productOf(slug)) return { location: "/shop", cookies: [] };
      return {
        location: "/cart",
        cookies: [cookie(basketCookie, writeBasket(addToBasket(context.basket, slug, quantity)), 30 * days, secure)],
      };
    },
  ],
  [
    "/checkout",
    (form, _context, secure) => {
      const lines = parseBasket(form.get("basket"));
      if (lines.length === 0) return { location: "/cart", cookies: [] };
      const location = `/order/confirmed?order=JO-${randomInt(1000, 9999)}&basket=${writeBasket(lines)}`;
      return { location, cookies: [cookie(basketCookie, "", 0, secure)] };
    },
  ],
  [
    "/order/address",
    (form, context, secure) =>
      answer(form, context, secure, { asked: addressQuestions, here: "/order/address", next: "/order/delivery" }),
  ],
  [
    "/order/delivery",
    (form, context, secure) =>
      answer(form, context, secure, { asked: ["delivery"], here: "/order/delivery", next: "/order/review" }),
  ],
  [
    "/order/review",
    (_form, context, secure) => {
      if (context.basket.length === 0) return { location: "/cart", cookies: [] };
      const wrong = wrongAnswers(context.order, [...addressQuestions, "delivery"]);
      if (wrong.length > 0) return { location: `/order/address?wrong=${wrong.join(",")}`, cookies: [] };
      const location = `/order/confirmed?order=JO-${randomInt(1000, 9999)}&basket=${writeBasket(context.basket)}`;
      return { location, cookies: [cookie(basketCookie, "", 0, secure), cookie(orderCookie, "", 0, secure)] };
    },
  ],
  [
    "/repairs",
    (form) => {
      const photo = plainName(form.get("photo"));
      return { location: `/repairs?sent=1&photo=${encodeURIComponent(photo)}`, cookies: [] };
    },
  ],
  ["/contact", () => ({ location: "/contact?sent=1", cookies: [] })],
  ["/newsletter", () => ({ location: "/?joined=1", cookies: [] })],
  [
    "/sign-in",
    (form, context, secure) => {
      if (
        context.flaw("functional-member-gone") ||
        form.get("email") !== demoMember.email ||
        form.get("password") !== demoMember.password
      )
        return { location: "/sign-in?failed=1", cookies: [] };
      return { location: "/account?welcome=back", cookies: [cookie(memberCookie, "Demo", days, secure)] };
    },
  ],
  [
    "/register",
    (form, _context, secure) => ({
      location: "/account?welcome=new",
      cookies: [cookie(memberCookie, encodeURIComponent(plainName(form.get("name"))), days, secure)],
    }),
  ],
  ["/sign-out", (_form, _context, secure) => ({ location: "/", cookies: [cookie(memberCookie, "", 0, secure)] })],
]);

export function act(path: string, form: URLSearchParams, context: PageContext, secure: boolean): Outcome | undefined {
  return actions.get(path)?.(form, context, secure);
}
