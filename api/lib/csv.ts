// Writes CSV rows that spreadsheets open safely.

/**
 * Where a spreadsheet would begin to evaluate a text, which may come from a page: at its beginning, and after a separator of cells or rows,
 * because where the semicolon separates cells (in many European settings), a cell in quotes is divided as well.
 */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@\t\r])/g;

export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = value.replace(FORMULA, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
