// Reduces texts to comparable words: without values, endings and stop words.

/** Quoted values, parameters, references and URLs. They are data and do not describe the action. */
const VALUES = /"[^"]*"|'(?=\w)[^']{1,80}'(?!\w)|<[^<>]{1,60}>|\{[^{}]{1,60}\}|https?:\/\/\S+/g;

/** Removes the values from a text. */
export const maskValues = (text: string): string => text.replace(VALUES, " ").replace(/\s+/g, " ").trim();

const STOP = new Set(
  (
    "a an and any are as at be been but by can cannot could did do does for from get got had has have he her his how i if in into is it " +
    "its me my no not of on or our she should so some than that the their them then there these they this to up us was we were what " +
    "when where which who will with would you your given feature scenario user users visitor visitors customer customers shopper " +
    "shoppers person people somebody someone page site shop website ticket issue bug test check verify make sure please still also just"
  ).split(" "),
);

/** Splits `cartItems`, `add_to_cart` and `add-to-cart` into words. */
const apart = (text: string): string => text.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[_\-/.]+/g, " ");

const ENDINGS: readonly [RegExp, string][] = [
  [/(?<=\w{3})ies$/, "y"],
  [/(?<=sh|ch|ss|x|z)es$/, ""],
  [/(?<=\w{2}[^su])s$/, ""],
  [/(?<=\w{3})(?:ing|ed)$/, ""],
];

/** A simple stemmer for English verbs and plurals: `adding`, `added` and `adds` become `add`. */
export function stem(word: string): string {
  let cut = word;
  for (const [ending, instead] of ENDINGS) cut = cut.replace(ending, instead);
  // `stopped`, `dropping`
  return cut.replace(/([bdgmnprt])\1$/, "$1").replace(/(?<=\w{3})e$/, "");
}

/** Returns the stems of the significant words. `written`: the first spelling of each stem. */
export function wordsOf(text: string): { stems: string[]; written: Map<string, string> } {
  const stems: string[] = [];
  const written = new Map<string, string>();
  for (const word of apart(maskValues(text))
    .toLowerCase()
    .match(/[\p{L}\p{N}]{2,40}/gu) ?? []) {
    if (STOP.has(word)) continue;
    const cut = stem(word);
    stems.push(cut);
    if (!written.has(cut)) written.set(cut, word);
  }
  return { stems, written };
}

/** Returns all runs of three characters of the words. Similar spellings share most of them. */
export function trigramsOf(stems: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const word of stems) {
    const padded = ` ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) found.add(padded.slice(at, at + 3));
  }
  return found;
}
