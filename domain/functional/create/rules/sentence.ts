// Expectations that are already sentences of the library stay unchanged.
import { ACTIONS } from "../../actions.ts";
import { BUILTIN_STEP_DEFS } from "../../library/index.ts";
import { readLibrary } from "../../match/library.ts";
import { prepare } from "../../planFeature.ts";
import { mustHold } from "../state.ts";
import type { Rule } from "./rule.ts";

const LIBRARY = readLibrary(BUILTIN_STEP_DEFS);

function isExpectation(text: string): boolean {
  const planned = prepare({ text, argument: null }, LIBRARY);
  return planned.state === "prepared" && planned.actions.every(({ action }) => ACTIONS[action.op].expects);
}

/** The library uses "is" instead of "should be"; names in quotes stay unchanged. */
const isFor = (part: string): string => (part.startsWith('"') ? part : "is");

export const SENTENCE_RULES: readonly Rule[] = [
  {
    id: "is a sentence of the library",
    denies: true,
    fits: [
      /^(I\s+(?:should\s+)?see\s.+)$/i,
      /^(?:(?:checks?|verif(?:y|ies)|makes?\s+sure|ensures?|confirms?|asserts?|expects?|sees?)(?:\s+(?:that|if|whether))?\s+)?((?:the|an?)\s.+|".+)$/i,
    ],
    async steps(state, match) {
      const said = (match[1] ?? "").replace(/^(?:The|An?)\b/, (word) => word.toLowerCase());
      for (const text of [said, said.replace(/"[^"]*"|\b(?:should|must|to)\s+be\b/gi, isFor)])
        if (isExpectation(text)) return mustHold(state, text);
      return undefined;
    },
  },
];
