// Runs inside a page: determines which of several elements are in the row, list entry or card that shows a text. A wrong row is worse than
// none, so if the page does not separate rows clearly, there is none.

/**
 * `text`: in lower case, with collapsed spaces. `words`, `part`: patterns for it as whole words, and as part of any word. `entries`: a
 * selector for the elements pages use as rows.
 */
export type RowWish = { text: string; words: string; part: string; entries: string };

/**
 * An element whose row shows the text: its index among all, and how many elements above it the row is; null: the row cannot be
 * found again by its text and distance, because the text is a field's value or the row starts outside the element's shadow tree.
 * `row`: index of the row. `inWord`: the text runs into other words if the row's text is concatenated, as Playwright does.
 */
export type InRow = { place: number; above: number | null; row: number; inWord: boolean };

/**
 * Self-contained: its source is sent to the page. The row of an element is the smallest part of the page around it that shows the text,
 * unless a part on the way up is already a row: a list or table entry, or one of several similar siblings.
 */
export function readInRow(elements: Element[], { text, words, part: inAny, entries }: RowWish): InRow[] {
  const CELLS = "td, th, [role=cell], [role=gridcell], [role=rowheader], [role=columnheader]";
  /** Lines of a card, not rows, although there may be many similar ones. */
  const LINES = "p, span, b, strong, i, em, small, label, h1, h2, h3, h4, h5, h6, dt, dd";
  const PAGES = "main, nav, [role=main], [role=navigation]";
  const REGIONS = `${PAGES}, section, aside, dialog, [role=region], [role=dialog]`;
  const NO_TEXT = "script, style, template, noscript";
  // Pages may define their own `Node`, and a form's `children` may be its field of that name.
  const TEXT = 3;
  const isElement = (node: Node): node is Element => node.nodeType === 1;
  const elementsIn = (parent: Node | null): Element[] => [...(parent?.childNodes ?? [])].filter(isElement);

  const fieldText = (one: Element): string | null => {
    if (one instanceof HTMLSelectElement) return [...one.selectedOptions].map((option) => option.textContent).join(" ");
    if (one instanceof HTMLTextAreaElement) return one.value;
    if (!(one instanceof HTMLInputElement)) return null;
    return /^(checkbox|radio|hidden|password|file)$/.test(one.type) ? "" : one.value;
  };
  const wordsOf = (node: Node, leaves: (one: Element) => boolean, between = ""): string => {
    if (node.nodeType === TEXT) return node.nodeValue ?? "";
    if (!isElement(node) || node.matches(NO_TEXT) || leaves(node)) return "";
    const value = fieldText(node);
    if (value !== null) return ` ${value} `;
    return [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes]
      .map((one) => wordsOf(one, leaves, between))
      .join(between);
  };
  const folded = (words: string): string => words.replace(/\s+/g, " ").trim().toLowerCase();
  const known = new Map<Element, string>();
  const textOf = (part: Element): string => {
    const before = known.get(part);
    if (before !== undefined) return before;
    const read = folded(wordsOf(part, () => false));
    known.set(part, read);
    return read;
  };
  let wanted = new RegExp(words, "iu");
  /** Text is read twice, with words ending at element boundaries and running across them, because a cell may be read either way. */
  const says = (part: Element, leaves: (one: Element) => boolean): boolean =>
    wanted.test(folded(wordsOf(part, leaves))) || wanted.test(folded(wordsOf(part, leaves, " ")));
  let shown = new Map<Element, boolean>();
  const shows = (part: Element): boolean => {
    const before = shown.get(part);
    if (before !== undefined) return before;
    const answer = says(part, () => false);
    shown.set(part, answer);
    return answer;
  };
  const above = (part: Element): Element | null => {
    const root = part.getRootNode();
    return part.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };
  const childrenOf = (part: Element): Element[] => [...elementsIn(part.shadowRoot), ...elementsIn(part)];
  const siblings = (part: Element): Element[] => elementsIn(part.parentNode).filter((one) => one !== part);

  /** Returns the structure of a part at its top level, without wrappers around all of it. */
  const madeOf = (part: Element): Set<string> => {
    const kinds = [...part.childNodes].flatMap((node) =>
      isElement(node)
        ? node.matches(NO_TEXT)
          ? []
          : [node.tagName]
        : node.nodeType === TEXT && node.nodeValue?.trim()
          ? ["text"]
          : [],
    );
    const [only] = elementsIn(part);
    return kinds.length === 1 && only && elementsIn(only).length > 0 ? madeOf(only) : new Set(kinds);
  };
  /** Whether two siblings are similar: they share a class, or have none and the same structure. `closely`: both class and structure. */
  const alike = (one: Element, other: Element, closely: boolean): boolean => {
    if (one.tagName !== other.tagName || one.getAttribute("role") !== other.getAttribute("role")) return false;
    const ofClass = [...one.classList].some((name) => other.classList.contains(name));
    if (!ofClass && one.classList.length + other.classList.length > 0) return false;
    if (ofClass && !closely) return true;
    const [kinds, others] = [madeOf(one), madeOf(other)];
    return kinds.size === 0 ? others.size === 0 : [...kinds].some((kind) => others.has(kind));
  };
  const repeated = (part: Element, closely: boolean): boolean =>
    siblings(part).some((other) => alike(part, other, closely));

  const isTold = (part: Element): boolean => isEntry(part) || repeated(part, true);
  const kindOf = (entry: Element): string =>
    entry.getAttribute("role") ?? ({ LI: "listitem", TR: "row" }[entry.tagName] || entry.tagName.toLowerCase());
  /** The article a page is about is not a row. */
  const isEntry = (part: Element): boolean =>
    part.matches(entries) &&
    part.querySelector(PAGES) === null &&
    !(kindOf(part) === "article" && part.querySelector("h1") && !siblings(part).some((one) => one.matches(entries)));
  const isPage = (part: Element): boolean =>
    part === document.body ||
    part === document.documentElement ||
    part.matches("main, [role=main]") ||
    part.querySelector(PAGES) !== null;
  const isMostOfPage = (part: Element): boolean => {
    const { width, height } = part.getBoundingClientRect();
    const { scrollWidth, scrollHeight } = document.documentElement;
    return (
      width * height * 2 > scrollWidth * Math.max(scrollHeight, innerHeight) || textOf(part) === textOf(document.body)
    );
  };

  const rowOf = (element: Element): Element | null => {
    const labels =
      element instanceof HTMLElement && "labels" in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const start = labels.find((label) => label.contains(element)) ?? element;
    const isOwn = (one: Element): boolean => one === element || (labels as Element[]).includes(one);
    /** Returns what a part says apart from the element; `others`: without other controls of its kind. */
    const besides = (part: Element, others: boolean): string => {
      const picture = [...part.querySelectorAll("img[alt]")].find((one) => !element.contains(one));
      const alt = (picture?.getAttribute("alt") ?? "").trim();
      const control = element.matches("a") ? "a, button, [role=button]" : "button, [role=button]";
      return alt || folded(wordsOf(part, (one) => isOwn(one) || (!others && one.matches(control))));
    };
    /** Whether it contains only the element, such as a cell, or is one line of a card. */
    const isBare = (part: Element): boolean => part === start || part.matches(LINES) || besides(part, false) === "";
    const isAround = (part: Element): boolean => isEntry(part) && !isBare(part);
    const nextEntry = (from: Element | null): Element | null => {
      let at = from;
      while (at && !isAround(at)) at = above(at);
      return at;
    };
    let entry = nextEntry(element);
    let passed = false;

    /** Whether `row`, which shows the text, is a single row, and the element's own: `part` is its child that contains the element. */
    const isRow = (row: Element, part: Element): boolean => {
      const beside = childrenOf(row).filter((one) => one !== part && shows(one));
      const own = folded([...row.childNodes].map((one) => (isElement(one) ? "" : one.nodeValue)).join(" "));
      const said = wanted.test(own);
      const told = isTold(row);
      if (row.matches("dl") && part.matches("dt, dd")) {
        // A term with its descriptions is a row, unless the whole list is in one.
        let term = part;
        while (term.previousElementSibling && !(term.matches("dt") && !term.previousElementSibling.matches("dt")))
          term = term.previousElementSibling;
        let last = term;
        while (last.nextElementSibling && !(last.matches("dd") && last.nextElementSibling.matches("dt")))
          last = last.nextElementSibling;
        const places = childrenOf(row);
        const inGroup = (one: Element): boolean =>
          places.indexOf(one) >= places.indexOf(term) && places.indexOf(one) <= places.indexOf(last);
        return beside.some((one) => inGroup(one) || ((entry !== null || told) && one.matches("dd")));
      }
      const rival = (other: Element): boolean => {
        if (part.matches(CELLS)) return false;
        if (part.matches(entries)) return kindOf(part) === kindOf(other);
        if (!isBare(part)) return alike(part, other, false);
        // Cells of a row may be similar if the row is identified by rows next to it.
        const only = part.matches(LINES) || besides(part, true) === "";
        return alike(part, other, true) && !(told && only);
      };
      if (!said && beside.length > 0 && beside.every(rival)) return false;
      if (entry || told) return true;
      if (passed || isMostOfPage(row)) return false;
      // Several names, or words of the part's own, indicate a list and not a row.
      return isBare(part) && (said || !beside.some((one) => repeatedIn(row, one, part)));
    };
    const repeatedIn = (row: Element, name: Element, part: Element): boolean =>
      childrenOf(row).some((one) => one !== name && one !== part && alike(name, one, true));

    let below: Element | null = null;
    for (let part: Element | null = start; part && (part === entry || isEntry(part) || !isPage(part)); ) {
      if (shows(part)) return below === null || isRow(part, below) ? part : null;
      if (part === entry) {
        // A card may be a list entry that contains an article.
        const outer = nextEntry(above(part));
        const inner = part;
        const same = (one: Element): boolean => one.contains(inner) || inner.contains(one);
        if (!outer || kindOf(outer) === kindOf(inner) || ![...outer.querySelectorAll(entries)].every(same)) return null;
        entry = outer;
      } else if (!entry && (part.matches(REGIONS) || (!isBare(part) && repeated(part, false)))) return null;
      if (part.matches(entries)) passed = true;
      below = part;
      part = above(part);
    }
    return null;
  };

  const read = () =>
    elements.flatMap((element, place) => {
      const row = rowOf(element);
      return row ? [{ element, place, row }] : [];
    });
  let found = read();
  if (found.length === 0) {
    wanted = new RegExp(inAny, "iu");
    shown = new Map();
    found = read();
  }
  let rows = [...new Set(found.map(({ row }) => row))];
  if (rows.length > 1) {
    const exact = rows.filter((row) => [row, ...row.querySelectorAll("*")].some((one) => textOf(one) === text));
    // An outer row contains everything an inner one says.
    if (exact.length > 0) {
      found = found.filter(({ row }) => exact.includes(row));
      rows = exact;
    }
  }
  /** Of nested rows the inner one is meant if the outer one shows the text only there. */
  const isAround = (row: Element): boolean => {
    const inner = rows.filter((other) => other !== row && row.contains(other) && isTold(other));
    return inner.length > 0 && !says(row, (one) => inner.includes(one));
  };
  return found
    .filter(({ row }) => !isAround(row))
    .map(({ element, place, row }) => {
      let height = 0;
      let at: Element | null = element;
      for (; at && at !== row; height += 1) at = at.parentElement;
      const told = row.textContent ?? "";
      const held = at && new RegExp(inAny, "iu").test(told) ? height : null;
      return { place, above: held, row: rows.indexOf(row), inWord: !new RegExp(words, "iu").test(told) };
    });
}
