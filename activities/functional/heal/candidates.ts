// The elements of a page that a step might mean: those that people can see and act on, as fingerprints.
import type { Frame, Page } from "playwright";
import type { Fingerprint } from "../../../domain/functional/target.ts";
import type { Masker } from "../../../domain/functional/values.ts";
import { masked, readElement } from "../engine/fingerprint.ts";

/** Elements of one page that are looked at. */
const MOST_CANDIDATES = 1_500;

/**
 * Fingerprints in document order; `markAs` is an attribute that each element gets, with its place in the list, so that it can be found
 * again. Open shadow trees are read too.
 */
export async function readCandidates(page: Page | Frame, markAs: string, mask: Masker): Promise<Fingerprint[]> {
  const source = `(${collect.toString()})(${readElement.toString()}, ${JSON.stringify(markAs)}, ${MOST_CANDIDATES})`;
  const read = (await page.evaluate(source)) as Fingerprint[];
  return read.map((print) => masked(print, mask));
}

/** Self-contained: its source is sent to the page. */
function collect(read: (element: Element) => Fingerprint, markAs: string, most: number): Fingerprint[] {
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
  const nameOf = (element: Element): string => {
    const by = element.getAttribute("aria-labelledby");
    if (by)
      return short(
        by
          .split(/\s+/)
          .map((id) => document.getElementById(id)?.textContent ?? "")
          .join(" "),
      );
    const label = element.getAttribute("aria-label");
    if (label) return short(label);
    const { labels } = element as HTMLInputElement;
    if (labels && labels.length > 0) return short([...labels].map(({ textContent }) => textContent).join(" "));
    if (element instanceof HTMLInputElement && /^(submit|button|reset)$/.test(element.type))
      return short(element.value);
    const own = /^(input|select|textarea)$/i.test(element.tagName) ? "" : short(element.textContent);
    const picture = element.matches("img") ? element : element.querySelector("img[alt]");
    return (
      own ||
      short(picture?.getAttribute("alt")) ||
      short(element.getAttribute("title") ?? element.getAttribute("placeholder"))
    );
  };
  const found: Element[] = [];
  const trees: (Document | ShadowRoot)[] = [document];
  for (let tree = trees.shift(); tree !== undefined; tree = trees.shift())
    for (const element of tree.querySelectorAll("*")) {
      if (element.shadowRoot) trees.push(element.shadowRoot);
      if (found.length >= most) continue;
      const deed = element.matches(
        "a, button, input:not([type=hidden]), select, textarea, summary, label, [role], [contenteditable], [tabindex], [onclick]",
      );
      if (deed && (element as HTMLElement).checkVisibility({ checkVisibilityCSS: true })) found.push(element);
    }
  return found.map((element, at) => {
    element.setAttribute(markAs, String(at));
    const print = read(element);
    const { [markAs]: _mark, ...attributes } = print.attributes;
    const tag = element.tagName.toLowerCase();
    const role =
      element.getAttribute("role") ?? (tag === "input" ? (inputs[print.type] ?? "textbox") : (roles[tag] ?? ""));
    return { ...print, attributes, role, name: nameOf(element) };
  });
}
