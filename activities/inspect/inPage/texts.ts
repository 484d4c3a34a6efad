// Runs inside the page's isolated world: collects the readable text of the page, line by line. Sent as source.
import type { SeenText } from "../../../domain/inspect/inspection.ts";

/** Returns texts of the page, 120 characters each, announced ones (alerts and statuses) first. */
export const readTexts = (most: number): SeenText[] => {
  const MAX_CHARACTERS = 120;
  const MAX_ELEMENTS = 20_000;
  const line = (text: string | null): string => {
    const folded = (text ?? "")
      .slice(0, 2_000)
      .replace(/[\s\p{C}]+/gu, " ")
      .trim();
    return folded.length > MAX_CHARACTERS ? `${folded.slice(0, MAX_CHARACTERS - 1)}…` : folded;
  };
  const isVisible = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const isInline = (element: Element): boolean => getComputedStyle(element).display.startsWith("inline");
  /** Returns the block that contains a text, because words in bold belong to their sentence. */
  const blockOf = (text: Node): Element | null => {
    let at = text.parentElement;
    while (
      at &&
      isInline(at) &&
      at.parentElement &&
      [...at.parentElement.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && line(one.nodeValue) !== "")
    )
      at = at.parentElement;
    return at;
  };
  const kindOf = (element: Element): SeenText["kind"] =>
    element.closest("[role=alert], [role=alertdialog], [aria-live=assertive]")
      ? "alert"
      : element.closest("[role=status], [aria-live=polite], output, [role=log]")
        ? "status"
        : "text";
  const found = new Map<string, SeenText["kind"]>();
  const roots: (Document | ShadowRoot)[] = [document];
  let looked = 0;
  for (let root = roots.shift(); root; root = roots.shift()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node && looked < MAX_ELEMENTS; node = walker.nextNode()) {
      looked += 1;
      if (node instanceof Element) {
        if (node.shadowRoot) roots.push(node.shadowRoot);
        continue;
      }
      if (line(node.nodeValue) === "") continue;
      const block = blockOf(node);
      if (!block || block.closest("script, style, noscript, template, option, title") || !isVisible(block)) continue;
      const text = line(block.textContent);
      if (/[\p{L}\p{N}]/u.test(text) && !found.has(text)) found.set(text, kindOf(block));
    }
  }
  const texts = [...found].map(([text, kind]) => ({ text, kind }));
  const told = texts.filter(({ kind }) => kind !== "text");
  return [...told, ...texts.filter(({ kind }) => kind === "text")].slice(0, most);
};
