// Determines which keys store the visitor's choice: keys written by both answers, or by one answer under a name that suggests it.
import type { ChosenState } from "./gathered.ts";
import { purposeOf } from "./knownKeys.ts";

const SOUNDS_LIKE = /consent|cookie|gdpr|privacy|choice|opt_?(in|out)/i;

/** Decides by observed writes instead of the name alone. Names with a known purpose are excluded. */
export function choiceKeys(rejected: ChosenState, accepted: ChosenState): string[] {
  if (rejected.state !== "measured") return [];
  const also = accepted.state === "measured" ? accepted.written : [];
  return rejected.written.filter(
    (name) => purposeOf(name).purpose === "unknown" && (also.includes(name) || SOUNDS_LIKE.test(name)),
  );
}
