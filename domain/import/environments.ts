// Turns the host of another tool's pages into an environment, and its headers into the environment's access: only names of variables, never
// their values.
import { slugOf } from "../functional/slug.ts";
import type { AccessFrom, From } from "../projectFile/accessFrom.ts";
import type { FileEnvironment } from "../projectFile/types.ts";
import { at, type Notes } from "./leftOut.ts";

type Access = Exclude<AccessFrom, From>;

/** Used if no host is known for the pages. */
const NOWHERE = "belongs to an environment, and the pages name no host: add it to the environment's access";

/** Returns the address if it is http(s). */
function webAddress(address: string): URL | null {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** Example: `https://shop.example.com/a` becomes the environment `shop-example-com`. */
export function environmentOf(address: string | null): FileEnvironment | null {
  const url = address === null ? null : webAddress(address);
  return url && { slug: slugOf(url.host, "site"), baseUrl: url.origin };
}

/** Returns the host of most addresses; among equals the first. */
export function mainOrigin(addresses: readonly string[]): string | null {
  const origins = addresses.flatMap((address) => webAddress(address)?.origin ?? []);
  const counted = [...Map.groupBy(origins, (origin) => origin)].map(([origin, list]) => ({ origin, n: list.length }));
  const most = Math.max(0, ...counted.map(({ n }) => n));
  return counted.find(({ n }) => n === most)?.origin ?? null;
}

/** Converts headers into access. Cookies become cookies, whatever header they came in. */
export function accessOfHeaders(headers: unknown, path: string, notes: Notes): Access {
  const given = typeof headers === "object" && headers !== null ? (headers as Record<string, unknown>) : {};
  const access: Access = {};
  for (const [name, value] of Object.entries(given))
    if (name.toLowerCase() === "cookie") access.cookies = cookiesOf(String(value), at(path, name), notes);
    else if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      const variable = variableOf("HEADER", name);
      access.headers = { ...access.headers, [name]: { from: variable } };
      notes.needsYou(at(path, name), valueNotWritten(variable));
    } else notes.needsYou(path, "has a header with an invalid name");
  return access;
}

/** Adds the access to the first environment; without an environment, lists the access in a note. */
export function withAccess(environments: FileEnvironment[], access: Access, path: string, notes: Notes) {
  if (Object.keys(access).length === 0) return environments;
  const [first, ...others] = environments;
  if (first) return [{ ...first, access }, ...others];
  notes.needsYou(path, NOWHERE);
  return environments;
}

function cookiesOf(value: string, path: string, notes: Notes): NonNullable<Access["cookies"]> {
  const names = value
    .split(";")
    .map((part) => part.split("=")[0]?.trim() ?? "")
    .filter((name) => name !== "");
  return names.map((name) => {
    const variable = variableOf("COOKIE", name);
    notes.needsYou(path, valueNotWritten(variable));
    return { name, value: { from: variable } };
  });
}

/** Returns the note about a value that is not written to the file. */
export const valueNotWritten = (variable: string): string =>
  `its value is not written: set the variable ${variable} to it before "plumbline apply"`;

const variableOf = (kind: string, name: string): string =>
  `${kind}_${name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")}`;
