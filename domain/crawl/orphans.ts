// Determines which duplicates become pages because the address they name as canonical does not lead to a page. Pure.

/** `of`: the target of a redirect or a duplicate. */
export type CrawledAddress = { url: string; state: string; of: string };

export type Rescue = {
  /** Duplicates that become pages, in the order in which they were found. */
  promoted: string[];
  /** Duplicates of an address that is no longer a page, with the page that they are duplicates of now. */
  moved: { url: string; of: string }[];
};

/** States in which an address is a page, or may still become one. */
const GOOD = new Set(["page", "waiting"]);
const LEADS_ON = new Set(["duplicate", "redirect"]);

/**
 * Follows the target of each duplicate through further duplicates and redirects. If the chain does not end at a page, the last duplicate
 * before the end becomes the page for all that lead there; in a cycle, the first duplicate of it. `addresses` are in the order of the
 * crawl; at most `room` are promoted. Idempotent.
 */
export function rescueOrphans(addresses: readonly CrawledAddress[], room: number): Rescue {
  const known = new Map(addresses.map((address, order) => [address.url, { ...address, order }] as const));
  type Known = CrawledAddress & { order: number };
  /** Addresses already followed to their end. */
  const settled = new Set<string>();
  /** The page that replaces each missing address and each redirect to it. */
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
