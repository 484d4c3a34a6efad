// A step definition: the actions for a scenario's sentence, as data. Nothing in it is ever run as code.
import type { Target } from "./target.ts";

/** All operations of a step. */
export const ACTION_OPS = [
  "goto",
  "goBack",
  "reload",
  "switchTab",
  "closeTab",
  "click",
  "dblclick",
  "fill",
  "clear",
  "select",
  "check",
  "uncheck",
  "press",
  "type",
  "hover",
  "scroll",
  "upload",
  "drag",
  "waitFor",
  "dialog",
  "setCookie",
  "clearCookies",
  "expectVisible",
  "expectHidden",
  "expectText",
  "expectValue",
  "expectChecked",
  "expectEnabled",
  "expectDisabled",
  "expectAttribute",
  "expectUrl",
  "expectTitle",
  "expectCount",
  "expectTable",
  "expectDialog",
  "expectCookie",
  "expectDownload",
  "expectEvent",
  "expectNoEvent",
  "expectVariable",
  "useStep",
] as const;
export type ActionOp = (typeof ACTION_OPS)[number];

/**
 * One action on the page, or one expectation. `value` is a literal with references: `{param}`, `{env.X}`, `{secret.X}`; its meaning
 * depends on the
 * op, see `ACTIONS`.
 */
export type Action = {
  op: ActionOp;
  target?: Target;
  value?: string;
  /** How an expectation compares `value`; `is` by default. */
  match?: "is" | "contains" | "matches";
  /** Second argument of the op: the name of an attribute, cookie or variable, a key, or the comparison of a count. */
  name?: string;
  /** Arguments of `useStep`, by parameter. Its `value` is the id of the used definition. */
  args?: Record<string, string>;
  /** Table parameter for whose rows the action is repeated; `{row.1}` is the first cell of the row. */
  each?: string;
  timeoutMs?: number;
};

export const STEP_DEF_STATUSES = ["draft", "ready"] as const;

/**
 * One parameter: those of the pattern in order, then at most one `table` or `docString` below the sentence.
 * A table is filled in as JSON: a list of rows, each a list of texts.
 */
export type StepParam = { name: string; type: "string" | "int" | "float" | "word" | "text" | "table" | "docString" };

export type StepDef = {
  v: 1;
  id: string;
  /** A Cucumber expression: `I click the {string} button`. */
  pattern: string;
  params: StepParam[];
  tags: string[];
  description: string;
  examples: string[];
  status: (typeof STEP_DEF_STATUSES)[number];
  actions: Action[];
};
