// Line diff of two texts.

export type DiffLine = { sign: " " | "-" | "+"; text: string };

/** Maximum size of the table. Above it, the differing part is shown as removed and added as a whole. */
const MAX_CELLS = 4_000_000;

export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ sign: " ", text }));
  return [
    ...same(old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...same(old.slice(old.length - end)),
  ];
}

function middle(old: readonly string[], now: readonly string[]): DiffLine[] {
  const gone = old.map((text): DiffLine => ({ sign: "-", text }));
  const came = now.map((text): DiffLine => ({ sign: "+", text }));
  if (old.length === 0 || now.length === 0 || old.length * now.length > MAX_CELLS) return [...gone, ...came];
  // `common[i][j]`: number of lines that `old` from `i` and `now` from `j` have in common.
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] =
        old[i] === now[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const lines: DiffLine[] = [];
  for (let i = 0, j = 0; i < old.length || j < now.length; ) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      lines.push({ sign: " ", text: old[i]! });
      i++;
      j++;
    } else if (j >= now.length || (i < old.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
      lines.push(gone[i++]!);
    else lines.push(came[j++]!);
  }
  return lines;
}
