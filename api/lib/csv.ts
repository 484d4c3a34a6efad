// Writes exported lists: CSV that spreadsheets open safely, and JSON. `cut`: a sentence on what the file leaves out; null if nothing.

/**
 * Where a spreadsheet would begin to evaluate a text, which may come from a page: at its beginning, and after a separator of cells or rows,
 * because where the semicolon separates cells (in many European settings), a cell in quotes is divided as well.
 */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@\t\r])/g;

/** The columns of a table: the name, and the cell of a row. */
export type Columns<Row> = readonly (readonly [name: string, of: (row: Row) => string | number])[];

export async function* csvOf<Row>(
  columns: Columns<Row>,
  rows: AsyncIterable<Row>,
  cut: string | null,
): AsyncGenerator<string> {
  yield csvLine(columns.map(([name]) => name));
  for await (const row of rows) yield csvLine(columns.map(([, of]) => of(row)));
  if (cut !== null) yield csvLine([cut]);
}

/** `head`: fields before the list, whose name is `list`. */
export async function* jsonOf(
  head: Readonly<Record<string, string | null>>,
  list: string,
  objects: AsyncIterable<object>,
  cut: string | null,
): AsyncGenerator<string> {
  const fields = Object.entries(head).map(([name, value]) => `"${name}":${JSON.stringify(value)},`);
  yield `{${fields.join("")}"${list}":[`;
  let first = true;
  for await (const one of objects) {
    yield `${first ? "" : ","}\n${JSON.stringify(one)}`;
    first = false;
  }
  yield `\n],"cut":${JSON.stringify(cut)}}\n`;
}

export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = value.replace(FORMULA, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
