// Normalises the addresses of an exploration: one origin, one spelling, none that signs out or changes something.
import { spellAddress } from "../crawl/address.ts";
import { destructiveCode } from "./destructive.ts";

export const sameOrigin = (a: string, b: string): boolean => {
  const one = URL.parse(a);
  return one !== null && one.origin === URL.parse(b)?.origin;
};

export type PlaceAddress = { path: string } | { path: null; why: "elsewhere" | "unfit" | "destructive" | "robots" };

/** Returns the path and query of an address that may be requested, or why it may not. */
export function placeAddress(url: string, origin: string, isAllowed: (url: string) => boolean): PlaceAddress {
  const spelled = spellAddress(url, origin);
  const refused = (why: Exclude<PlaceAddress, { path: string }>["why"]): PlaceAddress => ({ path: null, why });
  if (spelled.address === null)
    return refused(spelled.why === "sign_out" || spelled.why === "action" ? "destructive" : "unfit");
  if (!sameOrigin(spelled.address, origin)) return refused("elsewhere");
  const { pathname, search } = new URL(spelled.address);
  const last = pathname.split("/").filter(Boolean).slice(-2);
  // Longer names are titles, such as /help/how-to-cancel-an-order.
  const acts = last.some((part) => part.split(/[-_.]/).length <= 2 && destructiveCode(part) !== null);
  if (acts || destructiveCode(search) !== null) return refused("destructive");
  return isAllowed(spelled.address) ? { path: pathname + search } : refused("robots");
}
