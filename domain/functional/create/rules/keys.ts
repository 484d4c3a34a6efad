// Key presses, in the last filled field or where the focus is.
import { SAY } from "../../library/sentences.ts";
import { bestOf, FIELDS } from "../pages.ts";
import { done, look } from "../state.ts";
import type { Rule } from "./rule.ts";

const KEYS: Readonly<Record<string, string>> = {
  enter: "Enter",
  return: "Enter",
  escape: "Escape",
  esc: "Escape",
  tab: "Tab",
  space: "Space",
  spacebar: "Space",
  backspace: "Backspace",
  delete: "Delete",
  "arrow down": "ArrowDown",
  "arrow up": "ArrowUp",
  "arrow left": "ArrowLeft",
  "arrow right": "ArrowRight",
  "down arrow": "ArrowDown",
  "up arrow": "ArrowUp",
  "page down": "PageDown",
  "page up": "PageUp",
};
const KEY = Object.keys(KEYS).join("|");

export const KEY_RULES: readonly Rule[] = [
  {
    id: "presses a key",
    fits: [
      new RegExp(
        `^(?:presses|press|hits?|uses|strikes?|types?|confirms? with|submits? with|with)\\s+(?:the\\s+)?"?(${KEY})"?(?:\\s+key)?(?:\\s+(?:in|on|inside)\\s+(?:the\\s+)?(.+))?$`,
        "i",
      ),
      new RegExp(
        `^(?:submits?|confirms?|sends?)\\s+(?:it\\s+|the form\\s+|the search\\s+)?(?:with|by|using)\\s+(?:pressing\\s+)?(?:the\\s+)?"?(${KEY})"?(?:\\s+key)?$`,
        "i",
      ),
    ],
    async steps(state, match) {
      const key = KEYS[(match[1] ?? "").toLowerCase()] ?? "Enter";
      const where = match[2];
      if (where === undefined)
        return done(state, state.field === null ? SAY.press(key) : SAY.pressIn(key, state.field));
      await look(state);
      const field = bestOf(state.controls, where, FIELDS);
      return field ? done(state, SAY.pressIn(key, field.name)) : `No field of ${state.path} is called that.`;
    },
  },
];
