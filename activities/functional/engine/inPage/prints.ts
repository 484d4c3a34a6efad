// Runs inside a page: reads fingerprints of elements, the same way when a step finds its element and when healing looks for it.
import type { Fingerprint } from "../../../../domain/functional/target.ts";

/**
 * `markAs`: an attribute set on every listed element to its position in the list, so that it can be found again; null: none.
 * `most`: maximum number of listed elements.
 */
export type PrintsWish = { markAs: string | null; most: number };
export type Beside = Pick<Fingerprint, "role" | "name" | "href" | "type">;
export type Prints = {
  /** Fingerprint of the given element. */
  own: Fingerprint | null;
  /** Without an element: all visible and actionable elements, in document order, including open shadow trees. */
  listed: Fingerprint[];
  /** With an element: its nearest neighbors in the document. */
  beside: Beside[];
};

/** Self-contained: its source is sent to the page. Values of fields are not read. */
export function readPrints(element: Element | null, { markAs, most }: PrintsWish): Prints {
  const MAX_LOOKED_AT = 1_500;
  const roles: Record<string, string> = {
    a: "link",
    button: "button",
    select: "combobox",
    textarea: "textbox",
    option: "option",
    img: "img",
    summary: "button",
    h1: "heading",
    h2: "heading",
    h3: "heading",
  };
  const inputs: Record<string, string> = {
    checkbox: "checkbox",
    radio: "radio",
    submit: "button",
    button: "button",
    reset: "button",
    image: "button",
    search: "searchbox",
    number: "spinbutton",
    range: "slider",
    file: "button",
  };
  const short = (text: string | null | undefined): string =>
    (text ?? "").slice(0, 2_000).replace(/\s+/g, " ").trim().slice(0, 200);
  const roleOf = (one: Element): string => {
    const tag = one.tagName.toLowerCase();
    const byTag = tag === "input" ? (inputs[short(one.getAttribute("type"))] ?? "textbox") : (roles[tag] ?? "");
    return one.getAttribute("role") ?? byTag;
  };
  const nameOf = (one: Element): string => {
    const by = one.getAttribute("aria-labelledby");
    if (by)
      return short(
        by
          .split(/\s+/)
          .map((id) => document.getElementById(id)?.textContent ?? "")
          .join(" "),
      );
    const label = one.getAttribute("aria-label");
    if (label) return short(label);
    const { labels } = one as HTMLInputElement;
    if (labels && labels.length > 0) return short([...labels].map(({ textContent }) => textContent).join(" "));
    if (one instanceof HTMLInputElement && /^(submit|button|reset)$/.test(one.type)) return short(one.value);
    const own = /^(input|select|textarea)$/i.test(one.tagName) ? "" : short(one.textContent);
    const picture = one.matches("img") ? one : one.querySelector("img[alt]");
    return (
      own || short(picture?.getAttribute("alt")) || short(one.getAttribute("title") ?? one.getAttribute("placeholder"))
    );
  };
  const printOf = (one: Element): Fingerprint => {
    const attribute = (name: string): string => short(one.getAttribute(name));
    const attributes: Record<string, string> = {};
    for (const { name, value } of [...one.attributes].slice(0, 30))
      if (!/^(value|style|nonce|on\w+|srcdoc)$/i.test(name) && name !== markAs && name.length <= 60)
        attributes[name] = short(value);
    const path: string[] = [];
    for (let at: Element | null = one; at !== null && path.length < 30; at = at.parentElement) {
      const { tagName, parentElement } = at;
      const same = parentElement === null ? [at] : [...parentElement.children].filter((it) => it.tagName === tagName);
      path.unshift(`${tagName.toLowerCase()}${same.length > 1 ? `:${same.indexOf(at) + 1}` : ""}`);
    }
    const neighbours: string[] = [];
    for (let at: Element | null = one; at !== null && neighbours.length < 5; at = at.parentElement) {
      for (const near of [at.previousElementSibling, at.nextElementSibling]) {
        const text = short(near?.textContent);
        if (text !== "" && text.length < 150 && neighbours.length < 5) neighbours.push(text);
      }
    }
    const { x, y, width, height } = one.getBoundingClientRect();
    return {
      tag: one.tagName.toLowerCase(),
      role: roleOf(one),
      name: nameOf(one),
      text: short(one instanceof HTMLInputElement ? "" : one.textContent),
      type: attribute("type"),
      alt: attribute("alt"),
      id: short(one.id),
      classes: [...one.classList].slice(0, 20).map((it) => it.slice(0, 60)),
      href: attribute("href"),
      ariaLabel: attribute("aria-label"),
      attributes,
      neighbours,
      box: {
        x: Math.round(x + window.scrollX),
        y: Math.round(y + window.scrollY),
        width: Math.round(width),
        height: Math.round(height),
      },
      path: path.join(">"),
    };
  };

  const found: Element[] = [];
  const trees: (Document | ShadowRoot)[] = most === 0 ? [] : [document];
  for (let tree = trees.shift(); tree !== undefined; tree = trees.shift())
    for (const one of tree.querySelectorAll("*")) {
      if (one.shadowRoot) trees.push(one.shadowRoot);
      if (found.length >= MAX_LOOKED_AT) continue;
      const action = one.matches(
        "a, button, input:not([type=hidden]), select, textarea, summary, label, [role], [contenteditable], [tabindex], [onclick]",
      );
      if (action && (one as HTMLElement).checkVisibility({ checkVisibilityCSS: true })) found.push(one);
    }
  if (markAs !== null) for (const [at, one] of found.entries()) one.setAttribute(markAs, String(at));
  if (element === null) return { own: null, listed: found.slice(0, most).map(printOf), beside: [] };
  const at = Math.max(0, found.indexOf(element));
  const from = Math.max(0, Math.min(at - Math.floor(most / 2), found.length - most));
  const beside = found
    .slice(from, from + most + 1)
    .filter((one) => one !== element)
    .slice(0, most)
    .map((one) => ({
      role: roleOf(one),
      name: nameOf(one),
      href: short(one.getAttribute("href")),
      type: short(one.getAttribute("type")),
    }));
  return { own: printOf(element), listed: [], beside };
}
