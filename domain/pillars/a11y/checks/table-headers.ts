import { type Check, failed, review } from "../../../audit/finding.ts";
import type { HeaderlessTable } from "../content.ts";
import { about, listed, onContent } from "../contentCheck.ts";
import type { A11yData } from "../gathered.ts";

/** Layout tables do not need header cells. WCAG 1.3.1, failure F91. */
export const tableHeaders: Check<A11yData> = {
  rule: "table-headers",
  severity: "serious",
  title: "Data tables have header cells.",
  fault: "Data table has no header cells",
  help: 'Mark the cells that name a column or row with th and scope. Give a table that is only for layout role="presentation".',
  run: onContent(({ counts, tables }) => {
    const results = tables.flatMap((table) => {
      const size = `${table.rows} rows and ${table.columns} columns`;
      const { rows, columns, announced, boldRow, figures } = table;
      const place = about(["wcag2a", "wcag131"], table, { rows, columns, announced, boldRow, figures });
      const kind = kindOf(table);
      if (kind === "data")
        return [
          failed(
            `The table of ${size} has no header cell, so screen reader users do not know what a cell means.`,
            ...place,
          ),
        ];
      return kind === "doubtful"
        ? [
            review(
              `A person must check this: the table of ${size} has no header cell, and its cells look like data.`,
              ...place,
            ),
          ]
        : [];
    });
    return listed(results, counts.tables, "tables");
  }),
};

function kindOf({ rows, announced, boldRow, figures, layout }: HeaderlessTable): "data" | "doubtful" | "layout" {
  if (layout) return "layout";
  if (announced && rows > 1) return "data";
  if (boldRow && rows > 2) return "data";
  if (rows > 2 && figures >= 0.4) return "doubtful";
  return "layout";
}
