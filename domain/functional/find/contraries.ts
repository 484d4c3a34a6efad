// Pairs of opposites that occur in similar sentences, which similarity of meaning does not distinguish.
import { maskValues, stem } from "./words.ts";

/** The words of each side of each pair, unstemmed. */
const CONTRARIES: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    ["add", "adds", "put", "puts", "save", "saves"],
    ["remove", "removes", "delete", "deletes", "drop", "discard", "clear", "clears"],
  ],
  [
    ["sign in", "signs in", "log in", "logs in", "login", "signing in", "logging in"],
    ["sign out", "signs out", "log out", "logs out", "logout", "signing out", "logging out"],
  ],
  [
    ["subscribe", "subscribes", "subscribing"],
    ["unsubscribe", "unsubscribes", "unsubscribing", "opt out"],
  ],
  [
    ["accept", "accepts", "agree", "allow"],
    ["reject", "rejects", "decline", "refuse"],
  ],
  [
    ["open", "opens", "expand", "show"],
    ["close", "closes", "collapse", "hide"],
  ],
];

const sides = CONTRARIES.map((pair) => pair.map((side) => side.map((words) => words.split(" ").map(stem).join(" "))));

/** Returns which sides of each pair a text contains. */
export function sidesOf(text: string): boolean[][] {
  const folded = ` ${(
    maskValues(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .map(stem)
    .join(" ")} `;
  return sides.map((pair) => pair.map((side) => side.some((word) => folded.includes(` ${word} `))));
}

/** Returns the pair of which each text contains only one side, and not the same one; null if there is none. */
export function contrary(one: boolean[][], other: boolean[][]): string | null {
  for (const [at, pair] of CONTRARIES.entries()) {
    const [[left, right] = [], [itsLeft, itsRight] = []] = [one[at], other[at]];
    if (left !== right && itsLeft !== itsRight && left !== itsLeft) return pair.map((side) => side[0]).join(" / ");
  }
  return null;
}
