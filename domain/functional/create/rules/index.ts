// All rules in order: the first that matches and finds steps decides.
import { CART_RULES } from "./cart.ts";
import { CHOOSE_RULES } from "./choose.ts";
import { CLICK_RULES, SAID_RULES } from "./click.ts";
import { ENTRY_RULES } from "./entries.ts";
import { FILL_RULES } from "./fill.ts";
import { KEY_RULES } from "./keys.ts";
import { OPEN_RULES } from "./open.ts";
import type { Rule } from "./rule.ts";
import { SEE_RULES } from "./see.ts";
import { SENTENCE_RULES } from "./sentence.ts";
import { VISIT_RULES } from "./visits.ts";

export type { Rule } from "./rule.ts";

export const RULES: readonly Rule[] = [
  ...OPEN_RULES,
  ...SENTENCE_RULES,
  ...KEY_RULES,
  ...CART_RULES,
  ...VISIT_RULES,
  ...ENTRY_RULES,
  ...FILL_RULES,
  ...CHOOSE_RULES.filter(({ id }) => id !== "ticks a box" && id !== "chooses"),
  ...SEE_RULES,
  ...CHOOSE_RULES.filter(({ id }) => id === "ticks a box" || id === "chooses"),
  ...CLICK_RULES,
  ...SAID_RULES,
];
