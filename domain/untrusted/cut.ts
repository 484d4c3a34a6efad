// Takes passages that read like orders out of a text.
import { orderIn } from "./orders.ts";

/** Stands where a passage was. */
export const CUT = "[removed: reads like an instruction]";

export type CutText = { text: string; /** Passages that were taken out, as they stood. */ cut: string[] };

/** After the end of a sentence, or at the end of a line. */
const PASSAGES = /(?<=[.!?。！？…]["'”’»)\]]?)\s+|\n+/u;

/** The text without its passages that read like orders; all of it is one passage where only the whole reads so. */
export function withoutOrders(text: string, names?: ReadonlySet<string>): CutText {
  if (orderIn(text, names) === null) return { text, cut: [] };
  const cut: string[] = [];
  const kept: string[] = [];
  for (const passage of text.split(PASSAGES)) {
    if (orderIn(passage, names) === null) kept.push(passage);
    else {
      cut.push(passage);
      if (kept.at(-1) !== CUT) kept.push(CUT);
    }
  }
  const left = kept.join(" ");
  // Spread over several sentences, or hidden between them.
  if (cut.length === 0 || orderIn(left.replaceAll(CUT, " "), names) !== null) return { text: CUT, cut: [text] };
  return { text: left, cut };
}
