// Which of several elements is in the row, list entry or card that shows a text, whatever that is made of.
import type { Locator } from "playwright";

/** What pages make rows of. */
export const ROWS = "css=li, tr, article, [role=row], [role=listitem], [role=article], [role=option]";

/**
 * Places among `all`, from 0, of the elements whose row shows the text. A row is the smallest part of the page around an element that
 * shows the text and holds no other of `all`; inside of a list or table it does not reach beyond the entry.
 */
export function inRowOf(all: Locator, text: string): Promise<number[]> {
  return all.evaluateAll(
    (elements, [wanted, rows]) => {
      const folded = (from: Element): string => (from.textContent ?? "").replace(/\s+/g, " ").toLowerCase();
      const own = (field: Element): string => (field instanceof HTMLInputElement ? field.value.toLowerCase() : "");
      const shows = (part: Element): boolean =>
        folded(part).includes(wanted) || [...part.querySelectorAll("input")].some((one) => own(one).includes(wanted));
      const above = (part: Element): Element | null =>
        part.parentElement ??
        (part.getRootNode() instanceof ShadowRoot ? (part.getRootNode() as ShadowRoot).host : null);
      return elements.flatMap((element, place) => {
        const entry = element.closest(rows);
        // The outermost entry: a card may be a list entry with an article in it.
        let outermost = entry;
        for (let at = entry; at; at = at.parentElement?.closest(rows) ?? null) if (shows(at)) outermost = at;
        let part: Element | null = above(element);
        for (; part && !shows(part); part = part === outermost ? null : above(part));
        if (!part || part === document.body || part === document.documentElement) return [];
        const row = part;
        return elements.some((other) => other !== element && row.contains(other)) ? [] : [place];
      });
    },
    [text.replace(/\s+/g, " ").trim().toLowerCase(), ROWS.slice("css=".length)] as const,
  );
}
