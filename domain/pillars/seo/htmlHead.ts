// Reads the head of an HTML document as sent, without a browser, in one pass and linear time.
import { baseOf, decodeHtml, type Tag, tagsIn } from "../../html/tags.ts";
import { storableUrl } from "./address.ts";
import type { ServedHead } from "./gathered.ts";
import { isForRobots } from "./indexing.ts";

const MAX_TAGS = 5_000;
const MAX_OF_A_KIND = 100;

/** Reads until the head or the text ends, or 5,000 tags were read. `url`: final URL of the response. */
export function readHead(html: string, url: string): Required<ServedHead> {
  const head: Required<ServedHead> = { title: "", titleCount: 0, canonicals: [], robotMetas: [], hreflangs: [] };
  let base: string | null = null;
  for (const { tag, text } of tagsIn(html, MAX_TAGS)) {
    if (tag.name === "body" || tag.name === "/head") break;
    if (tag.name === "base") base ??= baseOf(tag, url);
    else if (tag.name === "meta" || tag.name === "link") note(head, tag, base ?? url);
    if (tag.name !== "title" || text === null) continue;
    if (head.titleCount === 0) head.title = decodeHtml(text.slice(0, 2_000))?.replace(/\s+/g, " ").trim() ?? null;
    head.titleCount += 1;
  }
  return head;
}

function note(head: Required<ServedHead>, { name, attributes }: Tag, base: string): void {
  if (name === "meta") {
    const robot = (attributes.get("name") ?? "").trim().toLowerCase();
    const content = (decodeHtml(attributes.get("content") ?? "") ?? "").slice(0, 500);
    if (isForRobots(robot) && head.robotMetas.length < MAX_OF_A_KIND)
      head.robotMetas.push({ name: robot, content, inHead: true });
    return;
  }
  const href = decodeHtml(attributes.get("href") ?? "");
  const url = href === null || href.trim() === "" ? null : storableUrl(href.trim(), base);
  const rel = (attributes.get("rel") ?? "").toLowerCase().split(/\s/);
  if (url === null) return;
  if (rel.includes("canonical") && head.canonicals.length < MAX_OF_A_KIND) head.canonicals.push(url);
  const lang = attributes.get("hreflang");
  if (rel.includes("alternate") && lang !== undefined && head.hreflangs.length < MAX_OF_A_KIND)
    head.hreflangs.push({ lang: lang.slice(0, 40), url });
}
