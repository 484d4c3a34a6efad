// Runs inside the page's isolated world: collects the page's own text, its parts in other languages, and its longer passages.
import type { Reading } from "./reading.ts";

export type LanguageFacts = {
  declared: string;
  /** Samples from the beginning, middle and end of a long page; otherwise all of it. */
  pieces: string[];
  direction: "ltr" | "rtl";
  parts: { at: number; declared: string; text: string; direction: "ltr" | "rtl" }[];
  passages: { at: number; text: string }[];
};

export const readLanguages = (reading: Reading): LanguageFacts => {
  const { all, at, exposed, get, letters, limits, line, ownText } = reading;
  const root = document.documentElement;
  const directionOf = (element: Element) => (getComputedStyle(element).direction === "rtl" ? "rtl" : "ltr");
  const direction = directionOf(document.body ?? root);
  const facts: LanguageFacts = { declared: get(root, "lang"), direction, pieces: [], parts: [], passages: [] };
  if (document.body === null) return facts;
  const text = line(`${document.title} ${document.body.hasAttribute("lang") ? "" : ownText(document.body, 20_000)}`);
  const third = Math.floor(limits.page / 3);
  facts.pieces =
    text.length <= limits.page
      ? [text]
      : [0, Math.floor((text.length - third) / 2), text.length - third].map((start) =>
          text.slice(start, start + third),
        );
  for (const element of all("[lang]")) {
    if (element === root || facts.parts.length >= limits.each || !exposed(element)) continue;
    const own = ownText(element, limits.part);
    if (letters(own) <= 8) continue;
    facts.parts.push({ at: at(element), declared: get(element, "lang"), text: own, direction: directionOf(element) });
  }
  for (const element of all("p,li,blockquote,dd,td,figcaption,h1,h2,h3")) {
    if (facts.passages.length >= limits.each) break;
    if ((element.textContent ?? "").length < 60 || element.querySelector("p,li,div,table,[lang]") !== null) continue;
    const around = element.closest("[lang]");
    if ((around !== null && around !== root) || !exposed(element)) continue;
    const own = ownText(element, limits.part);
    if (letters(own) >= 60) facts.passages.push({ at: at(element), text: own });
  }
  return facts;
};
