// Computes the state of consent mode after its calls, by type.
import type { ConsentCall } from "./gathered.ts";

/** Types for analytics and advertising. Functionality, personalization and security storage need no consent. */
export const TRACKING_TYPES = ["ad_storage", "ad_user_data", "ad_personalization", "analytics_storage"] as const;

/** Returns the state after the calls for visitors outside any listed region: updates override defaults, later calls override earlier ones. */
export function inForce(calls: readonly ConsentCall[]): Record<string, "granted" | "denied"> {
  const everywhere = calls.filter(({ regions }) => regions === null);
  const defaults = everywhere.filter(({ command }) => command === "default");
  const updates = everywhere.filter(({ command }) => command === "update");
  return Object.assign({}, ...[...defaults, ...updates].map(({ types }) => types));
}

/** Returns the tracking types that are granted. */
export function grantedTypes(types: Record<string, "granted" | "denied">): string[] {
  return TRACKING_TYPES.filter((type) => types[type] === "granted");
}

/** Whether a beacon's gcs denies both types. Format: G1, then one digit for advertising and one for analytics; 1 means granted. */
export function saysDenied(gcs: string | null): boolean {
  return gcs === "G100";
}
