// Content rules: replace content that changes from day to day, so that both sides of a comparison agree.
// The function's source is sent to the page, so it uses only its arguments and the page's globals.

import type { PageTools } from "../stabilisers/stabiliser.ts";

export type RuleInPage = { id: string; selector: string; normalize: string };

/** Applies the rules; may be applied again. Returns the ids of rules whose selector is invalid. */
export const applyContentRules = (
  { documents, find }: Pick<PageTools, "documents" | "find">,
  rules: RuleInPage[],
): string[] => {
  const MONTH = "(?:jan|feb|m[aä]r|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zäûé]*\\.?";
  const DATE = new RegExp(
    [
      "\\d{4}-\\d{1,2}-\\d{1,2}(?:[T ]\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\.\\d+)?(?:Z|[+-]\\d{2}:?\\d{2})?)?",
      "\\d{1,2}[./]\\s?\\d{1,2}[./]\\s?(?:\\d{4}|\\d{2})",
      `\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+${MONTH}(?:,?\\s+\\d{4})?`,
      `${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?\\b`,
      "\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\s?[ap]\\.?m\\.?)?",
      "\\d+\\s+(?:second|minute|hour|day|week|month|year)s?\\s+ago",
    ].join("|"),
    "gi",
  );
  const NUMBER = /[-+−]?\d+(?:[.,'’\u00a0\u202f ]\d{3})*(?:[.,]\d+)?/g;
  const AMOUNT = /\d+(?:[.,'’\u00a0\u202f ]\d{3})*(?:[.,](?:\d+|[-–—]+))?/g;
  const GREY =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='8'%3E%3Crect width='8' height='8' fill='%239aa0a6'/%3E%3C/svg%3E";

  const textNodes = (root: Element): Text[] => {
    const found: Text[] = [];
    const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement?.localName;
      if (parent !== "script" && parent !== "style" && (node.nodeValue ?? "").trim() !== "") found.push(node as Text);
    }
    return found;
  };
  const isField = (element: Element): element is HTMLInputElement | HTMLTextAreaElement =>
    element.localName === "input" || element.localName === "textarea";

  /** The first text becomes the replacement and the others are emptied, so that both sides have the same number of words and lines. */
  const replaceAll = (element: Element, replacement: string): void => {
    if (isField(element)) {
      if (element.value !== "" || element.placeholder === "") element.value = replacement;
      else element.placeholder = replacement;
      return;
    }
    const [first, ...others] = textNodes(element);
    if (first === undefined) {
      if (element.children.length === 0 && replacement !== "") element.textContent = replacement;
      return;
    }
    if (first.nodeValue !== replacement) first.nodeValue = replacement;
    for (const other of others) other.nodeValue = "";
  };

  /** Replaces only what the pattern matches; the whole text if it matches nothing. */
  const replaceFound = (element: Element, pattern: RegExp, replacement: string): void => {
    if (isField(element)) {
      const name = element.value === "" ? "placeholder" : "value";
      element[name] = element[name].replace(pattern, replacement);
      return;
    }
    let found = false;
    // "12" and "34" in two elements of one price (12 with a small 34) are two separate matches, in the same text each time.
    for (const node of textNodes(element)) {
      const before = node.nodeValue ?? "";
      const after = before.replace(pattern, replacement);
      if (after !== before) node.nodeValue = after;
      if (before.search(pattern) >= 0) found = true;
    }
    if (!found) replaceAll(element, replacement);
  };

  const replaceImage = (element: Element): void => {
    const box = element.getBoundingClientRect();
    const { style } = element as HTMLElement;
    const isPicture =
      element.localName === "img" || (element.localName === "input" && (element as HTMLInputElement).type === "image");
    if (!isPicture) {
      const inner = element.querySelectorAll("img,picture,svg,video,canvas");
      for (const one of inner) if (one.localName !== "picture") replaceImage(one);
      style.setProperty("background-image", "none", "important");
      if (inner.length === 0) style.setProperty("background-color", "#9aa0a6", "important");
      // The pixels of these elements cannot be changed, so leave an empty area of the same size.
      if (["svg", "video", "canvas", "object", "embed", "iframe"].includes(element.localName))
        style.setProperty("visibility", "hidden", "important");
      return;
    }
    const image = element as HTMLImageElement;
    if (image.getAttribute("src") === GREY) return;
    const shown = image.complete && image.naturalWidth > 0;
    for (const source of image.parentElement?.localName === "picture"
      ? image.parentElement.querySelectorAll("source")
      : [])
      source.remove();
    image.removeAttribute("srcset");
    image.src = GREY;
    // The new image's intrinsic size must not move the page.
    if (shown && box.width > 0) {
      style.setProperty("width", `${box.width}px`, "important");
      style.setProperty("height", `${box.height}px`, "important");
      style.setProperty("object-fit", "fill", "important");
    }
  };

  const apply = (element: Element, normalize: string): void => {
    if (normalize.startsWith("fixed:")) replaceAll(element, normalize.slice("fixed:".length));
    else if (normalize === "text") replaceAll(element, "Text");
    else if (normalize === "number") replaceFound(element, NUMBER, "0");
    else if (normalize === "price") replaceFound(element, AMOUNT, "0.00");
    else if (normalize === "date") replaceFound(element, DATE, "2000-01-01");
    else if (normalize === "image") replaceImage(element);
  };

  const applyAll = (): string[] => {
    const invalid: string[] = [];
    for (const { id, selector, normalize } of rules) {
      try {
        for (const element of find(selector)) apply(element, normalize);
      } catch {
        invalid.push(id);
      }
    }
    return invalid;
  };

  // Rewrites of the page are corrected immediately: an observer runs before anything is painted.
  const WATCHED = "__contentRulesHeld";
  for (const document of documents) {
    const view = document.defaultView as (Window & typeof globalThis & { [WATCHED]?: boolean }) | null;
    if (!view || view[WATCHED] || rules.length === 0) continue;
    view[WATCHED] = true;
    // A page that reverts our changes each time would loop forever without painting, so give up after this many turns.
    let turns = 1_000;
    const observer = new view.MutationObserver(() => {
      turns -= 1;
      if (turns === 0) observer.disconnect();
      applyAll();
      // Ignore our own writes.
      observer.takeRecords();
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
  }
  return applyAll();
};
