// Runs inside the page's isolated world: finds tables without any header cell.
import type { HeaderlessTable } from "../../../../../domain/pillars/a11y/content.ts";
import type { Reading, Unnamed } from "./reading.ts";

export const readTables = (reading: Reading): { tables: Unnamed<HeaderlessTable>[]; count: number } => {
  const { all, at, authored, exposed, get, limits, line, roleOf, textOf } = reading;
  const HEADERS = "th,[role=columnheader],[role=rowheader],td[scope],td[headers]";
  const LAYOUT = "table,form,input:not([type=checkbox]),select,textarea,h1,h2,h3,h4,h5,h6,nav,iframe";
  /** A number, price, percentage, date or time. */
  const FIGURE = /^[\s\p{Sc}%+±≈<>~(-]*\d[\d\s.,:/'’–-]*[\s\p{Sc}%)°A-Za-z²³/]{0,8}$/u;
  const shown = (cell: Element): boolean => (cell.textContent ?? "").trim() !== "";
  const bold = (row: HTMLTableRowElement | undefined): boolean => {
    const cells = [...(row?.cells ?? [])].filter(shown);
    const heavy = (cell: Element): boolean =>
      Number(getComputedStyle(cell.querySelector("b,strong,span,p,font") ?? cell).fontWeight) >= 600;
    return cells.length > 1 && cells.every(heavy);
  };

  const tables: Unnamed<HeaderlessTable>[] = [];
  const list = all<HTMLTableElement>("table");
  for (const table of list) {
    if (tables.length >= limits.each) break;
    if (!/^(|table|grid)$/.test(roleOf(table)) || table.rows.length < 2) continue;
    if (table.querySelector(HEADERS) !== null) continue;
    const rows = [...table.rows].slice(0, 60);
    const columns = Math.max(...rows.map(({ cells }) => cells.length));
    if (columns < 2 || !exposed(table)) continue;
    const texts = rows
      .slice(1)
      .flatMap(({ cells }) => [...cells].map((c) => line((c.textContent ?? "").slice(0, 300))));
    const filled = texts.filter((text) => text !== "");
    const figures = filled.filter((text) => text.length < 40 && FIGURE.test(text)).length;
    const caption = table.caption === null ? "" : textOf(table.caption, 100);
    tables.push({
      at: at(table),
      rows: table.rows.length,
      columns,
      announced: caption !== "" || table.tHead !== null || authored(table) !== "" || line(get(table, "summary")) !== "",
      boldRow: bold(rows[0]) && !bold(rows[1]),
      figures: filled.length === 0 ? 0 : Math.round((100 * figures) / filled.length) / 100,
      layout:
        table.querySelector(LAYOUT) !== null ||
        table.parentElement?.closest("table") !== null ||
        texts.some((text) => text.length > 200),
    });
  }
  return { tables, count: list.length };
};
