// Runs inside a page: describes what distinguishes several elements of the same name, in the words people would use.

/**
 * `row`: the text at the start of each element's row, list entry or card. `region`: the part of the page each is in. `heading`: the
 * heading each is below. One name per element, in order, all different.
 */
export type Apart = { by: "row" | "region" | "heading"; names: string[] };

/** Self-contained: its source is sent to the page. null: no visible text distinguishes every element from the others. */
export function readApart(elements: Element[], { rows, most }: { rows: string; most: number }): Apart | null {
  const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading]";
  const CONTROLS = "a, button, input, select, textarea, option, [role=button], [role=link], script, style, template";
  const REGIONS =
    "dialog, nav, header, footer, aside, section, form, fieldset, [role=dialog], [role=navigation], [role=banner], [role=contentinfo], [role=complementary], [role=region], [role=search], [role=form]";
  /** Parts of a page that have a generic name, not one taken from the page's text. */
  const CALLED: Record<string, string> = {
    nav: "the navigation",
    navigation: "the navigation",
    header: "the header",
    banner: "the header",
    footer: "the footer",
    contentinfo: "the footer",
    aside: "the sidebar",
    complementary: "the sidebar",
    dialog: "the dialog",
    search: "the search",
  };
  const all = elements.slice(0, most);
  const short = (text: string | null | undefined): string =>
    (text ?? "").replace(/\s+/g, " ").trim().slice(0, 60).trim();
  const isSeen = (one: Element): boolean => one.checkVisibility({ checkVisibilityCSS: true });
  const above = (one: Element): Element | null => {
    const root = one.getRootNode();
    return one.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const holds = (part: Element, one: Element): boolean => {
    for (let at: Element | null = one; at !== null; at = above(at)) if (at === part) return true;
    return false;
  };
  /** Returns the nearest part of this kind around the element that contains none of the other elements. */
  const own = (one: Element, kind: string): Element | null => {
    for (let at = above(one); at !== null; at = above(at)) {
      const part = at;
      if (elements.some((other) => other !== one && holds(part, other))) return null;
      if (part.matches(kind)) return part;
    }
    return null;
  };

  /** Returns the first words of a row that do not belong to a control. */
  const rowName = (one: Element): string => {
    const row = own(one, rows);
    if (row === null) return "";
    for (const part of row.querySelectorAll("*")) {
      if (part.closest(CONTROLS) !== null || part.firstElementChild !== null || !isSeen(part)) continue;
      const text = short(part.textContent);
      if (text !== "") return text;
    }
    const text = [...row.childNodes].map((node) => (node.nodeType === 3 ? short(node.nodeValue) : "")).find(Boolean);
    return text ?? "";
  };
  const regionName = (one: Element): string => {
    const region = own(one, REGIONS);
    if (region === null) return "";
    const called = CALLED[region.getAttribute("role") ?? region.tagName.toLowerCase()] ?? "";
    const by = document.getElementById(region.getAttribute("aria-labelledby") ?? "");
    const named =
      short(region.getAttribute("aria-label")) ||
      short(by?.textContent) ||
      short(region.querySelector(`legend, ${HEADINGS}`)?.textContent);
    return named === "" ? called : called === "" ? `"${named}"` : `${called} "${named}"`;
  };
  const headingName = (one: Element): string => {
    const root = one.getRootNode() as Document | ShadowRoot;
    const before = [...root.querySelectorAll(HEADINGS)].filter(
      (heading) => (heading.compareDocumentPosition(one) & 4) !== 0 && isSeen(heading),
    );
    return short(before.at(-1)?.textContent);
  };

  for (const [by, nameOf] of [
    ["row", rowName],
    ["region", regionName],
    ["heading", headingName],
  ] as const) {
    const names = all.map(nameOf);
    if (names.every((name) => name !== "") && new Set(names).size === names.length) return { by, names };
  }
  return null;
}
