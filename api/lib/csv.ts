// Writes CSV rows that spreadsheets open safely.

/** Texts that a spreadsheet would evaluate as a formula; they may come from a page. */
const FORMULA = /^[=+\-@\t\r]/;

export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
