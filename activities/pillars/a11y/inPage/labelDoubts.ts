// Runs inside the page's isolated world, next to axe: detects visible text of a control that is not part of its label. Sent as source, so
// each
// function uses only its arguments and the page's globals.

type Check = {
  evaluate(this: unknown, node: Element, ...rest: [options: object, element: object]): boolean | undefined;
};
type AxeText = {
  accessibleText(node: Element): string;
  visibleVirtual(element: object, screenReader: boolean, noRecursing: boolean, options: object): string;
};

/**
 * Whether a name contains the words of a label in sequence, as they are spoken: with or without a hyphen, and written out where
 * the label has an abbreviation with a full stop.
 */
export const saysLabel = (label: string, name: string): boolean => {
  const MAX_WORDS = 200;
  const wordsOf = (text: string): string[] =>
    text
      .normalize("NFKD")
      .toLowerCase()
      .replace(/\([^()]*\)/g, " ")
      .replace(/(?<=\p{L}\p{M}*)[-\u00ad\u2010\u2011](?=\p{L})/gu, "")
      .match(/[\p{L}\p{N}\p{M}]+\.?/gu)
      ?.slice(0, MAX_WORDS) ?? [];
  const stands = (said: string, word: string): boolean => {
    const short = said.replace(/\.$/, "");
    const full = word.replace(/\.$/, "");
    if (short === full) return true;
    if (short === said || !/^\p{L}+$/u.test(short) || short[0] !== full[0]) return false;
    let at = 0;
    for (const letter of full) if (letter === short[at]) at += 1;
    return at === short.length;
  };
  const words = wordsOf(label);
  const said = wordsOf(name);
  return said.some((_, from) => words.every((word, index) => stands(word, said[from + index] ?? "")));
};

/**
 * A shortcut hint, and an icon rendered from a ligature, are not part of a label: if a control has one, axe reports it for review instead
 * of failing. The fonts may not have loaded, so their names decide.
 */
export const doubtLabels = (says: typeof saysLabel): void => {
  const { axe } = globalThis as typeof globalThis & {
    axe: { _audit: { checks: Record<string, Check> }; commons: { text: AxeText } };
  };
  const check = axe._audit.checks["label-content-name-mismatch"];
  if (check === undefined) return;
  const ICON_FONT = /icon|symbol|awesome|glyph/i;
  const MAX_ELEMENTS = 50;
  const isDoubtful = (control: Element): boolean =>
    control.querySelector("kbd") !== null ||
    [control, ...[...control.querySelectorAll("*")].slice(0, MAX_ELEMENTS)].some(
      (part) =>
        [...part.childNodes].some((node) => node instanceof Text && /\S/.test(node.data)) &&
        ICON_FONT.test(getComputedStyle(part).fontFamily),
    );
  const { accessibleText, visibleVirtual } = axe.commons.text;
  const { evaluate } = check;
  check.evaluate = function (node, options, element) {
    const holds = evaluate.call(this, node, options, element);
    if (holds !== false) return holds;
    // The label as axe reads it, without glyphs that only look like letters.
    const label = visibleVirtual(element, false, false, { ignoreIconLigature: true, ...options });
    return says(label.slice(0, 2_000), accessibleText(node).slice(0, 2_000)) || (isDoubtful(node) ? undefined : false);
  };
};
