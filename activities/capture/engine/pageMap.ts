// Records the light map of a page: one evaluation after the screenshot, while the page is still in the same state.
// The function's source is sent to the page, so it uses only its arguments and the page's globals.

import type { Clip } from "../../../browsers/page/pageDriver.ts";
import { type MapElement, PAGE_MAP_LIMIT, type PageMap } from "../../../domain/visual/pageMap.ts";
import type { ComparisonRule } from "../../../domain/visual/shot.ts";
import { pageTools } from "../stabilisers/pageTools.ts";
import type { PageTools } from "../stabilisers/stabiliser.ts";

type MapSettings = { clip: Clip; limit: number; rules: { id: string; selector: string }[] };

/** Returns the expression that evaluates to the map. */
export function pageMapSource(clip: Clip, rules: readonly ComparisonRule[]): string {
  const limit = PAGE_MAP_LIMIT;
  const settings: MapSettings = { clip, limit, rules: rules.map(({ id, selector }) => ({ id, selector })) };
  return `(${recordMap})(${JSON.stringify(settings)},(${pageTools})({}).find)`;
}

const recordMap = async ({ clip, limit, rules }: MapSettings, find: PageTools["find"]): Promise<PageMap> => {
  const ROLES: Record<string, string> = {
    article: "article",
    aside: "complementary",
    button: "button",
    footer: "contentinfo",
    form: "form",
    h1: "heading",
    h2: "heading",
    h3: "heading",
    h4: "heading",
    h5: "heading",
    h6: "heading",
    header: "banner",
    hr: "separator",
    iframe: "document",
    img: "img",
    li: "listitem",
    main: "main",
    nav: "navigation",
    ol: "list",
    option: "option",
    select: "combobox",
    svg: "img",
    table: "table",
    td: "cell",
    textarea: "textbox",
    th: "columnheader",
    tr: "row",
    ul: "list",
  };
  const INPUT_ROLES: Record<string, string> = {
    button: "button",
    checkbox: "checkbox",
    image: "button",
    radio: "radio",
    range: "slider",
    reset: "button",
    search: "searchbox",
    submit: "button",
  };
  const BUTTON_TYPES = new Set(["button", "reset", "submit"]);
  const SKIPPED = new Set([
    "script",
    "style",
    "link",
    "meta",
    "title",
    "head",
    "noscript",
    "template",
    "br",
    "wbr",
    "source",
  ]);
  const SVG = "http://www.w3.org/2000/svg";
  const ATTRIBUTES = ["role", "name", "type", "href", "data-testid", "aria-label", "alt", "title", "placeholder"];
  /** Default styles: a style is recorded only if it differs. */
  const DEFAULTS: Record<string, string> = {
    backgroundImage: "none",
    textTransform: "none",
    textAlign: "start",
    objectFit: "fill",
    objectPosition: "50% 50%",
    padding: "0px",
    gap: "normal",
    flexDirection: "row",
    flexWrap: "nowrap",
    justifyContent: "normal",
    alignItems: "normal",
    display: "block",
    position: "static",
    margin: "0px",
    transform: "none",
  };
  /** Limits per element, so that none takes up more of the map, whatever a page writes into its attributes. */
  const MAX = { name: 100, classes: 20, value: 200, selector: 600, boxes: 10_000 };
  const cutAt = (text: string, most: number): string => (text.length > most ? text.slice(0, most) : text);
  const round = (value: number): number => Math.round(value * 10) / 10;
  const quote = (value: string): string => CSS.escape(value);

  /** Where the documents of frames begin. */
  const offsets = new Map<Document, { x: number; y: number }>();
  const offsetOf = (element: Element) => offsets.get(element.ownerDocument) ?? { x: 0, y: 0 };
  const boxOf = (element: Element): PageMap["elements"][number]["box"] => {
    const rect = element.getBoundingClientRect();
    const offset = offsetOf(element);
    return {
      x: round(rect.left + offset.x + scrollX - clip.x),
      y: round(rect.top + offset.y + scrollY - clip.y),
      width: round(rect.width),
      height: round(rect.height),
    };
  };
  const inPicture = (box: { x: number; y: number; width: number; height: number }): boolean =>
    box.width > 0 &&
    box.height > 0 &&
    box.x < clip.width &&
    box.y < clip.height &&
    box.x + box.width > 0 &&
    box.y + box.height > 0;
  /** Without the query and the fragment, which may be secret and change between visits. */
  const pathOf = (url: string): string => {
    if (url === "" || url.startsWith("data:")) return url === "" ? "" : "data:";
    try {
      return cutAt(new URL(url, document.baseURI).pathname, 500);
    } catch {
      return "";
    }
  };
  /** 53 bits of two multiplied 32-bit states: 9e15 values for a few thousand texts. */
  const hash = (text: string): string => {
    let high = 0xdeadbeef;
    let low = 0x41c6ce57;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      high = Math.imul(high ^ code, 2654435761);
      low = Math.imul(low ^ code, 1597334677);
    }
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
    return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
  };

  /** An element of the document, of a shadow tree or of a same-site frame; `host` contains the tree or frame. */
  type Found = { element: Element; inside?: "shadow" | "frame"; host?: Element };
  const found: Found[] = [];
  const MAX_FOUND = 20 * limit;
  const documentOf = (frame: Element): Document | null => {
    try {
      return (frame as HTMLIFrameElement).contentDocument;
    } catch {
      return null;
    }
  };
  const collect = (elements: Iterable<Element>, where: Omit<Found, "element">, depth: number): void => {
    for (const element of elements) {
      if (found.length >= MAX_FOUND) return;
      found.push({ element, ...where });
      if (depth >= 8) continue;
      const { shadowRoot, localName } = element;
      if (shadowRoot !== null)
        collect(shadowRoot.querySelectorAll("*"), { inside: "shadow", host: element }, depth + 1);
      const inner = localName === "iframe" || localName === "frame" ? documentOf(element) : null;
      if (inner === null) continue;
      const rect = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const outer = offsetOf(element);
      offsets.set(inner, {
        x: outer.x + rect.left + element.clientLeft + (Number.parseFloat(style.paddingLeft) || 0),
        y: outer.y + rect.top + element.clientTop + (Number.parseFloat(style.paddingTop) || 0),
      });
      collect(inner.querySelectorAll("body, body *"), { inside: "frame", host: element }, depth + 1);
    }
  };
  collect(document.querySelectorAll("body, body *"), {}, 0);
  const hosts = new Map(found.map(({ element, host }) => [element, host]));
  // Counted once: querying the document for each of 5,000 elements to see whether a selector is unique would take a second.
  const counts = new Map<string, number>();
  const count = (key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
  const classesOf = (element: Element): string[] => {
    const { classList } = element;
    const names: string[] = [];
    for (let at = 0; at < classList.length && names.length < MAX.classes; at += 1) {
      const name = classList[at] ?? "";
      if (name.length <= MAX.name) names.push(name);
    }
    return names;
  };
  const shortNames = (element: Element): string[] => {
    const names: string[] = [];
    const test = element.getAttribute("data-testid");
    if (element.id !== "" && element.id.length <= MAX.name) names.push(`#${quote(element.id)}`);
    if (test && test.length <= MAX.name) names.push(`[data-testid="${test.replace(/["\\]/g, "\\$&")}"]`);
    for (const name of classesOf(element)) names.push(`${quote(element.localName)}.${quote(name)}`);
    if (element.classList.length === 0) names.push(quote(element.localName));
    return names;
  };
  for (const element of document.querySelectorAll("*")) {
    for (const name of shortNames(element)) count(name);
    if (element.classList.length > 0) count(quote(element.localName));
  }
  /** Returns its position among siblings of the same kind, from 1; computed for all siblings together. */
  const kindPlaces = new Map<Element, number>();
  const placeOf = (element: Element, parent: Element): number => {
    if (!kindPlaces.has(element)) {
      const seen = new Map<string, number>();
      for (const child of parent.children) {
        const kind = `${child.namespaceURI} ${child.localName}`;
        const place = (seen.get(kind) ?? 0) + 1;
        seen.set(kind, place);
        kindPlaces.set(child, place);
      }
    }
    return kindPlaces.get(element) ?? 1;
  };
  const selectors = new Map<Element, string>();
  /** Returns a selector within a shadow tree or frame. */
  const innerSelectorOf = (element: Element): string => {
    const [name] = shortNames(element);
    const root = element.getRootNode() as Document | ShadowRoot;
    if (name !== undefined && root.querySelectorAll(name).length === 1) return name;
    const parent = element.parentElement;
    const own =
      parent === null
        ? quote(element.localName)
        : `${quote(element.localName)}:nth-of-type(${placeOf(element, parent)})`;
    return parent === null ? own : `${quote(parent.localName)} > ${own}`;
  };
  const selectorOf = (element: Element, steps = 0): string => {
    const known = selectors.get(element);
    if (known !== undefined) return known;
    const short = shortNames(element).find((name) => counts.get(name) === 1);
    let made = short ?? quote(element.localName);
    const parent = element.parentElement;
    if (short === undefined && parent !== null) {
      const own = `${quote(element.localName)}:nth-of-type(${placeOf(element, parent)})`;
      const above = steps < 100 ? selectorOf(parent, steps + 1) : quote(parent.localName);
      // Deep in unnamed elements the full path is too long, so only the last step is used.
      made = above.length > MAX.selector ? own : `${above} > ${own}`;
    }
    selectors.set(element, made);
    return made;
  };
  /** Includes the selectors of its hosts, which may have no box, and so no place in the map. */
  const wholeSelectorOf = (element: Element): string => {
    const known = selectors.get(element);
    if (known !== undefined) return known;
    const host = hosts.get(element);
    if (host === undefined) return selectorOf(element);
    const made = cutAt(`${wholeSelectorOf(host)} >> ${innerSelectorOf(element)}`, MAX.selector);
    selectors.set(element, made);
    return made;
  };

  const elements: MapElement[] = [];
  const defaults = Object.entries(DEFAULTS);
  const places = new Map<Element, number>();
  let cut = false;
  /** Returns a hash of the field's displayed value; undefined for a password. */
  const shownValue = (element: Element): string | undefined => {
    const field = element as HTMLInputElement;
    switch (element.localName) {
      case "input":
        if (field.type === "password" || field.type === "hidden" || field.type === "file") return undefined;
        if (field.type === "checkbox" || field.type === "radio") return field.checked ? "checked" : "";
        break;
      case "textarea":
      case "select":
        break;
      default:
        return undefined;
    }
    const shown = field.value || field.placeholder || "";
    return shown === "" ? "" : hash(shown);
  };
  for (const { element, inside, host } of found) {
    const tag = element.localName;
    if (SKIPPED.has(tag) || (element.namespaceURI === SVG && tag !== "svg")) continue;
    const box = boxOf(element);
    if (!inPicture(box)) continue;
    const style = (element.ownerDocument.defaultView ?? window).getComputedStyle(element);
    if (style.visibility !== "visible" || style.opacity === "0") continue;
    if (elements.length >= limit) {
      cut = true;
      break;
    }
    let text = "";
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) text += ` ${node.nodeValue ?? ""}`;
    text = text.replace(/\s+/g, " ").trim();
    const attrs: Record<string, string> = {};
    for (const name of ATTRIBUTES) {
      const value = element.getAttribute(name);
      if (value !== null) attrs[name] = (name === "href" ? pathOf(value) : value).slice(0, 120);
    }
    // The label of a button; what people type into other fields is not recorded.
    if (tag === "input" && BUTTON_TYPES.has((element as HTMLInputElement).type))
      attrs.value = (element as HTMLInputElement).value.slice(0, 120);
    let parent = -1;
    for (let above = element.parentElement; above !== null && parent < 0; above = above.parentElement)
      parent = places.get(above) ?? -1;
    if (parent < 0 && host !== undefined) parent = places.get(host) ?? -1;
    const value = shownValue(element);
    const image = tag === "img" ? (element as HTMLImageElement) : null;
    const background = /url\("?([^")]+)"?\)/.exec(style.backgroundImage)?.[1] ?? "";
    const others: Record<string, string> = {};
    for (const [name, usual] of defaults) {
      const own = style[name as "padding"];
      // The image itself is recorded separately.
      if (own !== usual) others[name] = own.startsWith("url(") ? "url" : cutAt(own, MAX.value);
    }
    places.set(element, elements.length);
    elements.push({
      parent,
      tag,
      id: cutAt(element.id, MAX.name),
      classes: classesOf(element),
      attrs,
      selector: wholeSelectorOf(element),
      role:
        (element.hasAttribute("role") ? cutAt(element.getAttribute("role") ?? "", MAX.name) : undefined) ??
        (tag === "a" && element.hasAttribute("href") ? "link" : undefined) ??
        (tag === "input" ? (INPUT_ROLES[(element as HTMLInputElement).type] ?? "textbox") : undefined) ??
        ROLES[tag] ??
        "",
      textHash: text === "" ? "" : hash(text),
      text: text.slice(0, 60),
      box,
      styles: {
        color: style.color,
        backgroundColor: style.backgroundColor,
        fontFamily: cutAt(style.fontFamily, MAX.value),
        fontSize: style.fontSize,
        fontWeight: style.fontWeight,
        borderColor: style.borderTopColor,
        opacity: style.opacity,
        fontStyle: style.fontStyle,
        letterSpacing: style.letterSpacing,
        lineHeight: style.lineHeight,
        direction: style.direction,
        columnCount: style.columnCount,
        overflow: style.overflowX,
        boxShadow: cutAt(style.boxShadow, MAX.value),
        textDecoration: style.textDecorationLine,
        borderWidth: [
          style.borderTopWidth,
          style.borderRightWidth,
          style.borderBottomWidth,
          style.borderLeftWidth,
        ].join(" "),
        borderRadius: cutAt(style.borderRadius, MAX.value),
        ...others,
      },
      image: pathOf(image === null ? background : image.currentSrc),
      ...(value === undefined ? {} : { value }),
      ...(image === null ? {} : { broken: image.complete && image.currentSrc !== "" && image.naturalWidth === 0 }),
      ...(inside === undefined ? {} : { inside }),
    });
  }

  const ruleBoxes: PageMap["ruleBoxes"] = {};
  for (const { id, selector } of rules) {
    ruleBoxes[id] = [];
    try {
      for (const element of find(selector, [document])) {
        const box = boxOf(element);
        if (inPicture(box)) ruleBoxes[id].push(box);
        if (ruleBoxes[id].length >= MAX.boxes) break;
      }
    } catch {
      // Invalid CSS: the rule matches nothing, which the comparison reports.
    }
  }
  return {
    v: 2,
    width: clip.width,
    height: clip.height,
    title: document.title.slice(0, 200),
    elements,
    cut,
    ruleBoxes,
    defaults: DEFAULTS,
  };
};
