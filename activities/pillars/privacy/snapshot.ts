// Takes a snapshot of browser state: cookies, storage, consent-mode calls. Values are replaced by digests immediately.
import { createHash } from "node:crypto";
import type { Cookie } from "playwright";
import type { ConsentCall, CookieFact, StorageFact } from "../../../domain/pillars/privacy/gathered.ts";
import type { Worlds } from "../../consent/worlds.ts";
import { cookieSite, type OwnSites, siteOf } from "./sites.ts";

type Kept<T> = { fact: T; id: string; digest: string };

/** `digest`s show whether something was written; they never leave the worker. */
export type Jar = { cookies: Kept<CookieFact>[]; storage: Kept<StorageFact>[]; cut: boolean };

const MAX_COOKIES = 300;
const MAX_KEYS = 300;
const MAX_CALLS = 50;
const DAY_S = 86_400;

/** `setBy` maps a cookie's name to the response that set it. */
export async function takeJar(
  cookies: readonly Cookie[],
  worlds: Worlds,
  own: OwnSites,
  setBy: (name: string) => string | null,
): Promise<Jar> {
  const now = Date.now() / 1000;
  const jar: Jar = { cookies: [], storage: [], cut: cookies.length > MAX_COOKIES };
  for (const { name, value, domain, expires, httpOnly, secure, sameSite } of cookies.slice(0, MAX_COOKIES)) {
    jar.cookies.push({
      id: `cookie ${name} ${domain}`,
      digest: digestOf(value),
      fact: {
        name: name.slice(0, 200),
        domain,
        thirdParty: !own.some((site) => cookieSite(domain) === cookieSite(hostOf(site))),
        lifetimeDays: expires < 0 ? null : Math.round(((expires - now) / DAY_S) * 100) / 100,
        httpOnly,
        secure,
        sameSite,
        setBy: setBy(name),
        leftOver: false,
      },
    });
  }
  const seen = new Set<string>();
  for (const frame of worlds.frames()) {
    const kept = await worlds.evaluate(frame, `(${readStorage})()`);
    if (!Array.isArray(kept)) continue;
    for (const row of kept as unknown[]) {
      if (!Array.isArray(row)) continue;
      const [kind, origin, key, bytes, content] = row as [StorageFact["kind"], string, string, number | null, string];
      const id = `${kind} ${origin} ${key}`;
      if (seen.has(id)) continue;
      seen.add(id);
      if (jar.storage.length >= MAX_KEYS) {
        jar.cut = true;
        break;
      }
      const fact = { kind, origin, key, bytes, thirdParty: !own.includes(siteOf(origin)), leftOver: false };
      jar.storage.push({ id, digest: digestOf(content), fact });
    }
  }
  return jar;
}

/** Runs in our isolated world of a frame. Keys are cut at 200 characters; only the beginning of a value is checked for changes. */
async function readStorage(): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (const kind of ["localStorage", "sessionStorage"] as const) {
    try {
      const store = globalThis[kind];
      for (let at = 0; at < Math.min(store.length, 150); at += 1) {
        const key = store.key(at) ?? "";
        const value = store.getItem(key) ?? "";
        rows.push([kind, location.origin, key.slice(0, 200), (key.length + value.length) * 2, value.slice(0, 2_000)]);
      }
    } catch {
      // A frame without an origin has no storage.
    }
  }
  try {
    const late = new Promise<IDBDatabaseInfo[]>((resolve) => setTimeout(() => resolve([]), 1_000));
    const databases = await Promise.race([indexedDB.databases(), late]);
    for (const { name } of databases.slice(0, 50)) {
      if (name) rows.push(["indexedDB", location.origin, name.slice(0, 200), null, ""]);
    }
  } catch {
    // A frame without an origin, as above.
  }
  return rows;
}

/** Returns names of entries that differ from `earlier`: new, or with another value. */
export function writtenSince(earlier: Jar, later: Jar): string[] {
  const known = new Map([...earlier.cookies, ...earlier.storage].map(({ id, digest }) => [id, digest]));
  return [
    ...later.cookies.filter(({ id, digest }) => known.get(id) !== digest).map(({ fact }) => fact.name),
    ...later.storage.filter(({ id, digest }) => known.get(id) !== digest).map(({ fact }) => fact.key),
  ];
}

/** Returns the facts of a jar after a choice: entries not written since `earlier` are marked as left over. */
export function factsOf(jar: Jar, earlier?: Jar): { cookies: CookieFact[]; storage: StorageFact[] } {
  const known = new Map(earlier ? [...earlier.cookies, ...earlier.storage].map(({ id, digest }) => [id, digest]) : []);
  return {
    cookies: jar.cookies.map(({ fact, id, digest }) => ({ ...fact, leftOver: known.get(id) === digest })),
    storage: jar.storage.map(({ fact, id, digest }) => ({ ...fact, leftOver: known.get(id) === digest })),
  };
}

/** Returns the page's consent-mode calls, from its data layer or, if that is empty, from the tag's own record. */
export async function readConsentCalls(worlds: Worlds): Promise<ConsentCall[]> {
  const main = worlds.frames().find((frame) => frame.main);
  if (!main) return [];
  const answer = await worlds.evaluateInPage(main, `JSON.stringify((${consentCallsInPage})())`, 2_000);
  if (typeof answer !== "string" || answer.length > 100_000) return [];
  const rows = JSON.parse(answer) as unknown;
  if (!Array.isArray(rows)) return [];
  return rows.slice(0, MAX_CALLS).flatMap((row) => callOf(row) ?? []);
}

function callOf(row: unknown): ConsentCall | undefined {
  if (!Array.isArray(row) || (row[0] !== "default" && row[0] !== "update")) return undefined;
  const given = typeof row[1] === "object" && row[1] !== null ? (row[1] as Record<string, unknown>) : {};
  const types: ConsentCall["types"] = {};
  for (const [type, state] of Object.entries(given).slice(0, 20))
    if (/^[a-z_]{1,40}$/.test(type) && (state === "granted" || state === "denied")) types[type] = state;
  const regions = Array.isArray(given.region)
    ? given.region
        .filter((region) => typeof region === "string")
        .slice(0, 60)
        .map((region) => String(region).slice(0, 10))
    : null;
  return { command: row[0], types, regions };
}

/** Runs in the page's own world, where its data layer is. */
function consentCallsInPage(): unknown[] {
  const page = globalThis as typeof globalThis & {
    dataLayer?: ArrayLike<ArrayLike<unknown>>;
    google_tag_data?: { ics?: { entries?: Record<string, { default?: boolean; update?: boolean; region?: unknown }> } };
  };
  const rows: unknown[] = [];
  const layer = page.dataLayer;
  for (let at = 0; at < Math.min(layer?.length ?? 0, 1_000) && rows.length < 50; at += 1) {
    const entry = layer?.[at];
    if (entry && entry[0] === "consent") rows.push([entry[1], entry[2]]);
  }
  if (rows.length > 0) return rows;
  const entries = page.google_tag_data?.ics?.entries ?? {};
  for (const command of ["default", "update"] as const) {
    const types: Record<string, string> = {};
    for (const type of Object.keys(entries).slice(0, 20)) {
      const state = entries[type]?.[command];
      if (typeof state === "boolean") types[type] = state ? "granted" : "denied";
    }
    if (Object.keys(types).length > 0) rows.push([command, types]);
  }
  return rows;
}

function hostOf(site: string): string {
  return URL.parse(`http://${site}`)?.hostname ?? site;
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
