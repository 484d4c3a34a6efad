// The host that another tool's pages are on as an environment, and its headers as the environment's access: by the names of
// variables, never with their values.
import { slugOf } from "../functional/slug.ts";
import type { AccessFrom, From } from "../projectFile/accessFrom.ts";
import type { FileEnvironment } from "../projectFile/types.ts";
import { at, type Notes } from "./leftOut.ts";

type Access = Exclude<AccessFrom, From>;

/** Nobody says on which host the pages are. */
const NOWHERE = "belongs to an environment, and the pages name no host: add it to the environment's access";

/** The address where it is one of http(s). */
function webAddress(address: string): URL | null {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

/** `https://shop.example.com/a` becomes the environment `shop-example-com`. */
export function environmentOf(address: string | null): FileEnvironment | null {
  const url = address === null ? null : webAddress(address);
  return url && { slug: slugOf(url.host, "site"), baseUrl: url.origin };
}

/** The host that most of the addresses are on; of equals the first. */
export function mainOrigin(addresses: readonly string[]): string | null {
  const origins = addresses.flatMap((address) => webAddress(address)?.origin ?? []);
  const counted = [...Map.groupBy(origins, (origin) => origin)].map(([origin, list]) => ({ origin, n: list.length }));
  const most = Math.max(0, ...counted.map(({ n }) => n));
  return counted.find(({ n }) => n === most)?.origin ?? null;
}

/** Headers as access. Cookies are cookies, whatever header they came in. */
export function accessOfHeaders(headers: unknown, path: string, notes: Notes): Access {
  const given = typeof headers === "object" && headers !== null ? (headers as Record<string, unknown>) : {};
  const access: Access = {};
  for (const [name, value] of Object.entries(given))
    if (name.toLowerCase() === "cookie") access.cookies = cookiesOf(String(value), at(path, name), notes);
    else if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
      const variable = variableOf("HEADER", name);
      access.headers = { ...access.headers, [name]: { from: variable } };
      notes.needsYou(at(path, name), valueNotWritten(variable));
    } else notes.needsYou(path, "holds a header whose name is not one");
  return access;
}

/** The environments with the access at the first of them; without one the access is named. */
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

/** What a note says of a value that stays out of the file. */
export const valueNotWritten = (variable: string): string =>
  `its value is not written: set the variable ${variable} to it before "plumbline apply"`;

const variableOf = (kind: string, name: string): string =>
  `${kind}_${name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")}`;
