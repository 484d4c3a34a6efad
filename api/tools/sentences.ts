// Pieces of the sentences that tools answer.

/** A summary is one line: names of scenarios and pages may hold anything. */
export function oneLine(text: string, most = 300): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

/** `1 page`, `3 pages`, `2 entries`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
