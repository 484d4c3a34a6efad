// Splits an answer of the coach into paragraphs and lists.

export type Block = { list: boolean; lines: string[] };

const ITEM = /^\s*(?:-|\d+\.)\s+/;

/** Lines that start with a dash or a number form a list; all others form paragraphs. */
export function blocksOf(reply: string): Block[] {
  const blocks: Block[] = [];
  for (const line of reply.split("\n")) {
    if (line.trim() === "") continue;
    const list = ITEM.test(line);
    const text = list ? line.replace(ITEM, "") : line.trim();
    const last = blocks.at(-1);
    if (last && last.list === list) last.lines.push(text);
    else blocks.push({ list, lines: [text] });
  }
  return blocks;
}
