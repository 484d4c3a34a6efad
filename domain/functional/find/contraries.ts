// Pairs that are in the same sentences and mean the opposite, which closeness of meaning does not tell apart.
import { maskValues, stem } from "./words.ts";

/** Both sides of each pair, words as they are written. */
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

/** Which sides of each pair a text has. */
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

/** The pair of which one text has one side only and the other text the other side only; null: none. */
export function contrary(one: boolean[][], other: boolean[][]): string | null {
  for (const [at, pair] of CONTRARIES.entries()) {
    const [[left, right] = [], [itsLeft, itsRight] = []] = [one[at], other[at]];
    if (left !== right && itsLeft !== itsRight && left !== itsLeft) return pair.map((side) => side[0]).join(" / ");
  }
  return null;
}
