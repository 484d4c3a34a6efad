// Turns address lists of other tools into scenarios, relative to the site and labelled by their paths, and the site into an environment.
import type { FileEnvironment, FileScenario } from "../projectFile/types.ts";
import { percentDecoded, truncate } from "../text.ts";
import { environmentOf, mainOrigin } from "./environments.ts";
import type { LeftOut } from "./types.ts";

/** Maximum number of pages. More would test the same templates repeatedly; they can be added to the file by hand. */
const MAX_PAGES = 500;
export const NO_SITE = "http://site.invalid";

export type Listed = { path: string; url: string; more?: Partial<FileScenario> };
export type Pages = { scenarios: FileScenario[]; environments: FileEnvironment[]; leftOut: LeftOut[] };

/** Returns one scenario per distinct address; those on the most frequent host become relative. `more`: further fields of each. */
export function scenariosOf(addresses: readonly Listed[]): Pages {
  const scenarios: FileScenario[] = [];
  const leftOut: LeftOut[] = [];
  const labels = new Set<string>();
  const seen = new Map<string, Partial<FileScenario>>();
  const origin = mainOrigin(addresses.map(({ url }) => url));
  for (const { path, url, more = {} } of addresses) {
    const parsed = URL.parse(url, origin ?? NO_SITE);
    if (!parsed || !/^https?:$/.test(parsed.protocol) || holdsPassword(parsed)) {
      leftOut.push({ path, reason: whyNoPage(parsed) });
      continue;
    }
    const relative = parsed.origin === (origin ?? NO_SITE);
    const address = `${relative ? "" : parsed.origin}${parsed.pathname}${parsed.search}${routeOf(parsed.hash)}`;
    const same = seen.get(address);
    if (same !== undefined) {
      if (JSON.stringify(same) !== JSON.stringify(more))
        leftOut.push({
          path,
          reason: "is already imported with other fields: add it under a different label",
        });
      continue;
    }
    seen.set(address, more);
    if (scenarios.length === MAX_PAGES) {
      leftOut.push({ path, reason: `exceeds the maximum of ${MAX_PAGES} imported pages` });
      continue;
    }
    scenarios.push({ label: labelOf(parsed, relative, labels), url: address, ...more });
  }
  const site = environmentOf(origin);
  return { scenarios, environments: site ? [site] : [], leftOut };
}

/** Single-page applications have their routes there: `#/orders`, `#!orders`. Other fragments are positions on the same page. */
export const routeOf = (hash: string): string => (/^#[/!]/.test(hash) ? hash : "");

/** Whether the address holds a password or a user name. */
export const holdsPassword = ({ username, password }: URL): boolean => username !== "" || password !== "";

function whyNoPage(url: URL | null): string {
  if (url && holdsPassword(url)) return "holds a user name or password: give them as the environment's access";
  return url?.protocol === "file:" ? "is a file: pages are visited by their address" : "is not the address of a page";
}

function labelOf({ hostname, pathname, search, hash }: URL, relative: boolean, taken: Set<string>): string {
  const words = percentDecoded(pathname + search + routeOf(hash))
    .replace(/^\/|\/$/g, "")
    .trim();
  const bare = words === "" ? "Home" : words;
  const wanted = truncate(relative ? bare : `${hostname} ${bare}`, 190).trim();
  let label = wanted;
  for (let n = 2; taken.has(label); n++) label = `${wanted} (${n})`;
  taken.add(label);
  return label;
}
