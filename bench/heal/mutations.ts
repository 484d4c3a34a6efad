// What a redesign does to an element that a test knows. Each mutation is a function whose source runs in the page.

export type MutationKind =
  | "renamed"
  | "moved"
  | "relabelled"
  | "rewrapped"
  | "restyled"
  | "retagged"
  | "duplicated"
  | "removed"
  | "redesigned"
  | "removed in a redesign";

/**
 * `gone`: nothing may be proposed. `either`: a proposal must be right, but none is fine too. `right`: the element still exists and must be
 * found.
 */
export type Expected = "right" | "either" | "gone";

export type Mutation = { kind: MutationKind; expected: Expected; apply: (element: Element) => void };

/** Each function must be self-contained, because its source is sent to the page. */
export const MUTATIONS: readonly Mutation[] = [
  {
    kind: "renamed",
    expected: "right",
    apply(element) {
      for (const name of ["id", "name", "data-testid", "for"]) {
        const value = element.getAttribute(name);
        if (value) element.setAttribute(name, `x-${value.length}-${value.split("").reverse().join("")}`);
      }
    },
  },
  {
    kind: "relabelled",
    expected: "right",
    apply(element) {
      const words: Record<string, string> = {
        add: "put",
        basket: "bag",
        send: "submit",
        search: "find",
        sign: "log",
        go: "carry",
      };
      const other = (text: string) => {
        const swapped = text.replace(/[A-Za-z]+/g, (word) => words[word.toLowerCase()] ?? word);
        return swapped === text ? `${text} now` : swapped;
      };
      const { labels } = element as HTMLInputElement;
      const label = element.getAttribute("aria-label");
      if (label) element.setAttribute("aria-label", other(label));
      else if (labels?.[0]) labels[0].textContent = other(labels[0].textContent ?? "");
      else {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode())
          if (node.nodeValue?.trim()) node.nodeValue = other(node.nodeValue);
      }
    },
  },
  {
    kind: "moved",
    expected: "right",
    apply(element) {
      const block = element.closest("li, form, section, p, div") ?? element;
      const parent = block.parentElement;
      if (parent && parent.children.length > 1)
        parent.insertBefore(block, block === parent.firstElementChild ? null : parent.firstElementChild);
      else document.querySelector("main")?.append(block);
    },
  },
  {
    kind: "rewrapped",
    expected: "right",
    apply(element) {
      for (const tag of ["div", "span"]) {
        const wrap = document.createElement(tag);
        wrap.className = "v2-wrap";
        element.replaceWith(wrap);
        wrap.append(element);
      }
    },
  },
  {
    kind: "restyled",
    expected: "right",
    apply(element) {
      element.setAttribute("class", "css-1x9k2f");
      element.removeAttribute("id");
    },
  },
  {
    kind: "retagged",
    expected: "either",
    apply(element) {
      if (!element.matches("button, a")) return;
      const other = document.createElement(element.matches("a") ? "button" : "a");
      other.innerHTML = element.innerHTML;
      for (const { name, value } of [...element.attributes]) if (name !== "href") other.setAttribute(name, value);
      if (other.matches("a")) other.setAttribute("href", "#");
      const { truths } = window as unknown as { truths: Map<Element, number> };
      const truth = truths.get(element);
      if (truth !== undefined) truths.set(other, truth);
      element.replaceWith(other);
    },
  },
  {
    kind: "duplicated",
    expected: "either",
    apply(element) {
      const copy = element.cloneNode(true) as Element;
      element.after(copy);
    },
  },
  {
    kind: "removed",
    expected: "gone",
    apply(element) {
      const { labels } = element as HTMLInputElement;
      for (const label of [...(labels ?? [])]) label.remove();
      element.remove();
    },
  },
  {
    kind: "redesigned",
    expected: "right",
    apply(element) {
      for (const one of document.querySelectorAll("[class]")) one.setAttribute("class", `v2-${one.className.length}`);
      const wrap = document.createElement("div");
      element.replaceWith(wrap);
      wrap.append(element);
      element.removeAttribute("id");
      const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      if (node?.nodeValue?.trim()) node.nodeValue = `${node.nodeValue} here`;
    },
  },
  {
    kind: "removed in a redesign",
    expected: "gone",
    apply(element) {
      const { labels } = element as HTMLInputElement;
      for (const label of [...(labels ?? [])]) label.remove();
      element.remove();
      for (const one of document.querySelectorAll("[class]")) one.setAttribute("class", `v2-${one.className.length}`);
      // Every third link or button also gets a different name.
      for (const [at, one] of [...document.querySelectorAll("a, button")].entries()) {
        const node = at % 3 === 0 ? document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode() : null;
        if (node?.nodeValue?.trim()) node.nodeValue = `${node.nodeValue} here`;
      }
    },
  },
];
