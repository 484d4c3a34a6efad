// What consent mode says after its calls, type by type.
import type { ConsentCall } from "./gathered.ts";

/** The types that stand for measuring and advertising; functionality, personalization and security storage are not asked for. */
export const TRACKING_TYPES = ["ad_storage", "ad_user_data", "ad_personalization", "analytics_storage"] as const;

/** In force after the calls, for somebody whom no region singles out: updates over defaults, later ones over earlier ones. */
export function inForce(calls: readonly ConsentCall[]): Record<string, "granted" | "denied"> {
  const everywhere = calls.filter(({ regions }) => regions === null);
  const defaults = everywhere.filter(({ command }) => command === "default");
  const updates = everywhere.filter(({ command }) => command === "update");
  return Object.assign({}, ...[...defaults, ...updates].map(({ types }) => types));
}

/** Tracking types that are granted. */
export function grantedTypes(types: Record<string, "granted" | "denied">): string[] {
  return TRACKING_TYPES.filter((type) => types[type] === "granted");
}

/** gcs of a beacon: G1, then one digit for advertising and one for analytics; 1 is granted. True: it says that both are denied. */
export function saysDenied(gcs: string | null): boolean {
  return gcs === "G100";
}
