// A step definition: what a sentence of a scenario does, as data. Nothing in it is ever run as code.
import type { Target } from "./target.ts";

/** Everything that a step can do. */
export const ACTION_OPS = [
  "goto",
  "goBack",
  "reload",
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
 * One action on the page or expectation. `value` is a literal with references: `{param}`, `{env.X}`, `{secret.X}`; how it is read depends on the
 * op, as ACTIONS says.
 */
export type Action = {
  op: ActionOp;
  target?: Target;
  value?: string;
  /** How `value` is compared, for expectations; `is` unless said. */
  match?: "is" | "contains" | "matches";
  /** A second word of the op: an attribute's, a cookie's or a variable's name, a key, a count's comparison. */
  name?: string;
  /** Arguments of `useStep`, by parameter. Its `value` is the id of the definition that is used. */
  args?: Record<string, string>;
  /** The table parameter whose rows the action is done for, one after the other; `{row.1}` is the first cell of the row. */
  each?: string;
  timeoutMs?: number;
};

export const STEP_DEF_STATUSES = ["draft", "ready"] as const;

/**
 * One parameter: those of the pattern in its order, then at most one `table` or `docString`, which the step carries below its sentence.
 * A table is filled in as JSON, a list of rows that are lists of texts.
 */
export type StepParam = { name: string; type: "string" | "int" | "float" | "word" | "text" | "table" | "docString" };

export type StepDef = {
  v: 1;
  id: string;
  /** A cucumber expression: `I click the {string} button`. */
  pattern: string;
  params: StepParam[];
  tags: string[];
  description: string;
  examples: string[];
  status: (typeof STEP_DEF_STATUSES)[number];
  actions: Action[];
};
