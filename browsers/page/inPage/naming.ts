// Runs inside the page's isolated world: names elements in a way that holds from load to load. Sent as source, so the
// function uses nothing but the page's own globals.

/** Where an element of this document stands, and what it is called from now on. */
export type Described = {
  target: string;
  /** Its tag with its classes, by which it is the same one on another page; "" of one without classes. */
  kind: string;
  /** CSS px of the frame's own document; null for what has no box. */
  box: { x: number; y: number; width: number; height: number } | null;
};

export type Naming = {
  /** Of elements that axe names: each a selector, or several that lead through shadow trees. Null: not to be found. */
  ofPaths(paths: (string | string[])[]): (Described | null)[];
  of(elements: readonly Element[]): (Described | null)[];
};

/**
 * Installs `globalThis.plumblineNaming`: our own selectors for elements. They are part of fingerprints, so they hold no
 * name that a build or a render makes up: of an element with an id, test id or name without digits it is that, else its
 * place among its siblings of the same kind below such an element. Classes are left out: most are made by tools.
 */
export const installNaming = (): void => {
  const short = new Map<string, boolean>();
  const only = (root: ParentNode, selector: string): boolean => {
    const known = root === document ? short.get(selector) : undefined;
    if (known !== undefined) return known;
    const found = root.querySelectorAll(selector).length === 1;
    if (root === document) short.set(selector, found);
    return found;
  };
  const steady = (name: string | null): name is string => name !== null && /^[A-Za-z][A-Za-z_-]{1,39}$/.test(name);
  const ownName = (element: Element, root: ParentNode): string | null => {
    // A form's own properties may be its fields: attributes cannot be taken over.
    const id = element.getAttribute("id");
    if (steady(id) && only(root, `#${CSS.escape(id)}`)) return `#${CSS.escape(id)}`;
    for (const attribute of ["data-testid", "name"]) {
      const value = element.getAttribute(attribute);
      const selector = steady(value) ? `${CSS.escape(element.localName)}[${attribute}="${value}"]` : "";
      if (selector !== "" && only(root, selector)) return selector;
    }
    const alone = ["html", "head", "body", "main", "h1"].includes(element.localName);
    return alone && only(root, element.localName) ? element.localName : null;
  };
  const inRoot = (element: Element, root: ParentNode): string => {
    const steps: string[] = [];
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const named = ownName(at, root);
      if (named !== null || steps.length > 40) {
        if (named !== null) steps.unshift(named);
        break;
      }
      const kind = at.localName;
      const same = at.parentNode === null ? [at] : [...at.parentNode.children].filter((e) => e.localName === kind);
      steps.unshift(same.length === 1 ? CSS.escape(kind) : `${CSS.escape(kind)}:nth-of-type(${same.indexOf(at) + 1})`);
    }
    return steps.join(" > ");
  };
  const whole = (element: Element): string => {
    const parts: string[] = [];
    for (let at: Element | null = element; at !== null; ) {
      const root = at.getRootNode();
      if (!(root instanceof Document || root instanceof ShadowRoot)) break;
      parts.unshift(inRoot(at, root));
      at = root instanceof ShadowRoot ? root.host : null;
    }
    return parts.join(" >>> ").slice(-400);
  };
  const find = (path: string | string[]): Element | null => {
    let root: ParentNode = document;
    let found: Element | null = null;
    for (const selector of typeof path === "string" ? [path] : path) {
      found = root.querySelector(selector);
      if (found === null) return null;
      if (found.shadowRoot !== null) root = found.shadowRoot;
    }
    return found;
  };
  const kindOf = (element: Element): string => {
    const classes = [...new Set((element.getAttribute("class") ?? "").split(/\s+/).filter(Boolean))].sort();
    return classes.length === 0 ? "" : [element.localName, ...classes].join(".").slice(0, 200);
  };
  const describe = (element: Element | null | undefined): Described | null => {
    if (!element) return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    const box = width > 0 && height > 0 ? { x: left + scrollX, y: top + scrollY, width, height } : null;
    return { target: whole(element), kind: kindOf(element), box };
  };
  const each = <T>(list: readonly T[], find: (one: T) => Element | null): (Described | null)[] => {
    // The page may have changed since the last call.
    short.clear();
    return list.map((one) => {
      try {
        return describe(find(one));
      } catch {
        return null;
      }
    });
  };
  const naming: Naming = {
    ofPaths: (paths) => each(paths, find),
    of: (elements) => each(elements, (element) => element),
  };
  (globalThis as typeof globalThis & { plumblineNaming: Naming }).plumblineNaming = naming;
};
