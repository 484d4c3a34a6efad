// Runs inside the page's isolated world, next to axe: finds table headers that refer to no cell. Sent as source, so the function uses
// only the page's globals.

type This = { data(figures: object): void };
type Check = { evaluate(this: This, node: Element, ...rest: unknown[]): boolean | undefined };
type Cell = {
  element: Element;
  /** `either`: a th that may refer to its row or its column. */
  kind: "data" | "column" | "row" | "either";
  x: number;
  y: number;
  width: number;
  height: number;
};

/** If a header of a table or ARIA grid has no cell, axe reports it for review or not at all. This fails it if it is clear. */
export const judgeHeaders = (): void => {
  const { axe } = globalThis as typeof globalThis & {
    axe: {
      _audit: { checks: Record<string, Check> };
      commons: { dom: { isVisibleToScreenReaders(element: Element): boolean } };
    };
  };
  const check = axe._audit.checks["th-has-data-cells"];
  if (check === undefined) return;
  const TABLE = "table,[role=table],[role=grid],[role=treegrid]";
  const CELL = "[role=cell],[role=gridcell],[role=columnheader],[role=rowheader]";
  /** Tables with more rows or columns are not checked. */
  const MAX_CELLS = 1_000;
  const get = (element: Element, name: string): string => (element.getAttribute(name) ?? "").trim().toLowerCase();
  const within = (list: Iterable<Element>, around: string, holder: Element): Element[] =>
    [...list].filter((one) => one.parentElement?.closest(around) === holder);

  /** Null: the structure of the table is unclear. */
  const rowsOf = (table: Element): Element[][] | null => {
    if (table instanceof HTMLTableElement)
      return table.rows.length > MAX_CELLS ? null : [...table.rows].map(({ cells }) => [...cells]);
    const rows = within(table.querySelectorAll("[role=row]"), TABLE, table);
    if (rows.length > MAX_CELLS || table.matches("[aria-owns]") || table.querySelector("[aria-owns],slot") !== null)
      return null;
    // A component may encapsulate its cells.
    if (rows.some((row) => [row, ...row.children].some((one) => one.localName.includes("-") && !one.matches("[role]"))))
      return null;
    return rows.map((row) => within(row.querySelectorAll(CELL), "[role=row]", row));
  };
  const kindOf = (cell: Element): Cell["kind"] => {
    const role = get(cell, "role");
    if (role === "columnheader") return "column";
    if (role === "rowheader") return "row";
    if (cell.localName !== "th" || role !== "") return "data";
    const scope = get(cell, "scope");
    return /^col/.test(scope) ? "column" : /^row/.test(scope) ? "row" : "either";
  };
  const span = (cell: Element, native: "colspan" | "rowspan"): number =>
    Math.min(
      MAX_CELLS,
      Math.max(1, ...[native, `aria-${native}`].map((name) => Number.parseInt(get(cell, name), 10) || 0)),
    );
  /** Returns each cell with its position, as browsers lay out tables. */
  const placed = (rows: readonly Element[][]): Cell[] => {
    const cells: Cell[] = [];
    /** By column: the first free row. */
    const free: number[] = [];
    for (const [y, row] of rows.entries()) {
      let x = 0;
      for (const element of row) {
        while ((free[x] ?? 0) > y) x += 1;
        if (x >= MAX_CELLS) break;
        const [width, height] = [
          span(element, "colspan"),
          get(element, "rowspan") === "0" ? MAX_CELLS : span(element, "rowspan"),
        ];
        cells.push({ element, kind: kindOf(element), x, y, width, height });
        for (const end = x + width; x < end; x += 1) free[x] = y + height;
      }
    }
    return cells;
  };

  /** Returns the headers without a cell; none if no row has data. */
  const idle = (cells: readonly Cell[]): Set<Element> => {
    const ids = new Set(cells.map(({ element }) => element.id));
    const named = (cell: Element): string[] =>
      `${cell.getAttribute("headers") ?? ""} ${cell.getAttribute("aria-labelledby") ?? ""}`.split(/\s+/);
    const referred = new Set(cells.flatMap(({ element }) => named(element)));
    const dataRows = new Set(cells.filter(({ kind }) => kind === "data").map(({ y }) => y));
    const columns = new Map<number, Set<Element>>();
    /** By row: whether it has data cells, and whether one of them has content. */
    const rows = new Map<number, boolean>();
    for (const { element, kind, x, y, width, height } of cells) {
      // A cell that names its headers belongs to no others.
      if ((element.getAttribute("headers") ?? "").split(/\s+/).some((id) => id !== "" && ids.has(id))) continue;
      const says = element.childElementCount > 0 || /\S/.test(element.textContent ?? "");
      if (kind === "data") for (let at = y; at < y + height; at += 1) rows.set(at, (rows.get(at) ?? false) || says);
      if (kind === "column" || !dataRows.has(y)) continue;
      for (let at = x; at < x + width; at += 1) columns.set(at, (columns.get(at) ?? new Set()).add(element));
    }
    const isIdle = ({ element, kind, x, y, width, height }: Cell): boolean => {
      if (kind === "data" || (element.id !== "" && referred.has(element.id))) return false;
      // Alone in its row, with cells that name their headers, it is the title of the table.
      if (referred.size > 1 && element.parentElement?.childElementCount === 1) return false;
      for (let at = x; at < x + width; at += 1)
        for (const one of columns.get(at) ?? []) if (one !== element) return false;
      // A row header may have the column scope by mistake; an empty cell is the corner of a table.
      for (let at = y; at < y + height; at += 1) if (kind === "column" ? rows.get(at) : rows.has(at)) return false;
      return dataRows.size > 0;
    };
    return new Set(cells.filter(isIdle).map(({ element }) => element));
  };
  /** Whether a message such as “Loading” or “Nothing found” is alone in a row, in a table of several columns. */
  const isNotice = (cells: readonly Cell[]): boolean => {
    const rows = [...Map.groupBy(cells, ({ y }) => y).values()];
    const alone = rows.every((row) => row.length === 1 || row.every(({ kind }) => kind !== "data"));
    const headers = cells.filter(({ kind }) => kind !== "data").length;
    return alone && (headers > 2 || (headers === 2 && cells.length === 3));
  };

  const idleHeader = (table: Element): Element | undefined => {
    // A grid that renders only the visible columns lacks cells that exist logically.
    if (table.matches("[aria-colcount]") || table.querySelector("[aria-colindex]") !== null) return undefined;
    const rows = rowsOf(table);
    if (rows === null || rows.some(({ length }) => length > MAX_CELLS)) return undefined;
    const all = idle(placed(rows));
    if (all.size === 0) return undefined;
    // Cells hidden at this width may have shifted the others, so the header must lack a cell with and without them.
    const drawn = placed(rows.map((row) => row.filter((cell) => cell.checkVisibility())));
    if (isNotice(drawn)) return undefined;
    const { isVisibleToScreenReaders } = axe.commons.dom;
    return [...idle(drawn)].find(
      (header) => all.has(header) && /\S/.test(header.textContent ?? "") && isVisibleToScreenReaders(header),
    );
  };

  const { evaluate } = check;
  check.evaluate = function (node, ...rest) {
    const header = idleHeader(node);
    if (header === undefined) return node instanceof HTMLTableElement ? evaluate.call(this, node, ...rest) : true;
    this.data({ header: (header.textContent ?? "").replace(/\s+/g, " ").trim() });
    return false;
  };
};
