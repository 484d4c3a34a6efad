import { lookup } from "node:dns/promises";
import { remembering } from "./remembering.ts";

export type ResolvedAddress = { address: string; family: number };

/** Returns all addresses of a host name, best first. Rejects with a Node DNS error (`code: "ENOTFOUND"`, …) if there are none. */
export type Resolve = (host: string) => Promise<ResolvedAddress[]>;

/** Shorter than the 60 s of browsers: a page opens many connections within seconds, and a moved site is noticed soon. */
const KEEP_MS = 10_000;
const KEEP_NAMES = 1_000;

/** The system's resolver, including the hosts file. */
export const systemResolve: Resolve = (host) => lookup(host, { all: true, order: "verbatim" });

/**
 * Shares running lookups and caches their results for a few seconds, because getaddrinfo takes a thread of libuv's pool each, and image
 * decoding waits for the same threads. Failures are not cached. A cached result is checked again for every connection, so caching does not
 * weaken the check.
 */
export const rememberingResolve = (): Resolve => remembering(systemResolve, { keepMs: KEEP_MS, most: KEEP_NAMES });
