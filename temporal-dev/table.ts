/** Formats a plain text table: columns as wide as their widest cell, separated by two spaces. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((h, i) => Math.max(h.length, ...rows.map((r) => (r[i] ?? "").length)));
  const line = (cells: string[]) =>
    widths
      .map((w, i) => (cells[i] ?? "").padEnd(w))
      .join("  ")
      .trimEnd();
  return [line(head), line(widths.map((w) => "─".repeat(w))), ...rows.map(line)].join("\n");
}
