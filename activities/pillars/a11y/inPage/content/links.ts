// Runs inside the page's isolated world: links with a text that says nothing, and what stands around them.
import type { ContentLink, EmptyLink } from "../../../../../domain/pillars/a11y/content.ts";
import type { Reading, Unnamed } from "./reading.ts";

export type LinkFacts = { links: Unnamed<ContentLink>[]; emptyLinks: Unnamed<EmptyLink>[]; count: number };

/** `generic`: texts, as `normal` puts them, that say nothing. */
export const readLinks = (
  reading: Reading,
  generic: readonly string[],
  normal: (text: string) => string,
): LinkFacts => {
  const { all, at, byIds, exposed, get, inline, letters, limits, nameOf, roleOf, textOf } = reading;
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
  /** The outermost part of its line, as a link in a span in bold type. */
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
        // Of the page itself only what stands straight before the link.
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

  const vague = new Set(generic);
  const facts: LinkFacts = { links: [], emptyLinks: [], count: 0 };
  for (const link of all("a[href],[role=link]")) {
    facts.count += 1;
    const address = get(link, "href").trim();
    const role = roleOf(link);
    if (role !== "" && role !== "link") continue;
    const room = facts.links.length < limits.each && facts.emptyLinks.length < limits.each;
    if (!room) break;
    if ((link.textContent ?? "").length > 400) continue;
    if ((address === "#" || /^javascript:/i.test(address)) && exposed(link))
      facts.emptyLinks.push({ at: at(link), name: nameOf(link).slice(0, 100), href: address.slice(0, 60) });
    const name = nameOf(link);
    const wordless = /^[.,;:|·•_'"()\s-]+$/.test(name);
    if ((wordless || vague.has(normal(name))) && exposed(link))
      facts.links.push({ at: at(link), name: name.slice(0, 60), context: contextOf(link) });
  }
  return facts;
};
