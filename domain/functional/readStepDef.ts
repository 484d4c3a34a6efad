// Validates a step definition from any source: first its closed shape, then how its parts fit together.
import { ValidationError } from "yup";
import { ALL_PROBLEMS, type FieldProblem, problemsOf, refused } from "../import/problems.ts";
import { addressProblem } from "../net/pageAddress.ts";
import { ACTIONS } from "./actions.ts";
import { KEYS } from "./keys.ts";
import { isBelow } from "./match/library.ts";
import { type Pattern, readPattern } from "./match/pattern.ts";
import { referencesOf } from "./references.ts";
import { ROLES } from "./roles.ts";
import type { Action, StepDef, StepParam } from "./stepDef.ts";
import { STEP_DEF_ID, stepDefShape } from "./stepDefShape.ts";
import type { Locator, Target } from "./target.ts";

/** Id prefix of the built-in library. */
export const BUILTIN_PREFIX = "builtin.";

/**
 * Returns the step definition. Throws `validation_error` with the path of every problem; `details.fields` contains them for
 * machines. Does not check whether other definitions exist.
 */
export function readStepDef(value: unknown): StepDef {
  const problems = stepDefProblems(value);
  if (problems.length > 0) throw refused("The step definition cannot be used", problems);
  return value as StepDef;
}

/** Returns all problems that make a value an invalid step definition. */
export function stepDefProblems(value: unknown): FieldProblem[] {
  try {
    stepDefShape.validateSync(value, ALL_PROBLEMS);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return problemsOf(error);
  }
  const def = value as StepDef;
  const pattern = readPattern(def.pattern);
  if (typeof pattern === "string") return [{ path: "pattern", message: pattern }];
  return [...paramProblems(def, pattern), ...exampleProblems(def, pattern), ...actionProblems(def)];
}

/** Names with a special meaning in references. */
const RESERVED = ["env", "secret", "row"];

function paramProblems({ params }: StepDef, { types }: Pattern): FieldProblem[] {
  const ofPattern = params.filter(({ type }) => !isBelow(type));
  const below = params.filter(({ type }) => isBelow(type));
  const problems: FieldProblem[] = [];
  const say = (path: string, message: string) => problems.push({ path, message });
  if (ofPattern.map(({ type }) => type).join() !== types.join())
    say("params", `must be those of the pattern in its order: ${types.join(", ") || "none"}`);
  if (below.length > 1) say("params", "must not have more than one table or docString");
  if (below.length === 1 && !isBelow(params.at(-1)?.type ?? "")) say("params", "must end with the table or docString");
  const names = params.map(({ name }) => name);
  if (new Set(names).size < names.length) say("params", "must not name a parameter twice");
  for (const [at, { name }] of params.entries())
    if (RESERVED.includes(name)) say(`params[${at}].name`, `must not be ${RESERVED.join(", ")}`);
  return problems;
}

function exampleProblems({ examples }: StepDef, pattern: Pattern): FieldProblem[] {
  return examples.flatMap((example, at) =>
    pattern.match(example) ? [] : [{ path: `examples[${at}]`, message: "does not fit the pattern" }],
  );
}

function actionProblems({ id, params, actions }: StepDef): FieldProblem[] {
  return actions.flatMap((action, at) =>
    [
      ...shapeProblems(action),
      ...valueProblems(action, id),
      ...targetProblems(action.target),
      ...referenceProblems(action, params),
    ].map(({ path, message }) => ({ path: `actions[${at}]${path ? `.${path}` : ""}`, message })),
  );
}

function shapeProblems(action: Action): FieldProblem[] {
  const shape = ACTIONS[action.op];
  const problems: FieldProblem[] = [];
  for (const part of ["target", "value", "name"] as const) {
    if (shape[part] === "required" && action[part] === undefined)
      problems.push({ path: part, message: `must be given for ${action.op}` });
    if (shape[part] === "none" && action[part] !== undefined)
      problems.push({ path: part, message: `must not be given for ${action.op}` });
  }
  if (action.match !== undefined && !shape.match)
    problems.push({ path: "match", message: `must not be given for ${action.op}` });
  if (action.args !== undefined && action.op !== "useStep")
    problems.push({ path: "args", message: "must be given for useStep alone" });
  return problems;
}

/** Format of values without references. */
const VALUES: Partial<Record<Action["op"], { fits: RegExp; message: string }>> = {
  press: {
    fits: KEYS,
    message: "must be a key such as Enter or Control+A",
  },
  scroll: { fits: /^(?:top|bottom|\d{1,3}%?)$/, message: "must be top, bottom or a percentage" },
  dialog: { fits: /^(?:accept|dismiss)$/, message: "must be accept or dismiss" },
  expectChecked: { fits: /^(?:true|false)$/, message: "must be true or false" },
  expectCount: { fits: /^\d{1,6}$/, message: "must be a whole number" },
  useStep: { fits: STEP_DEF_ID, message: "must be the id of a step definition" },
};
const NAMES: typeof VALUES = {
  upload: { fits: /^[^/\\]{1,100}$/, message: "must be the name of a file, without a folder" },
  setCookie: { fits: /^[!#$%&'*+.^_`|~\w-]{1,100}$/, message: "must be the name of a cookie" },
  expectCount: { fits: /^(?:=|>=|<=|>|<)$/, message: "must be =, >=, <=, > or <" },
  expectAttribute: { fits: /^[a-zA-Z_:][\w:.-]{0,100}$/, message: "must be the name of an attribute" },
};

function valueProblems({ op, value, name }: Action, id: string): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const check = (path: string, text: string | undefined, rule: { fits: RegExp; message: string } | undefined) => {
    if (text !== undefined && rule && referencesOf(text).length === 0 && !rule.fits.test(text))
      problems.push({ path, message: rule.message });
  };
  check("value", value, VALUES[op]);
  check("name", name, NAMES[op]);
  if (op === "goto" && value !== undefined) {
    // A reference may replace any part; the resulting URL is checked again when it is opened.
    const problem = addressProblem(value.replaceAll(/[{}]/g, ""), { relative: true });
    if (problem) problems.push({ path: "value", message: problem });
  }
  if (op === "useStep" && referencesOf(value ?? "").length > 0)
    problems.push({ path: "value", message: "must be the id of a step definition" });
  if (op === "useStep" && value === id) problems.push({ path: "value", message: "must not be the definition itself" });
  return problems;
}

function targetProblems(target: Target | undefined): FieldProblem[] {
  if (!target) return [];
  const all: [string, Locator | undefined][] = [
    ...target.locators.map((one, at): [string, Locator] => [`target.locators[${at}]`, one]),
    ["target.within", target.within],
    ["target.frame", target.frame],
  ];
  const { nth } = target;
  const wrong = nth !== undefined && !/^[1-9]\d{0,3}$/.test(nth) && referencesOf(nth).length === 0;
  return [
    ...all.flatMap(([path, locator]) => (locator ? locatorProblems(path, locator) : [])),
    ...(wrong ? [{ path: "target.nth", message: "must be a number from 1, or a parameter" }] : []),
  ];
}

function locatorProblems(path: string, { by, value, name }: Locator): FieldProblem[] {
  if (name !== undefined && by !== "role") return [{ path: `${path}.name`, message: "must be given for role alone" }];
  if (by === "role" && !ROLES.includes(value)) return [{ path: `${path}.value`, message: "must be a role of ARIA" }];
  if (by === "row" && !path.endsWith(".within"))
    return [{ path: `${path}.by`, message: "must not be row: a row is what an element is within" }];
  if (by !== "css") return [];
  if (referencesOf(value).some(({ kind }) => kind !== "param"))
    return [{ path: `${path}.value`, message: "must be without values of the environment" }];
  // A reference is replaced by a name or text.
  const plain = value.replace(/\{[a-z]\w{0,39}\}/gi, "x");
  // Playwright chains selectors of other engines with >> and starts them with a name and =.
  if (plain.includes(">>") || /^\s*[\w:-]+\s*=/.test(plain) || /[{}<;]/.test(plain))
    return [{ path: `${path}.value`, message: "must be a CSS selector" }];
  return [];
}

function referenceProblems(action: Action, params: readonly StepParam[]): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const types = new Map(params.map(({ name, type }) => [name, type]));
  if (action.each !== undefined && types.get(action.each) !== "table")
    problems.push({ path: "each", message: "must be the name of a table parameter" });
  for (const [path, text] of textsOf(action))
    for (const { kind, name } of referencesOf(text)) {
      if (kind !== "param" || types.has(name)) continue;
      if (/^row\.[1-9]\d?$/.test(name) && action.each !== undefined) continue;
      problems.push({ path, message: `refers to {${name}}, which is not a parameter` });
    }
  return problems;
}

function textsOf({ value, name, args, target }: Action): [string, string][] {
  const texts: [string, string | undefined][] = [
    ["value", value],
    ["name", name],
    ...Object.entries(args ?? {}).map(([key, text]): [string, string] => [`args.${key}`, text]),
  ];
  for (const [at, locator] of (target?.locators ?? []).entries())
    texts.push([`target.locators[${at}].value`, locator.value], [`target.locators[${at}].name`, locator.name]);
  texts.push(["target.nth", target?.nth]);
  for (const part of ["within", "frame"] as const)
    texts.push([`target.${part}.value`, target?.[part]?.value], [`target.${part}.name`, target?.[part]?.name]);
  return texts.filter((one): one is [string, string] => one[1] !== undefined);
}
