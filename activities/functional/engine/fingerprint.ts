// What an element looked like when a step met it. Healing starts from it.
import type { Locator } from "playwright";
import type { Guard } from "../../../browsers/page/guard.ts";
import { bounded } from "../../../browsers/page/inTime.ts";
import type { Fingerprint } from "../../../domain/functional/target.ts";
import type { Masker } from "../../../domain/functional/values.ts";

const LONGEST_MS = 2_000;
/** Larger elements are recognised by their own properties: a tree of all that is in them says little and costs much. */
const MOST_INSIDE = 60;

/** null: the element was gone before it could be looked at. */
export async function fingerprintOf(element: Locator, guard: Guard, mask: Masker): Promise<Fingerprint | null> {
  const read = await bounded(guard, element.evaluate(readElement, undefined, { timeout: LONGEST_MS }), LONGEST_MS);
  if (read === undefined) return null;
  const { inside, ...own } = read;
  const tree =
    inside > MOST_INSIDE ? undefined : await bounded(guard, element.ariaSnapshot({ timeout: LONGEST_MS }), LONGEST_MS);
  const [, role, name] = /^- '?([a-z]+)(?: "((?:[^"\\]|\\.){0,400})")?/.exec(tree ?? "") ?? [];
  return masked({ ...own, role: role ?? own.role, name: name?.replaceAll('\\"', '"') ?? own.name }, mask);
}

/** Without secrets, and no text longer than 200 characters. */
export function masked(print: Fingerprint, mask: Masker): Fingerprint {
  const cut = (text: string): string => mask(text).slice(0, 200);
  return {
    ...print,
    name: cut(print.name),
    text: cut(print.text),
    href: cut(print.href),
    attributes: Object.fromEntries(Object.entries(print.attributes).map(([key, value]) => [key, cut(value)])),
    neighbours: print.neighbours.map(cut),
  };
}

/** Self-contained: its source is sent to the page. Values of fields are left alone. */
export function readElement(element: Element): Fingerprint & { inside: number } {
  const short = (text: string | null | undefined): string =>
    (text ?? "").slice(0, 2_000).replace(/\s+/g, " ").trim().slice(0, 200);
  const attribute = (name: string): string => short(element.getAttribute(name));
  const attributes: Record<string, string> = {};
  for (const { name, value } of [...element.attributes].slice(0, 30))
    if (!/^(value|style|nonce|on\w+|srcdoc)$/i.test(name) && name.length <= 60) attributes[name] = short(value);
  const path: string[] = [];
  for (let at: Element | null = element; at !== null && path.length < 30; at = at.parentElement) {
    const { tagName, parentElement } = at;
    const same = parentElement === null ? [at] : [...parentElement.children].filter((one) => one.tagName === tagName);
    path.unshift(`${tagName.toLowerCase()}${same.length > 1 ? `:${same.indexOf(at) + 1}` : ""}`);
  }
  const neighbours: string[] = [];
  for (let at: Element | null = element; at !== null && neighbours.length < 5; at = at.parentElement) {
    for (const near of [at.previousElementSibling, at.nextElementSibling]) {
      const text = short(near?.textContent);
      if (text !== "" && text.length < 150 && neighbours.length < 5) neighbours.push(text);
    }
  }
  const { x, y, width, height } = element.getBoundingClientRect();
  return {
    tag: element.tagName.toLowerCase(),
    role: attribute("role"),
    name: attribute("aria-label"),
    text: short(element instanceof HTMLInputElement ? "" : element.textContent),
    type: attribute("type"),
    alt: attribute("alt"),
    id: short(element.id),
    classes: [...element.classList].slice(0, 20).map((one) => one.slice(0, 60)),
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
    inside: element.querySelectorAll("*").length,
  };
}
