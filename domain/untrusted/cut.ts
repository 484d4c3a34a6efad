// Takes passages that read like orders out of a text.
import { orderIn } from "./orders.ts";

/** Stands where a passage was. */
export const CUT = "[removed: reads like an instruction]";

export type CutText = { text: string /** Passages that were taken out, as they stood. */; cut: string[] };

/** After the end of a sentence, or at the end of a line: kept, so that what is left stands as it stood. */
const BORDERS = /((?<=[.!?。！？…]["'”’»)\]]?)\s+|\n+)/u;

/** A sentence of ours without the orders that it quotes; null where what is around the quotes reads like one too. */
function withoutQuoted(part: string, names?: ReadonlySet<string>): CutText | null {
  const cut: string[] = [];
  const text = part.replace(/"([^"]+)"/g, (whole, quoted: string) => {
    if (orderIn(quoted, names) === null) return whole;
    cut.push(quoted);
    return `"${CUT}"`;
  });
  return cut.length > 0 && orderIn(text.replaceAll(CUT, " "), names) === null ? { text, cut } : null;
}

/** The text without its passages that read like orders; all of it is one passage where only the whole reads so. */
export function withoutOrders(text: string, names?: ReadonlySet<string>): CutText {
  if (orderIn(text, names) === null) return { text, cut: [] };
  const cut: string[] = [];
  // Passages and borders by turns.
  const parts = text.split(BORDERS).map((part, at) => {
    if (at % 2 === 1 || orderIn(part, names) === null) return part;
    const quoting = withoutQuoted(part, names);
    if (quoting !== null) {
      cut.push(...quoting.cut);
      return quoting.text;
    }
    cut.push(part);
    return CUT;
  });
  const left = parts.join("");
  // Spread over several sentences, or hidden between them.
  if (cut.length === 0 || orderIn(left.replaceAll(CUT, " "), names) !== null) return { text: CUT, cut: [text] };
  return { text: left, cut };
}
