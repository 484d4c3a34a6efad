// A goal as clauses: what somebody does and what must then hold; what is about tracking is taken out.

/** Said of what is sent to analytics, which the tracking plan checks and not the steps. */
const TRACKING =
  /\b(?:events?|tracking|tracked|analytics|data ?layer|ga4|gtm|payloads?|pixels?)\b|\b[a-z]+_[a-z_]+\b(?= (?:is|are|fires?|gets?)\b)/i;

/** Who does it says nothing about what is done. */
const SOMEBODY =
  /^(?:given|when|then|and|i|as)?\s*(?:an?|the)?\s*(?:visitor|user|customer|shopper|buyer|person|member|guest)s?\s+(?:can\s+|should\s+|wants to\s+)?/i;

export type Goal = { clauses: string[]; tracking: string[] };

/** Quoted text stays whole. At most 20 clauses: more is not one scenario. */
export function readGoal(goal: string): Goal {
  const quoted: string[] = [];
  const hidden = goal.slice(0, 4_000).replace(/"[^"]*"/g, (text) => `"${quoted.push(text) - 1}"`);
  const parts = hidden
    .split(/[,;.\n]+|\b(?:and then|and|then|so that|afterwards)\b/i)
    .map((part) =>
      part
        .replace(/"(\d+)"/g, (_, at: string) => quoted[Number(at)] ?? "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  const isTracking = (part: string): boolean => TRACKING.test(part.replace(/"[^"]*"/g, ""));
  return {
    clauses: parts
      .filter((part) => !isTracking(part))
      .map((part) => part.replace(SOMEBODY, "").trim() || part)
      .slice(0, 20),
    tracking: parts.filter(isTracking),
  };
}
