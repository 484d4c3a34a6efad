// Removes passages that read like instructions from a text.
import { orderIn } from "./orders.ts";

/** Replaces a removed passage. */
export const CUT = "[removed: reads like an instruction]";

export type CutText = {
  text: string;
  /** Removed passages, unchanged. */
  cut: string[];
};

/** White space after a sentence, or line breaks. Kept, so that the remaining text is unchanged. */
const BORDERS = /((?<=[.!?。！？…]["'”’»)\]]?)\s+|\n+)/u;

/**
 * Removes instructions that one of the service's own sentences quotes. Returns null if the text around the quotes also reads like an
 * instruction.
 */
function withoutQuoted(part: string, names?: ReadonlySet<string>): CutText | null {
  const cut: string[] = [];
  const text = part.replace(/"([^"]+)"/g, (whole, quoted: string) => {
    if (orderIn(quoted, names) === null) return whole;
    cut.push(quoted);
    return `"${CUT}"`;
  });
  return cut.length > 0 && orderIn(text.replaceAll(CUT, " "), names) === null ? { text, cut } : null;
}

/** Removes the passages that read like instructions. If only the whole text reads like one, all of it is removed. */
export function withoutOrders(text: string, names?: ReadonlySet<string>): CutText {
  if (orderIn(text, names) === null) return { text, cut: [] };
  const cut: string[] = [];
  // Passages and borders alternate.
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
  // The instruction is spread over several sentences, or hidden between them.
  if (cut.length === 0 || orderIn(left.replaceAll(CUT, " "), names) !== null) return { text: CUT, cut: [text] };
  return { text: left, cut };
}
