// Building blocks for the sentences of tool answers.
import { oneLine as onOneLine, truncate } from "../../domain/text.ts";

export { plural } from "../../domain/text.ts";
export { quotedText, reasonText } from "../../domain/untrusted/quote.ts";

/** Reduces text to one line of at most `most` characters, because names of scenarios and pages may contain anything. */
export const oneLine = (text: string, most = 300): string => truncate(onOneLine(text), most);

/** Returns the warning of a list that continues, also for readers of the resource that shows its first page; none at its end. */
export const listContinues = (tool: string, nextCursor: string | null): string[] =>
  nextCursor === null ? [] : [`The list continues: call ${tool} with cursor: nextCursor for the following entries.`];
