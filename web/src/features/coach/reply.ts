// An answer of the coach as paragraphs and lists.

export type Block = { list: boolean; lines: string[] };

const ITEM = /^\s*(?:-|\d+\.)\s+/;

/** Lines that begin with a dash or a number are a list; others are paragraphs. */
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
