// Runs in the page: reads what search engines read of the rendered document. Uses nothing outside itself.
import type { PageLimits } from "./limits.ts";

/** Like `SeoDocument`, but with addresses as in the page. */
export type Collected = {
  html: boolean;
  titles: string[];
  metas: { name: string; content: string; inHead: boolean }[];
  canonicals: { href: string; url: string; inHead: boolean }[];
  hreflangs: { lang: string; href: string; url: string; inHead: boolean }[];
  headings: { level: number; text: string }[];
  lang: string | null;
  jsonLd: { text: string; truncated: boolean }[];
  images: { src: string; alt: string | null; ignorable: boolean }[];
  links: {
    href: string | null;
    url: string;
    name: string;
    rel: string;
    rendered: boolean;
    scripted: boolean;
    role: string;
    lang: string;
    unaddressed: boolean;
    /** Index among the page's `a` elements without an href; null: it has an address. */
    bare: number | null;
  }[];
  refresh: string;
  charset: string;
  charsetDeclared: boolean;
  hasIcon: boolean;
  counts: { headings: number; images: number; links: number; jsonLd: number; hreflangs: number; linksLeft: number };
};

export const collect = (limits: PageLimits): Collected => {
  const cut = (text: string | null | undefined, most: number): string => (text ?? "").slice(0, most);
  const attribute = (element: Element, name: string): string => cut(element.getAttribute(name), limits.attribute);
  /** Returns the first elements, without scanning the rest of a large document. */
  const first = (
    root: ParentNode & { getElementsByTagName(name: string): HTMLCollectionOf<Element> },
    tag: string,
  ): Element[] => {
    const all = root.getElementsByTagName(tag);
    const list: Element[] = [];
    for (let index = 0; index < limits.looked; index += 1) {
      const element = all[index];
      if (element === undefined) break;
      list.push(element);
    }
    return list;
  };
  /** Returns the absolute address, "" for none. */
  const resolve = (href: string): string => {
    try {
      return new URL(href.trim(), document.baseURI).href.slice(0, limits.attribute + 1);
    } catch {
      return "";
    }
  };
  /** Returns the text of the element and its alternative texts, on one line and bounded. */
  const textOf = (element: Element): string => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    let text = "";
    for (let steps = 0; steps < 300 && text.length < limits.text * 4; steps += 1) {
      const node = walker.nextNode();
      if (node === null) break;
      if (node.nodeType === Node.TEXT_NODE) {
        const parent = node.parentElement?.localName;
        if (parent !== "script" && parent !== "style") text += (node.nodeValue ?? "").slice(0, limits.text * 2);
      } else {
        const inner = node as Element;
        const label =
          inner.getAttribute("aria-label") ?? (inner.localName === "img" ? inner.getAttribute("alt") : null);
        if (label !== null) text += ` ${label.slice(0, limits.text)} `;
      }
    }
    return text.replace(/\s+/g, " ").trim().slice(0, limits.text);
  };
  const nameOf = (element: Element): string => {
    const labelled = (element.getAttribute("aria-labelledby") ?? "")
      .slice(0, 500)
      .split(/\s+/)
      .slice(0, 5)
      .map((id) => (id === "" ? null : document.getElementById(id)))
      .map((one) => (one === null ? "" : textOf(one)))
      .join(" ")
      .trim();
    const name =
      labelled ||
      attribute(element, "aria-label") ||
      textOf(element) ||
      attribute(element, "title") ||
      attribute(element, "alt");
    return name.replace(/\s+/g, " ").trim().slice(0, limits.text);
  };
  const rendered = (element: Element): boolean => element.checkVisibility?.({ visibilityProperty: true }) ?? true;
  const inHead = (element: Element): boolean => document.head?.contains(element) ?? false;

  const metaElements = first(document, "meta");
  const linkElements = first(document, "link");
  const relOf = (element: Element): string[] => attribute(element, "rel").toLowerCase().split(/\s+/);
  const named = (element: Element) => {
    const href = attribute(element, "href");
    return { href, url: href.trim() === "" ? "" : resolve(href), inHead: inHead(element) };
  };

  const headings: Element[] = [];
  const outline = document.createTreeWalker(document, NodeFilter.SHOW_ELEMENT);
  for (let steps = 0; steps < limits.walked && headings.length < limits.looked; steps += 1) {
    const element = outline.nextNode() as Element | null;
    if (element === null) break;
    if (/^h[1-6]$/.test(element.localName) && rendered(element)) headings.push(element);
  }

  const scripts = first(document, "script").filter(
    (script) => attribute(script, "type").trim().toLowerCase() === "application/ld+json",
  );
  const anchors = [...first(document, "a"), ...first(document, "area")].slice(0, limits.looked);
  const links = new Map<string, Collected["links"][number]>();
  let bareOnes = 0;
  let linksLeft = document.getElementsByTagName("a").length + document.getElementsByTagName("area").length;
  for (const anchor of anchors) {
    if (links.size >= limits.links) break;
    linksLeft -= 1;
    const href = anchor.getAttribute("href") ?? anchor.getAttribute("xlink:href");
    // Without an address it may mark a position in the page, and only be focused by scripts.
    const isPlace = href === null && (anchor.id !== "" || attribute(anchor, "name").trim() !== "");
    const index = anchor.localName === "a" && !anchor.hasAttribute("href") ? bareOnes++ : null;
    const link = {
      href: href === null ? null : href.slice(0, limits.attribute),
      url: href === null || href.trim() === "" ? "" : resolve(href),
      name: nameOf(anchor),
      rel: attribute(anchor, "rel"),
      rendered: rendered(anchor),
      scripted:
        anchor.hasAttribute("onclick") ||
        anchor.getAttribute("role") === "link" ||
        (!isPlace && /^\s*\+?\d/.test(anchor.getAttribute("tabindex") ?? "")),
      role: attribute(anchor, "role").toLowerCase().trim(),
      unaddressed:
        href === null &&
        !isPlace &&
        ["target", "download", "ping", "rel", "hreflang", "type", "referrerpolicy"].some((one) =>
          anchor.hasAttribute(one),
        ),
      bare: href === null ? index : null,
      lang: cut(anchor.closest("[lang]")?.getAttribute("lang"), 35),
    };
    links.set(JSON.stringify(link), link);
  }

  const images = first(document, "img").slice(0, limits.images);
  const alternates = linkElements.filter((link) => relOf(link).includes("alternate") && link.hasAttribute("hreflang"));
  return {
    html: document.contentType === "text/html" || document.contentType === "application/xhtml+xml",
    // Longer limit than other texts, because its length is judged.
    titles: first(document, "title")
      .filter((one) => one.namespaceURI === "http://www.w3.org/1999/xhtml")
      .slice(0, limits.titles)
      .map((one) => cut(one.textContent, limits.attribute)),
    metas: metaElements.slice(0, limits.metas).flatMap((meta) => {
      // Social networks read `property`, also of an element with a name: <meta name="image" property="og:image">.
      const names = ["name", "property"].map((one) => attribute(meta, one).trim().toLowerCase().slice(0, 100));
      return [...new Set(names)].flatMap((name) =>
        name === "" ? [] : [{ name, content: attribute(meta, "content"), inHead: inHead(meta) }],
      );
    }),
    canonicals: linkElements
      .filter((link) => relOf(link).includes("canonical"))
      .slice(0, limits.canonicals)
      .map(named),
    hreflangs: alternates
      .slice(0, limits.hreflangs)
      .map((link) => ({ lang: attribute(link, "hreflang").trim().slice(0, 60), ...named(link) })),
    headings: headings
      .slice(0, limits.headings)
      .map((heading) => ({ level: Number(heading.localName[1]), text: textOf(heading) })),
    lang: document.documentElement?.getAttribute("lang")?.slice(0, 100) ?? null,
    jsonLd: scripts.slice(0, limits.jsonLd).map((script) => {
      const text = script.textContent ?? "";
      return { text: text.slice(0, limits.jsonLdCharacters), truncated: text.length > limits.jsonLdCharacters };
    }),
    images: images.map((image) => {
      const { width, height } = image.getBoundingClientRect();
      const role = attribute(image, "role").toLowerCase();
      const label = image.hasAttribute("aria-label") || image.hasAttribute("aria-labelledby");
      return {
        src: cut((image as HTMLImageElement).currentSrc || resolve(attribute(image, "src")), limits.attribute + 1),
        alt: image.getAttribute("alt")?.slice(0, limits.text) ?? null,
        ignorable:
          label ||
          role === "presentation" ||
          role === "none" ||
          image.closest('[aria-hidden="true"]') !== null ||
          !rendered(image) ||
          (width > 0 && width <= 2 && height <= 2),
      };
    }),
    links: [...links.values()],
    refresh: cut(
      metaElements.find((meta) => attribute(meta, "http-equiv").toLowerCase() === "refresh")?.getAttribute("content"),
      300,
    ),
    charset: document.characterSet,
    charsetDeclared: metaElements.some(
      (meta) =>
        meta.hasAttribute("charset") ||
        (attribute(meta, "http-equiv").toLowerCase() === "content-type" && /charset/i.test(attribute(meta, "content"))),
    ),
    hasIcon: linkElements.some((link) => relOf(link).includes("icon") && attribute(link, "href") !== ""),
    counts: {
      headings: headings.length,
      images: document.getElementsByTagName("img").length,
      links: document.getElementsByTagName("a").length,
      jsonLd: scripts.length,
      hreflangs: alternates.length,
      linksLeft,
    },
  };
};
