// Validates scenarios, rules and steps that come from outside. All limits are defined here.
import { array, boolean, lazy, number, object, type Schema, string } from "yup";
import { addressProblem } from "../net/pageAddress.ts";
import {
  COMPARISON_MODES,
  NO_TOLERANCE,
  NORMALIZERS,
  type Normalizer,
  STABILISERS,
  VIEWPORT_NAMES,
} from "../visual/shot.ts";
import { MAX_TAG, MAX_TAGS, TAG, TAG_PROBLEM } from "../visual/wideRules/scope.ts";
import { modeNamesShape } from "./modeShape.ts";
import type { ScenarioFields } from "./types.ts";

/** Values of a new scenario for fields that are not specified. */
export const SCENARIO_DEFAULTS: Omit<ScenarioFields, "label" | "url"> = {
  selectors: [],
  viewports: [...VIEWPORT_NAMES],
  delay: 0,
  misMatchThreshold: NO_TOLERANCE,
  readySelector: null,
  hideSelectors: [],
  removeSelectors: [],
  dismissSelectors: [],
  steps: [],
  stabilisers: {},
  fixedTime: null,
};

/** Maximum number of scenarios in one file: 10 times the largest plan that has a limit. */
export const MAX_SCENARIOS = 5_000;
/** Maximum number of rules of each kind in one file. */
export const MAX_RULES = 10_000;
/** Maximum ms that a scenario may wait by `delay` or a `wait` step, because a capture as a whole must end within minutes. */
export const MAX_WAIT_MS = 60_000;
/** Minimum size in CSS pixels. Tall windows are a known way to load lazy content. */
export const MIN_VIEWPORT = 200;
export const MAX_VIEWPORT = 10_000;
const MAX_STEPS = 50;

export const labelShape = string().trim("must not begin or end with a space").min(1).max(200);
export const selectorShape = string().trim("must not begin or end with a space").min(1).max(1_000);
const selectorList = array(selectorShape.required()).max(50);
/** A part or a viewport named twice would be one shot with two results. */
const different = (list: unknown[] | undefined | null) => list == null || new Set(list).size === list.length;
const NO_REPEAT = "must not contain duplicates";
const isoTime = string()
  .max(40)
  .test("iso", "must be a time such as 2026-01-31T12:00:00Z", (v) => v == null || isIsoTime(v));

/** Absolute http(s) without credentials, or relative to the run's environment. */
export const urlShape = string()
  .min(1)
  .max(2_000)
  .test("address", (value, context) => {
    const message = value == null ? null : addressProblem(value, { relative: true });
    return message === null || context.createError({ message });
  });

export const comparisonModeShape = string().oneOf(COMPARISON_MODES);
export const normalizeShape = string()
  .max(1_000)
  .test(
    "normalize",
    `must be one of ${NORMALIZERS.join(", ")}, or fixed:<replacement>`,
    (v) => v == null || isNormalizer(v),
  );

/** The steps before a capture, by `op`. */
export const STEP_SHAPES: Readonly<Record<string, Schema>> = {
  click: step({ selector: selectorShape.required() }),
  hover: step({ selector: selectorShape.required() }),
  scroll: step({ selector: selectorShape.required() }),
  fill: step({ selector: selectorShape.required(), value: string().defined().max(10_000) }),
  press: step({ key: string().min(1).max(50).required(), selector: selectorShape }),
  wait: step({ ms: number().integer().min(0).max(MAX_WAIT_MS).required() }),
  waitFor: step({ selector: selectorShape.required(), timeoutMs: number().integer().min(1).max(MAX_WAIT_MS) }),
};

/** Steps before a capture or for a sign-in. The shape depends on `op`. */
export const stepsShape = array(
  lazy((value: unknown) => {
    const op = typeof value === "object" && value !== null && "op" in value ? String(value.op) : "";
    return Object.hasOwn(STEP_SHAPES, op)
      ? (STEP_SHAPES[op] as Schema)
      : object({ op: string().oneOf(Object.keys(STEP_SHAPES)).required() }).required();
  }),
).max(MAX_STEPS);

/** A tag, by which rules for several scenarios refer to their scenarios. */
export const tagShape = string().max(MAX_TAG, TAG_PROBLEM).matches(TAG, TAG_PROBLEM);
export const tagsShape = array(tagShape.required()).max(MAX_TAGS).test("different", NO_REPEAT, different);

export const scenarioShape = object({
  label: labelShape.required(),
  url: urlShape.required(),
  selectors: selectorList.test("different", NO_REPEAT, different),
  viewports: array(string().oneOf(VIEWPORT_NAMES).required())
    .min(1)
    .max(VIEWPORT_NAMES.length)
    .test("different", NO_REPEAT, different),
  delay: number().integer().min(0).max(MAX_WAIT_MS),
  misMatchThreshold: number().min(0).max(100),
  readySelector: selectorShape.nullable(),
  hideSelectors: selectorList,
  removeSelectors: selectorList,
  dismissSelectors: selectorList,
  steps: stepsShape,
  stabilisers: object(Object.fromEntries(STABILISERS.map((name) => [name, boolean()]))).noUnknown(),
  fixedTime: isoTime.nullable(),
  modes: modeNamesShape,
  tags: tagsShape,
}).noUnknown();

export const comparisonRuleShape = object({
  scenarioLabel: labelShape.required(),
  selector: selectorShape.required(),
  mode: comparisonModeShape.required(),
}).noUnknown();

export const contentRuleShape = object({
  scenarioLabel: labelShape.required(),
  selector: selectorShape.required(),
  normalize: normalizeShape.required(),
}).noUnknown();

/** Size of one viewport; omitted fields keep their defaults. */
export const viewportShape = object({
  width: number().integer().min(MIN_VIEWPORT).max(MAX_VIEWPORT).required(),
  height: number().integer().min(MIN_VIEWPORT).max(MAX_VIEWPORT).required(),
  scale: number().min(0.5).max(3),
  mobile: boolean(),
})
  .noUnknown()
  .default(undefined);

export function isNormalizer(text: string): text is Normalizer {
  return (NORMALIZERS as readonly string[]).includes(text) || (text.startsWith("fixed:") && text.length <= 1_000);
}

/** Whether the text is a date, or a date and time with a time zone. */
export function isIsoTime(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}

function step(fields: Record<string, Schema>): Schema {
  return object({ op: string().required(), ...fields })
    .noUnknown()
    .required();
}
