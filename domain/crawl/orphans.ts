// Which duplicates become pages, because the address that they name as the right one leads to no page. Pure.

/** `of`: where a redirect or a duplicate leads. */
export type CrawledAddress = { url: string; state: string; of: string };

export type Rescue = {
  /** Duplicates that become pages, in the order in which they were met. */
  promoted: string[];
  /** Duplicates of an address that is none any more, with the page that they are duplicates of now. */
  moved: { url: string; of: string }[];
};

/** Where the crawl has a page, or may still have one. */
const GOOD = new Set(["page", "waiting"]);
const LEADS_ON = new Set(["duplicate", "redirect"]);

/**
 * Follows what each duplicate names over further duplicates and redirects. Where that ends at no page, the last duplicate
 * before the end becomes the page for all that lead there; in a circle, the first of it. `addresses` in the order of the
 * crawl; at most `room` are promoted. Done twice it changes nothing more.
 */
export function rescueOrphans(addresses: readonly CrawledAddress[], room: number): Rescue {
  const known = new Map(addresses.map((address, order) => [address.url, { ...address, order }] as const));
  type Known = CrawledAddress & { order: number };
  /** Led on to their end already. */
  const settled = new Set<string>();
  /** By addresses where nothing was, and redirects to them. */
  const pageFor = new Map<string, string>();
  const rescue: Rescue = { promoted: [], moved: [] };
  for (const address of known.values()) {
    if (address.state !== "duplicate" || settled.has(address.url)) continue;
    const path: Known[] = [];
    const passed = new Set<string>();
    let end = address.url;
    for (let at = known.get(end); at && LEADS_ON.has(at.state); at = known.get(end)) {
      if (settled.has(end) || passed.has(end) || pageFor.has(end)) break;
      path.push(at);
      passed.add(end);
      end = at.of;
    }
    const isCircle = passed.has(end);
    if (!isCircle && (settled.has(end) || GOOD.has(known.get(end)?.state ?? ""))) {
      for (const { url } of path) settled.add(url);
      continue;
    }
    const circle = isCircle ? path.slice(path.findIndex(({ url }) => url === end)) : [];
    const first = circle.filter(isDuplicate).sort((a, b) => a.order - b.order)[0];
    const last = first ? path.length - 1 : path.findLastIndex(isDuplicate);
    const chosen = first ?? path[last];
    if (!chosen) continue;
    const page = pageFor.get(end) ?? (rescue.promoted.length < room ? chosen.url : undefined);
    for (const { url } of path.slice(0, last + 1)) settled.add(url);
    if (page === undefined) continue;
    for (const url of [...path.slice(last + 1).map((address) => address.url), end]) pageFor.set(url, page);
    if (page === chosen.url) rescue.promoted.push(page);
    else rescue.moved.push({ url: chosen.url, of: page });
  }
  return rescue;
}

const isDuplicate = ({ state }: CrawledAddress): boolean => state === "duplicate";
