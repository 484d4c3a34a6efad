// Pieces of the sentences that tools answer.
import { oneLine as onOneLine, truncate } from "../../domain/text.ts";

export { plural } from "../../domain/text.ts";
export { quotedText, reasonText } from "../../domain/untrusted/quote.ts";

/** A summary is one line: names of scenarios and pages may hold anything. */
export const oneLine = (text: string, most = 300): string => truncate(onOneLine(text), most);
