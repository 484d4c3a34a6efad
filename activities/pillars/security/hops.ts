// The responses on the way to the document: headers without secrets, cookies without values.

import type { Exchange } from "../../../browsers/page/visit.ts";
import { hostOf, withoutSecrets } from "../../../domain/pillars/security/addresses.ts";
import { readSetCookie } from "../../../domain/pillars/security/cookies.ts";
import type { DocumentHop, KeptHeader, PageExchange } from "../../../domain/pillars/security/gathered.ts";
import { READ_HEADERS } from "../../../domain/pillars/security/headers.ts";

const MAX = { hops: 12, headers: 120, name: 100, value: 16_384, cookies: 200, exchanges: 500 };

/** Returns the last documents of the main frame; a document that a script navigated to counts as a hop too. */
export function documentHops(exchanges: readonly Exchange[], now: number): DocumentHop[] {
  return exchanges
    .filter(({ type, mainFrame, status }) => type === "document" && mainFrame && status !== null)
    .slice(-MAX.hops)
    .map(({ url, status, headers }) => ({
      url: withoutSecrets(url),
      status,
      headers: headers
        .filter(([name]) => name !== "set-cookie")
        .slice(0, MAX.headers)
        .map(
          ([name, value]): KeptHeader => ({
            name: name.slice(0, MAX.name),
            value: READ_HEADERS.has(name) ? value.slice(0, MAX.value) : null,
          }),
        ),
      setCookies: headers
        .filter(([name]) => name === "set-cookie")
        .slice(0, MAX.cookies)
        // Chromium may combine several header lines into one.
        .flatMap(([, value]) => value.slice(0, 200_000).split("\n", MAX.cookies))
        .slice(0, MAX.cookies)
        .flatMap((line) => readSetCookie(line, hostOf(url), now) ?? []),
    }));
}

export function keptExchanges(exchanges: readonly Exchange[]): PageExchange[] {
  return exchanges
    .slice(0, MAX.exchanges)
    .map(({ url, type, status }) => ({ url: withoutSecrets(url), type: type.slice(0, 20), status }));
}
