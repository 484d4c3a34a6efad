// Addresses of other tools' lists as scenarios: relative to the site, each with a label of its path.
import type { FileScenario } from "../projectFile/types.ts";
import { truncate } from "../text.ts";
import type { LeftOut } from "./types.ts";

/** More would test the same templates over and over; who wants them writes them down. */
const MOST = 500;

/** Scenarios of the addresses, each once; those on the origin of the first one are relative. `more`: fields of each, by its place. */
export function scenariosOf(addresses: readonly { path: string; url: string; more?: Partial<FileScenario> }[]): {
  scenarios: FileScenario[];
  leftOut: LeftOut[];
} {
  const scenarios: FileScenario[] = [];
  const leftOut: LeftOut[] = [];
  const labels = new Set<string>();
  const seen = new Set<string>();
  const origin = addresses.map(({ url }) => URL.parse(url)?.origin).find((one) => one !== undefined && one !== "null");
  for (const { path, url, more } of addresses) {
    const parsed = URL.parse(url, origin ?? "http://site.invalid");
    if (!parsed || !/^https?:$/.test(parsed.protocol)) {
      leftOut.push({ path, reason: "is not the address of a page" });
      continue;
    }
    const relative = parsed.origin === (origin ?? "http://site.invalid");
    const address = relative ? parsed.pathname + parsed.search : parsed.origin + parsed.pathname + parsed.search;
    if (seen.has(address)) continue;
    seen.add(address);
    if (scenarios.length === MOST) {
      leftOut.push({ path, reason: `is beyond the ${MOST} pages that are imported` });
      continue;
    }
    scenarios.push({ label: labelOf(parsed, relative, labels), url: address, ...more });
  }
  return { scenarios, leftOut };
}

function labelOf({ hostname, pathname, search }: URL, relative: boolean, taken: Set<string>): string {
  const words = decoded(pathname + search)
    .replace(/^\/|\/$/g, "")
    .trim();
  const bare = words === "" ? "Home" : words;
  const wanted = truncate(relative ? bare : `${hostname} ${bare}`, 190).trim();
  let label = wanted;
  for (let n = 2; taken.has(label); n++) label = `${wanted} (${n})`;
  taken.add(label);
  return label;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
