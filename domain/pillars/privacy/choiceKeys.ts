// Which names keep the visitor's choice: what both answers wrote, or what one of them wrote under a name that says so.
import type { ChosenState } from "./gathered.ts";
import { purposeOf } from "./knownKeys.ts";

const SOUNDS_LIKE = /consent|cookie|gdpr|privacy|choice|opt_?(in|out)/i;

/** By what was seen and not by the name alone; a name that is known to follow visitors is none. */
export function choiceKeys(rejected: ChosenState, accepted: ChosenState): string[] {
  if (rejected.state !== "measured") return [];
  const also = accepted.state === "measured" ? accepted.written : [];
  return rejected.written.filter(
    (name) => purposeOf(name).purpose === "unknown" && (also.includes(name) || SOUNDS_LIKE.test(name)),
  );
}
