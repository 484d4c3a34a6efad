// The addresses of the machine that the service runs on.
import { networkInterfaces } from "node:os";
import { classifyAddress } from "../../domain/net/addresses.ts";

/** A machine seldom gets or loses an address; reading them takes a tenth of a millisecond. */
const KEEP_MS = 10_000;

let kept: { addresses: ReadonlySet<string>; until: number } | undefined;

/** Returns canonical addresses, as `classifyAddress` returns them for a lookup. What a router in front maps to this machine is unknown. */
export function hostAddresses(now: number = Date.now()): ReadonlySet<string> {
  if (kept === undefined || kept.until <= now) {
    const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    kept = { addresses: new Set(all.map(({ address }) => classifyAddress(address).address)), until: now + KEEP_MS };
  }
  return kept.addresses;
}
