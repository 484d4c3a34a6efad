// Pieces of the sentences that tools answer.
import { oneLine as onOneLine, truncate } from "../../domain/text.ts";
import { withoutOrders } from "../../domain/untrusted/cut.ts";
import { seenText } from "../../domain/untrusted/unseen.ts";

export { plural } from "../../domain/text.ts";
export { quotedText, shownText } from "../../domain/untrusted/quote.ts";

/** A reason: a sentence of ours that may quote a page, bounded and without the orders that it quotes. */
export const reasonText = (text: string, most = 200): string => truncate(seenText(withoutOrders(text).text), most);

/** A summary is one line: names of scenarios and pages may hold anything. */
export const oneLine = (text: string, most = 300): string => truncate(onOneLine(text), most);
