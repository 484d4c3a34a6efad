// Schema of a step definition for all inputs: closed, so that it can contain nothing but data.
import { array, boolean, type ISchema, mixed, number, type ObjectShape, object, string } from "yup";
import { ACTION_OPS, STEP_DEF_STATUSES } from "./stepDef.ts";
import { LOCATOR_KINDS } from "./target.ts";

export const STEP_LIMITS = {
  actions: 50,
  locators: 8,
  params: 12,
  examples: 10,
  tags: 20,
  /** Characters per value. */
  value: 5_000,
  /** Characters per locator value or name. */
  locator: 500,
  timeoutMs: 60_000,
} as const;

type PathParams = { path: string };
const says =
  (what: string) =>
  ({ path }: PathParams): string =>
    `${path} ${what}`;

/** Control characters, which would make a text differ from how it looks. Tabs and line endings are allowed. */
const CONTROL = /(?![\t\n\r])[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
const words = (most: number) =>
  string()
    .typeError(says("must be a string"))
    .max(most, says(`must have at most ${most} characters`))
    .test("control", says("must not hold control characters"), (v) => v == null || !CONTROL.test(v));
const choice = (values: readonly string[]) =>
  string()
    .typeError(says("must be a string"))
    .oneOf([...values], says(`must be one of ${values.join(", ")}`));
const closed = (shape: ObjectShape) =>
  object(shape)
    .typeError(says("must be an object"))
    .noUnknown(true, ({ path, unknown }: PathParams & { unknown?: string }) => `${path} has unknown fields: ${unknown}`)
    .default(undefined);
const list = <T extends ISchema<unknown>>(entry: T, most: number) =>
  array(entry)
    .typeError(says("must be a list"))
    .max(most, says(`must have at most ${most} entries`));

/** Schema of an object with texts whose keys are names. */
const textsByName = (name: RegExp, most: number, length: number) =>
  mixed()
    .test("object", says("must be an object of texts"), (v) => v === undefined || isPlain(v))
    .test("unknown", says("has unknown or too many names"), (v) => {
      const keys = isPlain(v) ? Object.keys(v) : [];
      return keys.length <= most && keys.every((key) => name.test(key));
    })
    .test("texts", says(`must hold texts of at most ${length} characters, without control characters`), (v) =>
      Object.values(isPlain(v) ? v : {}).every(
        (text) => typeof text === "string" && text.length <= length && !CONTROL.test(text),
      ),
    );

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

export const PARAM_NAME = /^[a-z][a-zA-Z0-9]{0,39}$/;
/** Ids of definitions. Those that begin with `builtin.` are reserved. */
export const STEP_DEF_ID = /^[a-z0-9]+(?:[.-][a-z0-9]+)*$/;
export const PARAM_TYPES = ["string", "int", "float", "word", "text", "table", "docString"] as const;

const bool = () => boolean().typeError(says("must be true or false"));

const locator = () =>
  closed({
    by: choice(LOCATOR_KINDS).required(),
    value: words(STEP_LIMITS.locator).required(says("must be given")),
    name: words(STEP_LIMITS.locator),
    exact: bool(),
  });

const short = words(200).defined();
const amount = number().typeError(says("must be a number")).min(-1e7).max(1e7).required();
const fingerprint = closed({
  ...Object.fromEntries(
    ["tag", "role", "name", "text", "type", "alt", "id", "href", "ariaLabel"].map((field) => [field, short]),
  ),
  classes: list(short, 30).required(),
  attributes: textsByName(/^[a-z][\w:-]{0,60}$/i, 30, 200).required(),
  neighbours: list(short, 10).required(),
  box: closed({ x: amount, y: amount, width: amount, height: amount }).required(),
  path: words(1_000).defined(),
});

const target = closed({
  locators: list(locator().required(), STEP_LIMITS.locators).min(1, says("needs at least one locator")).required(),
  within: locator(),
  nth: words(40),
  frame: locator(),
  fingerprint,
});

const action = closed({
  op: choice(ACTION_OPS).required(),
  target,
  value: words(STEP_LIMITS.value),
  match: choice(["is", "contains", "matches"]),
  name: words(200),
  args: textsByName(PARAM_NAME, STEP_LIMITS.params, STEP_LIMITS.value),
  each: words(40).matches(PARAM_NAME, says("must be the name of a parameter")),
  timeoutMs: number()
    .typeError(says("must be a number"))
    .integer(says("must be a whole number"))
    .min(0)
    .max(STEP_LIMITS.timeoutMs),
});

/** Fields that people write. `v` is set by the service. */
export const STEP_DEF_FIELDS = {
  id: words(80)
    .matches(STEP_DEF_ID, says("must be lower-case letters, digits, dots and dashes"))
    .required(says("must be given")),
  pattern: words(300).required(says("must be given")),
  params: list(
    closed({
      name: words(40).matches(PARAM_NAME, says("must be a name such as firstName")).required(),
      type: choice(PARAM_TYPES).required(),
    }).required(),
    STEP_LIMITS.params,
  ),
  tags: list(
    words(60)
      .matches(/^[\w.-]+$/, says("must be one word"))
      .required(),
    STEP_LIMITS.tags,
  ),
  description: words(1_000),
  examples: list(words(1_000).required(), STEP_LIMITS.examples),
  status: choice(STEP_DEF_STATUSES),
  actions: list(action.required(), STEP_LIMITS.actions),
};

/** Schema of a whole definition. */
export const stepDefShape = closed({
  ...STEP_DEF_FIELDS,
  v: number().oneOf([1], says("must be 1")).required(),
  params: STEP_DEF_FIELDS.params.required(),
  tags: STEP_DEF_FIELDS.tags.required(),
  description: STEP_DEF_FIELDS.description.defined(),
  examples: STEP_DEF_FIELDS.examples.required(),
  status: STEP_DEF_FIELDS.status.required(),
  actions: STEP_DEF_FIELDS.actions.min(1, says("needs at least one action")).required(),
}).required();
