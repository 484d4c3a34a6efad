// Puts text from pages, tickets or strangers into the service's own sentences: truncated, on one line, without invisible characters, and in
// quotes.
import { truncate } from "../text.ts";
import { CUT, withoutOrders } from "./cut.ts";
import { orderIn } from "./orders.ts";
import { seenText } from "./unseen.ts";

/** Maximum length of a name in a sentence in characters. */
const MAX_NAME = 80;

/** Returns the text in plain quotes: `"Oak stool"`. A text that reads like an instruction is replaced with a remark. */
export const quotedText = (text: string, most = MAX_NAME): string =>
  `"${orderIn(text) === null ? truncate(seenText(text).replaceAll('"', "'"), most) : CUT}"`;

/** Returns a sentence of the service that may quote a page, or a text that others quote: truncated, without parts that read like instructions. */
export const reasonText = (text: string, most = 200): string => truncate(seenText(withoutOrders(text).text), most);

/** Returns a page's name for itself, for use as the name of something in the service; "" if it is an instruction rather than a name. */
export const nameOfPage = (text: string, most = MAX_NAME): string =>
  orderIn(text) === null ? seenText(text).slice(0, most).trim() : "";
