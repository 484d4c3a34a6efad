// Text that pages, tickets or strangers wrote, in a sentence of ours: bounded, on one line, without what nobody sees, and in quotes.
import { truncate } from "../text.ts";
import { CUT, withoutOrders } from "./cut.ts";
import { orderIn } from "./orders.ts";
import { seenText } from "./unseen.ts";

/** Characters of a name in a sentence. */
const MAX_NAME = 80;

/** The text in plain quotes: `"Oak stool"`. One that reads like an order is left out, and the quotes say so. */
export const quotedText = (text: string, most = MAX_NAME): string =>
  `"${orderIn(text) === null ? truncate(seenText(text).replaceAll('"', "'"), most) : CUT}"`;

/** A sentence of ours that may quote a page, or a text that others put into quotes: bounded, without what in it reads like an order. */
export const reasonText = (text: string, most = 200): string => truncate(seenText(withoutOrders(text).text), most);

/** What a page calls itself, as the name of something of ours; "" where it gives an order instead of a name. */
export const nameOfPage = (text: string, most = MAX_NAME): string =>
  orderIn(text) === null ? seenText(text).slice(0, most).trim() : "";
