// Describes the element of a Chrome recorder step in the words of library sentences.
import { oneLine } from "../../text.ts";

/** `aria`: by its accessible name, and its role or tag if known. */
export type Named = { by: "aria" | "text" | "testid"; name: string; kind: Kind | null };
export type Kind = "button" | "link" | "tab" | "menu item" | "image" | "field" | "list" | "heading" | "radio button";

const OF_ROLE: Readonly<Record<string, Kind>> = {
  button: "button",
  link: "link",
  tab: "tab",
  menuitem: "menu item",
  img: "image",
  textbox: "field",
  searchbox: "field",
  spinbutton: "field",
  combobox: "list",
  listbox: "list",
  heading: "heading",
  radio: "radio button",
};
const OF_TAG: Readonly<Record<string, Kind>> = {
  button: "button",
  a: "link",
  img: "image",
  input: "field",
  textarea: "field",
  select: "list",
};
const MAX_NAME = 300;

/** Returns the first selector that a sentence can express, or null. In shadow trees the last part names the element. */
export function namedBy(selectors: readonly (string | readonly string[])[], testIdAttribute: string): Named | null {
  const last = selectors.map((one) => (typeof one === "string" ? one : (one.at(-1) ?? "")));
  const kind = last.map(tagOf).find((one) => one !== null) ?? null;
  const found = last.flatMap((selector): Named[] => {
    const named = readAria(selector) ?? readText(selector) ?? readTestId(selector, testIdAttribute);
    return named && named.name !== "" && named.name.length <= MAX_NAME ? [{ ...named, kind: named.kind ?? kind }] : [];
  });
  const order = ["aria", "testid", "text"];
  return found.toSorted((a, b) => order.indexOf(a.by) - order.indexOf(b.by))[0] ?? null;
}

function readAria(selector: string): Named | null {
  if (!selector.startsWith("aria/")) return null;
  const [, name = "", role] = /^aria\/(.*?)(?:\[role="([^"]*)"\])?$/s.exec(selector) ?? [];
  return { by: "aria", name: oneLine(name), kind: (role && OF_ROLE[role]) || null };
}

const readText = (selector: string): Named | null =>
  selector.startsWith("text/") ? { by: "text", name: oneLine(selector.slice(5)), kind: null } : null;

function readTestId(selector: string, attribute: string): Named | null {
  const [, name, value = ""] = /^(?:css\/|pierce\/)?\w*\[([\w-]+)=["']?([^"'\]]+)["']?\]$/.exec(selector) ?? [];
  return name === attribute ? { by: "testid", name: value, kind: null } : null;
}

/** Returns the tag of the last element in a CSS or XPath selector. */
function tagOf(selector: string): Kind | null {
  if (/^(aria|text)\//.test(selector)) return null;
  const part = selector
    .replace(/^(?:css|pierce|xpath)\//, "")
    .split(/[\s>/]+/)
    .at(-1);
  const [tag = ""] = /^[a-z]+/i.exec(part ?? "") ?? [];
  return OF_TAG[tag.toLowerCase()] ?? null;
}
