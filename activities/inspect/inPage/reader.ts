// Runs inside the page's isolated world, together with axe and our naming: reads what is on the page. Sent as source, so the
// function uses only the page's globals. Every text and list is bounded, because pages can be hostile.

import type { Described } from "../../../browsers/page/inPage/naming.ts";
import type {
  FoundElements,
  InspectionOptions,
  Mutation,
  PageOutline,
  ScenarioSeen,
  SeenElement,
} from "../../../domain/inspect/inspection.ts";
import type { Watcher } from "./watcher.ts";

type Facts = Pick<ScenarioSeen, "title" | "responsive" | "foreign"> & {
  heading: { text: string; selector: string } | null;
};
export type Reader = {
  outline(wish: InspectionOptions["dom"]): PageOutline | null;
  find(wish: InspectionOptions["find"]): FoundElements;
  facts(): Facts;
  /** Returns the first visible control of that name, and its container. */
  control(name: string): { selector: string; inShadow: boolean; container: string } | null;
  /** Returns what the watcher has recorded of visible elements, once its time is up. */
  watched(): Promise<Mutation[]>;
};

/** The functions for names and roles that axe documents as `commons`. */
type Axe = {
  setup(root: Document): unknown;
  teardown(): void;
  commons: {
    text: { accessibleText(element: Element): string };
    aria: { getRole(element: Element): string | null };
  };
};

export const installReader = (): void => {
  const MAX_ELEMENTS = 20_000;
  const MAX_CONTROLS = 2_000;
  /** Each is compared with each. */
  const MAX_NESTED = 400;
  const MAX_ALIKE = 60;
  const { axe, plumblineNaming } = globalThis as typeof globalThis & {
    axe: Axe;
    plumblineNaming: { of(elements: readonly Element[]): (Described | null)[] };
  };
  const line = (text: string | null | undefined, most = 80): string => {
    const folded = (text ?? "")
      .slice(0, most * 20)
      .replace(/[\s\p{C}]+/gu, " ")
      .trim();
    return folded.length > most ? `${folded.slice(0, most - 1)}…` : folded;
  };
  const pathOf = (href: string | null): string => {
    try {
      const url = new URL(href ?? "", document.baseURI);
      if (!/^https?:$/.test(url.protocol)) return url.protocol.slice(0, 20);
      return (url.origin === location.origin ? url.pathname : url.origin + url.pathname).slice(0, 120);
    } catch {
      return "";
    }
  };

  /** Returns every element in document order, including open shadow trees. */
  const everything = (root: Document | Element): Element[] => {
    const found: Element[] = [];
    const stack: (Document | Element | ShadowRoot)[] = [root];
    while (stack.length > 0 && found.length < MAX_ELEMENTS) {
      const node = stack.pop();
      if (node === undefined) break;
      if (node instanceof Element) {
        found.push(node);
        if (node.shadowRoot) stack.push(node.shadowRoot);
      }
      for (let child = node.lastElementChild; child; child = child.previousElementSibling) stack.push(child);
    }
    return found;
  };
  const isVisible = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };

  // Names and roles are axe's; without its tree (a document it cannot walk) plain attributes are used.
  let ready = false;
  const prepare = (): void => {
    if (ready) return;
    try {
      axe.teardown();
    } catch {
      // Not set up.
    }
    axe.setup(document);
    ready = true;
  };
  const roleOf = (element: Element): string => {
    let role: string | null = null;
    try {
      role = axe.commons.aria.getRole(element);
    } catch {
      role = element.getAttribute("role");
    }
    if (role !== null && role !== "none" && role !== "presentation") return role;
    return element.localName === "input" ? (element as HTMLInputElement).type : "";
  };
  const nameOf = (element: Element): string => {
    try {
      const name = line(axe.commons.text.accessibleText(element));
      if (name !== "") return name;
    } catch {
      // Fall back to the element's own attributes.
    }
    const own = ["aria-label", "title", "placeholder", "alt"].map((name) => line(element.getAttribute(name)));
    // A hidden element has no accessible name, but may still be searched for.
    const said = own.find((text) => text !== "");
    if (said !== undefined || !isControl(element)) return said ?? "";
    // A field without a label is named by what steps find it by; the text of a select would be all its options.
    if (element.matches("input, select, textarea"))
      return line(element.getAttribute("name") ?? element.getAttribute("id"), 60);
    return line(element.textContent);
  };

  // Selectors: attributes meant as handles come first, positions in the tree last.
  const steady = (value: string | null): value is string =>
    value !== null &&
    /^[A-Za-z][\w-]{0,59}$/.test(value) &&
    !/\d{3}/.test(value) &&
    !value.split(/[-_]/).some((part) => part.length > 4 && /\d[A-Za-z]/.test(part));
  const quoted = (value: string): string => `"${value.replace(/["\\]/g, "\\$&")}"`;
  const plain = (value: string | null, most = 60): value is string =>
    value !== null && value.trim() !== "" && value.length <= most && !/[\n\r\p{C}]/u.test(value);
  const TEST_IDS = ["data-testid", "data-test", "data-test-id", "data-cy", "data-qa"];
  const namesOf = (element: Element): string[] => {
    const tag = CSS.escape(element.localName);
    const names: string[] = [];
    const id = element.getAttribute("id");
    for (const attribute of TEST_IDS) {
      const value = element.getAttribute(attribute);
      if (plain(value)) names.push(`[${attribute}=${quoted(value)}]`);
    }
    if (steady(id)) names.push(`#${CSS.escape(id)}`);
    const name = element.getAttribute("name");
    if (steady(name)) names.push(`${tag}[name=${quoted(name)}]`);
    for (const attribute of ["aria-label", "placeholder", "alt", "title"]) {
      const value = element.getAttribute(attribute);
      if (plain(value)) names.push(`${tag}[${attribute}=${quoted(value)}]`);
    }
    const href = element.localName === "a" ? element.getAttribute("href") : null;
    if (plain(href, 100) && /^[^?#]+$/.test(href) && !href.startsWith("javascript:"))
      names.push(`a[href=${quoted(href)}]`);
    const type = element.getAttribute("type");
    if (type !== null && /^(input|button)$/.test(tag) && /^[a-z]+$/.test(type))
      names.push(`${tag}[type=${quoted(type)}]`);
    for (const one of [...element.classList].filter(steady).slice(0, 3)) names.push(`${tag}.${CSS.escape(one)}`);
    if (/^(main|h1|nav|header|footer|form|video|canvas)$/.test(tag)) names.push(tag);
    return names;
  };
  let counts = new Map<Node, Map<string, number>>();
  const count = (root: ParentNode & Node, selector: string): number => {
    const known = counts.get(root) ?? new Map<string, number>();
    counts.set(root, known);
    let found = known.get(selector);
    if (found === undefined) {
      try {
        found = root.querySelectorAll(selector).length;
      } catch {
        found = 0;
      }
      known.set(selector, found);
    }
    return found;
  };
  const SCOPES = "nav, header, main, footer, aside, form, dialog, section[id], div[id], ul[id], table[id]";
  const uniqueIn = (element: Element, root: ParentNode & Node, most: number): string[] => {
    const names = namesOf(element);
    const unique = names.filter((name) => count(root, name) === 1);
    for (let scope = element.parentElement?.closest(SCOPES); scope && unique.length < most; ) {
      const own = namesOf(scope).find((name) => count(root, name) === 1);
      if (own !== undefined)
        unique.push(...names.map((name) => `${own} ${name}`).filter((name) => count(root, name) === 1));
      scope = scope.parentElement?.closest(SCOPES);
    }
    return [...new Set(unique)].slice(0, most);
  };
  const placed = (elements: readonly Element[]): string[] =>
    plumblineNaming.of(elements).map((one) => (one?.target ?? "").replaceAll(" >>> ", " "));
  /** Returns the shortest end of a path that still matches one element. */
  const shortened = (place: string): string => {
    const steps = place.split(" > ");
    for (let from = steps.length - 2; from > 0; from -= 1) {
      const end = steps.slice(from).join(" > ");
      if (count(document, end) === 1) return end;
    }
    return place;
  };
  /** Returns selectors for each, best first, at least one. Playwright's CSS pierces shadow trees on its own. */
  const selectorsOf = (elements: readonly Element[], most: number): string[][] => {
    const places = placed(elements);
    return elements.map((element, index) => {
      const root = element.getRootNode();
      const own = root instanceof ShadowRoot ? uniqueIn(element, root, most) : uniqueIn(element, document, most);
      const hosts: string[] = [];
      for (let at: Node = root; at instanceof ShadowRoot; at = at.host.getRootNode()) {
        const around = at.host.getRootNode();
        const [host] = around instanceof ShadowRoot || around instanceof Document ? uniqueIn(at.host, around, 1) : [];
        hosts.unshift(host ?? CSS.escape(at.host.localName));
      }
      const whole = own.map((one) => [...hosts, one].join(" "));
      const place = places[index] ?? "";
      return [...whole, root instanceof ShadowRoot ? place : shortened(place)]
        .filter((one, at, all) => one !== "" && all.indexOf(one) === at)
        .slice(0, most);
    });
  };
  const inShadow = (element: Element): boolean => element.getRootNode() instanceof ShadowRoot;

  const CONTROL_ROLES = new Set(
    "button link textbox searchbox checkbox radio combobox listbox switch slider spinbutton tab menuitem menuitemcheckbox menuitemradio treeitem".split(
      " ",
    ),
  );
  const isControl = (element: Element): boolean => {
    if (element.matches("input[type=hidden]")) return false;
    if (
      element.matches("a[href], button, input, select, textarea, summary, [contenteditable=''], [contenteditable=true]")
    )
      return true;
    const role = element.getAttribute("role");
    if (role !== null && CONTROL_ROLES.has(role)) return true;
    return (
      element.hasAttribute("onclick") || (element.hasAttribute("tabindex") && (element as HTMLElement).tabIndex >= 0)
    );
  };
  const ENTRIES = "li, tr, article, [role=row], [role=listitem], [role=article]";
  /** Returns the start of the list entry or table row around a button, unless that contains further entries. Also for a list's only entry. */
  const entryOf = (element: Element): string | undefined => {
    const entry = element.closest(ENTRIES);
    return entry === null || entry.querySelector(ENTRIES) !== null ? undefined : beginningOf(entry, element);
  };
  /**
   * Returns the start of the element's row or card: the smallest part around it that shows more than the element itself and contains none
   * of the others.
   */
  const rowOf = (element: Element, others: readonly Element[]): string | undefined => {
    const rest = others.filter((other) => other !== element);
    let part = element.parentElement;
    let row: Element | null = null;
    for (; part && part !== document.body && !rest.some((other) => part?.contains(other)); part = part.parentElement)
      row = part;
    return row === null ? undefined : beginningOf(row, element);
  };
  const beginningOf = (row: Element, element: Element): string | undefined => {
    const title = row.querySelector("h1, h2, h3, h4, h5, h6, th, [role=rowheader], [role=heading]");
    const said = [title, ...row.querySelectorAll("*")].flatMap((one) => {
      if (one === null || one === element || one.contains(element) || element.contains(one) || isControl(one))
        return [];
      const own = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && line(node.nodeValue) !== "");
      return (own || one === title) && isVisible(one) ? [line(one.textContent, 60)] : [];
    });
    const links = [...row.querySelectorAll("a")]
      .filter((one) => one !== element)
      .map((one) => line(one.textContent, 60));
    return [...said, ...links].find((text) => /[\p{L}\p{N}]/u.test(text) && !text.endsWith("…"));
  };
  const seen = (element: Element, selector: string): SeenElement => ({
    role: roleOf(element) || element.localName.slice(0, 40),
    name: nameOf(element),
    selector,
    visible: isVisible(element),
    ...(element.matches(":disabled, [aria-disabled=true]") ? { disabled: true } : {}),
    ...(element.localName === "a" ? { href: pathOf(element.getAttribute("href")) } : {}),
    ...(inShadow(element) ? { inShadow: true } : {}),
    ...(element.localName === "select"
      ? { options: [...element.querySelectorAll("option")].slice(0, 20).map((one) => line(one.textContent, 40)) }
      : {}),
  });
  /** Adds the row to elements that share role and name, and the entry to buttons that are unique. */
  const withRows = (elements: readonly Element[], told: readonly SeenElement[]): SeenElement[] => {
    const places = new Map<string, Element[]>();
    const key = ({ role, name }: SeenElement): string => `${role}\0${name}`;
    for (const [at, one] of told.entries()) {
      const element = elements[at];
      if (one.visible && one.name !== "" && element) places.set(key(one), [...(places.get(key(one)) ?? []), element]);
    }
    return told.map((one, at) => {
      const alike = places.get(key(one)) ?? [];
      const element = elements[at];
      if (alike.length < 1 || alike.length > MAX_ALIKE || !one.visible || !element) return one;
      if (alike.length === 1 && one.role !== "button") return one;
      const row = alike.length === 1 ? entryOf(element) : rowOf(element, alike);
      return row === undefined ? one : { ...one, row };
    });
  };
  const fresh = (): void => {
    prepare();
    counts = new Map();
  };

  const LANDMARKS = new Set(["banner", "navigation", "main", "complementary", "contentinfo", "search", "region"]);
  const FIELDS = "input:not([type=hidden]):not([type=submit]):not([type=button]):not([type=reset]), select, textarea";
  const SUBMITS = "button:not([type=button]):not([type=reset]), input[type=submit], input[type=image]";
  /** Read as an attribute, because a form's properties may be shadowed by its fields. */
  const formMethod = (form: Element): string =>
    (form.getAttribute("method") ?? "get").toLowerCase() === "post" ? "post" : "get";

  const outline: Reader["outline"] = ({ within, limit }) => {
    fresh();
    let root: Document | Element | null = document;
    try {
      if (within !== null) root = document.querySelector(within);
    } catch {
      // Invalid CSS, so it matches nothing.
      root = null;
    }
    if (root === null) return null;
    const all = everything(root);
    const landmarks = all
      .filter((e) => e.matches("header, nav, main, aside, footer, section, search, [role]"))
      .filter((e) => LANDMARKS.has(roleOf(e)) && isVisible(e));
    const headings = all.filter((e) => e.matches("h1, h2, h3, h4, h5, h6, [role=heading]") && isVisible(e));
    const forms = all.filter((e) => e.localName === "form");
    const controls = all.filter(isControl).slice(0, MAX_CONTROLS);
    const shown = controls.filter(isVisible);
    const listed = [...shown, ...controls.filter((e) => !shown.includes(e))].slice(0, limit);
    const first = (elements: Element[]): string[] => selectorsOf(elements, 1).map(([one]) => one ?? "");
    const named = (elements: Element[]) => {
      const selectors = first(elements);
      return elements.map((element, index) => ({ element, selector: selectors[index] ?? "" }));
    };
    return {
      title: line(document.title, 120),
      lang: line(document.documentElement.getAttribute("lang"), 20),
      landmarks: named(landmarks.slice(0, 20)).map(({ element, selector }) => ({
        role: roleOf(element),
        name: line(element.getAttribute("aria-label")),
        selector,
      })),
      headings: named(headings.slice(0, 30)).map(({ element, selector }) => ({
        level: Number(/^h([1-6])$/.exec(element.localName)?.[1] ?? element.getAttribute("aria-level") ?? 2) || 2,
        text: line(element.textContent),
        selector,
      })),
      forms: named(forms.slice(0, 8)).map(({ element, selector }) => {
        const [submit] = [...element.querySelectorAll(SUBMITS)].filter(isVisible);
        return {
          name: line(element.getAttribute("aria-label") ?? element.getAttribute("name")),
          selector,
          method: formMethod(element),
          action: pathOf(element.getAttribute("action")),
          fields: named([...element.querySelectorAll(FIELDS)].slice(0, 15)).map(({ element: field, selector: at }) => ({
            label: nameOf(field),
            type: field.localName === "input" ? (field as HTMLInputElement).type : field.localName,
            selector: at,
            required: field.matches(":required, [aria-required=true]"),
            ...(field.localName === "select"
              ? { options: [...field.querySelectorAll("option")].slice(0, 12).map((o) => line(o.textContent, 40)) }
              : {}),
          })),
          submit: submit ? (first([submit])[0] ?? null) : null,
        };
      }),
      elements: withRows(
        listed,
        named(listed).map(({ element, selector }) => seen(element, selector)),
      ),
      totals: {
        landmarks: landmarks.length,
        headings: headings.length,
        forms: forms.length,
        elements: controls.length,
        hidden: controls.length - shown.length,
      },
    };
  };

  const fold = (text: string): string =>
    text
      .toLowerCase()
      .replace(/[\s\p{C}]+/gu, " ")
      .trim();
  /** Returns how well a text matches the wanted one. */
  const fitOf = (text: string, wanted: string): number => {
    const has = fold(text);
    if (has === "") return 0;
    if (has === wanted) return 1;
    if (has.startsWith(wanted)) return 0.85;
    if (has.includes(wanted)) return 0.7;
    const words = wanted.split(" ");
    const hit = words.filter((word) => word.length > 2 && has.includes(word)).length;
    return words.length > 1 && hit > 0 && hit >= words.length / 2 ? (0.6 * hit) / words.length : 0;
  };
  /** Without the content of scripts, which is not text of the page. */
  const textOf = (element: Element): string =>
    (element.querySelector("script, style, noscript, template")
      ? // biome-ignore lint/performance/useDomNodeTextContent: textContent has the scripts' source.
        (element as HTMLElement).innerText
      : element.textContent) ?? "";
  const find: Reader["find"] = ({ text, role, selector, limit }) => {
    fresh();
    let pool: Element[];
    try {
      pool = selector === null ? everything(document) : [...document.querySelectorAll(selector)].slice(0, MAX_ELEMENTS);
    } catch {
      return { matches: [], total: 0, names: [], invalidSelector: true };
    }
    pool = pool.filter(
      (e) => !e.matches("html, head, head *, script, style, noscript, template, option, input[type=hidden]"),
    );
    const ofRole = role === null ? pool : pool.filter((e) => roleOf(e) === role);
    const wanted = text === null ? null : fold(text);
    const scored = new Map<Element, number>();
    for (const element of ofRole) {
      if (wanted === null) {
        scored.set(element, 1);
        continue;
      }
      const content = textOf(element).slice(0, 5_000);
      // Computing the name of every element of a large page would take seconds, so only controls and elements with similar text are named.
      const control = isControl(element);
      if (!control && role === null && fitOf(content, wanted) === 0 && fitOf(nameOfAttributes(element), wanted) === 0)
        continue;
      const fit = Math.max(
        fitOf(content, wanted),
        fitOf(control || role !== null ? nameOf(element) : nameOfAttributes(element), wanted),
      );
      // A long text that contains the words somewhere is a container of the wanted element.
      const length = Math.max(1, fold(content).length);
      const close = fit === 1 ? 1 : Math.min(1, 0.5 + (wanted.length / length) * 0.5);
      if (fit > 0) scored.set(element, fit * close * (control ? 1 : 0.95));
    }
    // Of nested elements with the same text, the control is meant, else the innermost.
    if (wanted !== null && scored.size <= MAX_NESTED)
      for (const [element, score] of scored) {
        if (isControl(element)) continue;
        const inner = [...scored].some(
          ([other, its]) => other !== element && its >= score * 0.9 && element.contains(other),
        );
        const outer = element.parentElement?.closest("a[href], button, [role=button], label, summary");
        if (inner || (outer && scored.has(outer))) scored.delete(element);
      }
    const best = [...scored]
      .map(([element, score]) => ({ element, score, visible: isVisible(element) }))
      .sort((a, b) => Number(b.visible) - Number(a.visible) || b.score - a.score)
      .slice(0, limit);
    const selectors = selectorsOf(
      best.map(({ element }) => element),
      4,
    );
    const names =
      best.length > 0
        ? []
        : everything(document)
            .filter((e) => (isControl(e) || e.matches("h1, h2, h3")) && isVisible(e))
            .slice(0, 300)
            .map(nameOf)
            .filter((name) => name !== "");
    return {
      matches: best.map(({ element, score }, index) => {
        const [own = "", ...alternatives] = selectors[index] ?? [];
        const { left, top, width, height } = element.getBoundingClientRect();
        const round = Math.round;
        return {
          ...seen(element, own),
          tag: element.localName.slice(0, 40),
          text: line(textOf(element), 120),
          alternatives,
          box:
            width > 0 && height > 0
              ? { x: round(left + scrollX), y: round(top + scrollY), width: round(width), height: round(height) }
              : null,
          score: round(score * 100) / 100,
        };
      }),
      total: scored.size,
      names: [...new Set(names)],
      invalidSelector: false,
    };
  };
  const nameOfAttributes = (element: Element): string =>
    ["aria-label", "alt", "title", "placeholder", "value"]
      .map((name) =>
        name === "value" && !element.matches("[type=submit], [type=button]") ? null : element.getAttribute(name),
      )
      .find((value) => plain(value, 200)) ?? "";

  const facts: Reader["facts"] = () => {
    fresh();
    const heading = [...document.querySelectorAll("h1, main h2")].find(
      (e) => isVisible(e) && line(e.textContent) !== "",
    );
    const foreign = everything(document)
      .filter((e) => {
        if (!e.matches("video, canvas, iframe") || !isVisible(e)) return false;
        const { width, height } = e.getBoundingClientRect();
        return width >= 40 && height >= 40;
      })
      .slice(0, 10);
    const selectors = selectorsOf(heading ? [heading, ...foreign] : foreign, 1).map(([one]) => one ?? "");
    const rest = heading ? selectors.slice(1) : selectors;
    const hostOf = (element: Element): string => {
      try {
        return new URL((element.getAttribute("src") ?? "") || location.href, document.baseURI).host.slice(0, 100);
      } catch {
        return "";
      }
    };
    return {
      title: line(document.title, 120),
      heading: heading ? { text: line(heading.textContent), selector: selectors[0] ?? "" } : null,
      responsive: document.querySelector("meta[name=viewport]") !== null,
      foreign: foreign.map((element, index) => ({
        selector: rest[index] ?? "",
        tag: element.localName,
        host: element.localName === "iframe" ? hostOf(element) : "",
      })),
    };
  };

  const control: Reader["control"] = (name) => {
    fresh();
    const wanted = fold(name);
    const found = everything(document).find(
      (e) =>
        e.matches("button, a, [role=button], input[type=button], input[type=submit]") &&
        isVisible(e) &&
        [e.textContent ?? "", (e as HTMLInputElement).value ?? "", e.getAttribute("aria-label") ?? ""].some(
          (text) => fold(String(text)).slice(0, 60).trim() === wanted,
        ),
    );
    if (!found) return null;
    let around: Element = found;
    for (let at: Element | null = found; at && at !== document.body; ) {
      around = at;
      if (
        /^(fixed|sticky)$/.test(getComputedStyle(at).position) ||
        at.matches("dialog, [role=dialog], [role=alertdialog]")
      )
        break;
      const root = at.getRootNode();
      at = at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    }
    while (around.getRootNode() instanceof ShadowRoot) around = (around.getRootNode() as ShadowRoot).host;
    const [[selector = ""] = [], [container = ""] = []] = selectorsOf([found, around], 1);
    return { selector, inShadow: inShadow(found), container };
  };

  const watched: Reader["watched"] = async () => {
    const { plumblineWatcher } = globalThis as typeof globalThis & { plumblineWatcher?: Watcher };
    if (!plumblineWatcher) return [];
    await plumblineWatcher.done;
    fresh();
    const moved = [...plumblineWatcher.heard]
      .filter(([element]) => element.isConnected && element !== document.body && isVisible(element))
      .sort(([, a], [, b]) => b.count - a.count)
      .slice(0, 15);
    const selectors = selectorsOf(
      moved.map(([element]) => element),
      1,
    );
    return moved.map(([element, heard], index) => ({
      ...heard,
      selector: selectors[index]?.[0] ?? "",
      sample: line(textOf(element), 60),
    }));
  };

  (globalThis as typeof globalThis & { plumblineReader: Reader }).plumblineReader = {
    outline,
    find,
    facts,
    control,
    watched,
  };
};
