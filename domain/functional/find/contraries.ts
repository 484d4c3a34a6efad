// Pairs that stand in the same sentences and mean the opposite, which closeness of meaning does not tell apart.
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

/** A pair of which one text has one side only and the other text the other side only; null: none. */
export function contrary(one: string, other: string): string | null {
  const [a, b] = [folded(one), folded(other)];
  const has = (text: string, words: readonly string[]) => words.some((word) => text.includes(` ${word} `));
  for (const [at, [left = [], right = []]] of sides.entries()) {
    const first = [has(a, left), has(a, right)];
    const second = [has(b, left), has(b, right)];
    if (first[0] !== first[1] && second[0] !== second[1] && first[0] !== second[0])
      return CONTRARIES[at]?.map((side) => side[0]).join(" / ") ?? null;
  }
  return null;
}

const folded = (text: string): string =>
  ` ${(
    maskValues(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .map(stem)
    .join(" ")} `;
