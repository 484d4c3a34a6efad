// Expectations that are sentences of the library already: they stay as they are.
import { ACTIONS } from "../../actions.ts";
import { BUILTIN_STEP_DEFS } from "../../library/index.ts";
import { readLibrary } from "../../match/library.ts";
import { prepare } from "../../planFeature.ts";
import { mustHold } from "../state.ts";
import type { Rule } from "./rule.ts";

const LIBRARY = readLibrary(BUILTIN_STEP_DEFS);

export const SENTENCE_RULES: readonly Rule[] = [
  {
    id: "is a sentence of the library",
    fits: [/^(?:I\s+(?:should\s+)?see\s.+|(?:the|an?)\s.+|".+)$/i],
    async steps(state, match) {
      const text = match[0].replace(/^(?:The|An?)\b/, (word) => word.toLowerCase());
      const planned = prepare({ text, argument: null }, LIBRARY);
      const expects = planned.state === "prepared" && planned.actions.every(({ action }) => ACTIONS[action.op].expects);
      return expects ? mustHold(state, text) : undefined;
    },
  },
];
