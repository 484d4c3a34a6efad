// Runs inside the page's isolated world: collects link names, and the context of some links.
import type { ContentLink, EmptyLink } from "../../../../../domain/pillars/a11y/content.ts";
import type { DescribedElement, Reading, Unnamed } from "./reading.ts";

export type LinkFacts = {
  /** Short names, in page order; `language` is the lang attribute in effect for the link. */
  named: { name: string; language: string }[];
  emptyLinks: Unnamed<EmptyLink>[];
  count: number;
};
/** Describes links given by their index in `named`. */
export type DescribeLinks = (places: readonly number[]) => (DescribedElement & Pick<ContentLink, "name" | "context">)[];

/** Leaves `plumblineLinks` behind, a DescribeLinks: a link's context is expensive and queried for few. */
export const readLinks = (reading: Reading): LinkFacts => {
  const { all, at, byIds, describe, exposed, get, inline, letters, limits, nameOf, roleOf, textOf } = reading;
  const BLOCK =
    "p,li,td,th,dd,dt,figcaption,caption,blockquote,label,summary,[role=listitem],[role=cell],[role=gridcell]";
  const HEADING = "h1,h2,h3,h4,h5,h6,[role=heading],legend,figcaption,dt";
  const says = (node: Node, most: number, without?: Element): boolean => letters(textOf(node, most, without)) > 3;

  const inBlock = (link: Element): boolean => {
    for (let block = link.closest(BLOCK); block !== null; block = block.parentElement?.closest(BLOCK) ?? null) {
      if (says(block, 300, link)) return true;
      const row = block.closest("tr,[role=row]");
      if (row !== null && says(row, 300, link)) return true;
    }
    return false;
  };
  /** Returns the outermost part of its line, for example a link in a span in bold. */
  const wholeOf = (link: Element): Element => {
    let whole = link;
    while (whole.parentElement !== null && inline(whole.parentElement)) whole = whole.parentElement;
    return whole;
  };
  const inSentence = (whole: Element): boolean => {
    for (const side of ["previousSibling", "nextSibling"] as const) {
      let near = whole[side];
      for (let steps = 0; near !== null && steps < 4 && inline(near); steps += 1, near = near[side])
        if (!(near instanceof Element && near.localName === "a") && says(near, 200)) return true;
    }
    return false;
  };
  const nearby = (link: Element, whole: Element): boolean => {
    let around = link.parentElement;
    for (let steps = 0; around !== null && steps < 4; steps += 1, around = around.parentElement) {
      if (around === document.body || around.localName === "main") {
        // Directly in the page, only what comes immediately before the link counts.
        const before = whole.previousElementSibling;
        return steps === 0 && before !== null && says(before, 100);
      }
      const heading = around.querySelector(HEADING);
      if (heading !== null && says(heading, 100)) return true;
      if (steps < 2 && letters(textOf(around, 300, link)) > 12) return true;
    }
    return false;
  };
  const contextOf = (link: Element): ContentLink["context"] => {
    const whole = wholeOf(link);
    if (letters(byIds(link, "aria-describedby")) > 3 || inBlock(link) || inSentence(whole)) return "words";
    return nearby(link, whole) ? "heading" : "none";
  };

  const MAX_NAMED = 1_500;
  const MAX_NAME = 80;
  const facts: LinkFacts = { named: [], emptyLinks: [], count: 0 };
  const links: Element[] = [];
  for (const link of all("a[href],[role=link]")) {
    facts.count += 1;
    if (!/^(|link)$/.test(roleOf(link)) || links.length >= MAX_NAMED) continue;
    const address = get(link, "href").trim();
    const nowhere = (address === "#" || /^javascript:/i.test(address)) && facts.emptyLinks.length < limits.each;
    const long = (link.textContent ?? "").trim().length > 2 * MAX_NAME;
    if ((long && !nowhere) || !exposed(link)) continue;
    const name = nameOf(link);
    if (nowhere) facts.emptyLinks.push({ at: at(link), name: name.slice(0, 100), href: address.slice(0, 60) });
    if (name === "" || name.length > MAX_NAME) continue;
    links.push(link);
    facts.named.push({ name, language: (link.closest("[lang]")?.getAttribute("lang") ?? "").slice(0, 20) });
  }
  (globalThis as typeof globalThis & { plumblineLinks?: DescribeLinks }).plumblineLinks = (places) => {
    const chosen = places.flatMap((place) => links[place] ?? []);
    const described = describe(chosen);
    return chosen.flatMap((link, index) => {
      const one = described[index];
      return one === undefined ? [] : [{ ...one, name: nameOf(link), context: contextOf(link) }];
    });
  };
  return facts;
};
