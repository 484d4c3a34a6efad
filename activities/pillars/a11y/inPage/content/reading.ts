// Runs inside the page's isolated world: helpers shared by the content readers. Sent as source, so every function here and in the
// sibling files uses only its arguments and the page's globals.
import type { Naming } from "../../../../../browsers/page/inPage/naming.ts";

export type ContentLimits = {
  /** Maximum number of elements visited. */
  elements: number;
  /** Maximum entries per list. */
  each: number;
  /** Maximum characters of the page's own text, and of a part of it. */
  page: number;
  part: number;
};

/** A fact about an element that is referenced by its index in the list of `describe` instead of a name. */
export type Unnamed<T extends { target: string; html: string }> = Omit<T, "target" | "html"> & { at: number };

type Box = { x: number; y: number; width: number; height: number };
export type DescribedElement = { target: string; html: string; box: Box | null };

export type Reading = {
  limits: ContentLimits;
  /** Returns elements of the page and its open shadow trees. */
  all<E extends Element = Element>(selector: string): E[];
  /** Returns an index in the list of `describe`. */
  at(element: Element): number;
  describe(elements?: readonly Element[]): DescribedElement[];
  get(element: Element, attribute: string): string;
  line(text: string): string;
  letters(text: string): number;
  roleOf(element: Element): string;
  /** Returns the parent, or the host of a shadow tree. */
  up(element: Element): Element | null;
  drawn(element: Element): boolean;
  /** Whether the element or an ancestor is aria-hidden or inert. */
  silent(element: Element): boolean;
  exposed(element: Element): boolean;
  inline(node: Node): boolean;
  /** Returns what is announced of a node, up to `most` characters. */
  textOf(node: Node, most: number, without?: Element): string;
  /** Returns the texts of the elements whose ids an attribute lists. */
  byIds(element: Element, attribute: string): string;
  /** Returns aria-labelledby or aria-label. */
  authored(element: Element): string;
  nameOf(element: Element): string;
  /** Returns text in the element's language: without parts in another language, code and hidden parts. */
  ownText(element: Element, most: number): string;
};

export const makeReading = (limits: ContentLimits): Reading => {
  const { plumblineNaming: naming } = globalThis as typeof globalThis & { plumblineNaming: Naming };
  const INLINE =
    /^(a|abbr|b|bdi|bdo|cite|code|data|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var)$/;
  const OUT = /^(script|style|noscript|template|select|textarea|datalist|iframe|object|video|audio|canvas|title|head)$/;
  const FOREIGN = /^(pre|code|svg|math|kbd|samp)$/;

  const roots: (Document | ShadowRoot)[] = [document];
  let walked = 0;
  for (const root of roots)
    for (const element of root.querySelectorAll("*")) {
      walked += 1;
      if (walked > limits.elements) break;
      if (element.shadowRoot !== null) roots.push(element.shadowRoot);
    }

  const found: Element[] = [];
  const numbers = new Map<Element, number>();
  const get: Reading["get"] = (element, attribute) => element.getAttribute(attribute) ?? "";
  const line: Reading["line"] = (text) => text.replace(/\s+/g, " ").trim();
  const drawn: Reading["drawn"] = (element) => element.checkVisibility({ visibilityProperty: true });
  const up: Reading["up"] = (element) => {
    if (element.parentElement !== null) return element.parentElement;
    const root = element.getRootNode();
    return root instanceof ShadowRoot ? root.host : null;
  };
  const silent: Reading["silent"] = (element) => {
    for (let now: Element | null = element; now !== null; now = up(now))
      if (now.getAttribute("aria-hidden") === "true" || now.hasAttribute("inert")) return true;
    return false;
  };
  const roleOf: Reading["roleOf"] = (element) => get(element, "role").trim().toLowerCase().split(/\s+/)[0] ?? "";
  const byIds: Reading["byIds"] = (element, attribute) => {
    const root = element.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return "";
    const texts = get(element, attribute)
      .split(/\s+/)
      .slice(0, 10)
      .map((id) => {
        const named = id === "" ? null : root.getElementById(id);
        if (named === null) return "";
        return get(named, "aria-label") || get(named, "alt") || (named.textContent ?? "").slice(0, 400);
      });
    return line(texts.join(" "));
  };
  const authored: Reading["authored"] = (element) =>
    byIds(element, "aria-labelledby") || line(get(element, "aria-label"));

  const collect = (node: Node, into: string[], left: number, without: Element | undefined): number => {
    if (left <= 0 || node === without) return left;
    if (node instanceof Text) {
      into.push(node.data.slice(0, left));
      return left - node.data.length;
    }
    if (!(node instanceof Element) || OUT.test(node.localName)) return left;
    if (node.getAttribute("aria-hidden") === "true" || !drawn(node)) return left;
    const label = line(get(node, "aria-label"));
    if (label !== "" || node.localName === "img" || node.localName === "svg") {
      const alt = /^(none|presentation)$/.test(roleOf(node)) ? "" : get(node, "alt");
      const text = label || alt || (node.querySelector(":scope > title")?.textContent ?? "");
      into.push(` ${text} `);
      return left - text.length;
    }
    const gap = INLINE.test(node.localName) ? "" : " ";
    into.push(gap);
    const slotted = node instanceof HTMLSlotElement ? node.assignedNodes({ flatten: true }) : [];
    let rest = left;
    for (const child of slotted.length > 0 ? slotted : node.childNodes) rest = collect(child, into, rest, without);
    into.push(gap);
    return rest;
  };
  const textOf: Reading["textOf"] = (node, most, without) => {
    const pieces: string[] = [];
    collect(node, pieces, most, without);
    return line(pieces.join("")).slice(0, most);
  };

  return {
    limits,
    all: <E extends Element>(selector: string): E[] =>
      roots.flatMap((root) => [...root.querySelectorAll<E>(selector)]).slice(0, limits.elements),
    at(element) {
      const known = numbers.get(element);
      if (known !== undefined) return known;
      numbers.set(element, found.push(element) - 1);
      return found.length - 1;
    },
    describe(elements = found) {
      const described = naming.of(elements);
      return elements.map((element, index) => {
        const attributes = [...element.attributes]
          .slice(0, 12)
          .map(({ name, value }) => `${name}="${value.slice(0, 200).replaceAll('"', "&quot;")}"`);
        const text = line((element.textContent ?? "").slice(0, 300)).slice(0, 80);
        const start = `<${[element.localName, ...attributes].join(" ")}>`;
        return {
          target: described[index]?.target ?? element.localName,
          html: (text === "" ? start : `${start}${text}</${element.localName}>`).slice(0, 1_000),
          box: described[index]?.box ?? null,
        };
      });
    },
    get,
    line,
    letters: (text) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0,
    roleOf,
    up,
    drawn,
    silent,
    exposed: (element) => drawn(element) && !silent(element),
    inline: (node) => node instanceof Text || (node instanceof Element && INLINE.test(node.localName)),
    textOf,
    byIds,
    authored,
    nameOf: (element) => authored(element) || textOf(element, 200) || line(get(element, "title")),
    ownText(element, most) {
      const texts: string[] = [];
      let left = most;
      const walk = (node: Node): void => {
        if (left <= 0) return;
        if (node instanceof Text) {
          texts.push(node.data);
          left -= node.data.trim().length;
          return;
        }
        if (!(node instanceof Element) || OUT.test(node.localName) || FOREIGN.test(node.localName)) return;
        if (node !== element && (node.hasAttribute("lang") || get(node, "translate") === "no")) return;
        if (node.getAttribute("aria-hidden") === "true" || !drawn(node)) return;
        if (node.localName === "img") texts.push(` ${authored(node) || get(node, "alt")} `);
        const gap = INLINE.test(node.localName) ? "" : " ";
        texts.push(gap);
        for (const child of node.childNodes) walk(child);
        texts.push(gap);
      };
      walk(element);
      return line(texts.join("")).slice(0, most);
    },
  };
};
