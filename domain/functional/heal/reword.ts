// New sentences for a step whose element was renamed: with existing definitions of the project or with a new one. Pure.
import { expandActions, fillTarget } from "../expand.ts";
import { quote } from "../library/sentences.ts";
import { bindArguments, isBelow, matchStep, readLibrary, type StepLibrary } from "../match/library.ts";
import type { PlannedStep } from "../plan.ts";
import { fillParams, referencesOf } from "../references.ts";
import { slugOf } from "../slug.ts";
import type { Action, StepDef, StepParam } from "../stepDef.ts";
import type { Locator, Target } from "../target.ts";

/** `target`: how the sentence finds the element, to be checked in a browser. */
export type Rewording = { text: string; stepDefId: string; target: Target };

const MAX_TRIED = 40;

/**
 * Returns sentences with the same effect as the step that find the element of its action `at` by other words: first those of its own
 * definition,
 * then those of definitions that do the same to elements of other kinds.
 */
export function rewordings(step: PlannedStep, at: number, words: readonly string[], library: StepLibrary): Rewording[] {
  const own = library.byId.get(step.stepDefId ?? "");
  if (own === undefined) return [];
  const others = library.steps.map(({ def }) => def).filter((def) => def !== own && isAlike(own, def));
  const found: Rewording[] = [];
  for (const def of [own, ...others])
    for (const word of words) {
      if (found.length >= MAX_TRIED) return found;
      const rewording = reword(step, at, { own, def, word }, library);
      if (rewording && rewording.text !== step.text) found.push(rewording);
    }
  return found;
}

/** Returns the only parameter by whose value a definition finds its elements. */
export function namingParam(def: StepDef): StepParam | null {
  const named = new Set(
    def.actions.flatMap(({ target }) =>
      (target?.locators ?? []).flatMap(({ value, name = "" }) =>
        [...referencesOf(value), ...referencesOf(name)].flatMap((one) => (one.kind === "param" ? [one.name] : [])),
      ),
    ),
  );
  const [only, ...more] = def.params.filter(({ name, type }) => named.has(name) && !isBelow(type));
  return only && more.length === 0 ? only : null;
}

const otherParams = (def: StepDef): string => {
  const naming = namingParam(def)?.name;
  return JSON.stringify(def.params.filter(({ name }) => name !== naming).map(({ name, type }) => [name, type]));
};

/** Whether both definitions have the same operations. A complete comparison follows before a patch is created. */
const isAlike = (own: StepDef, other: StepDef): boolean =>
  namingParam(other) !== null &&
  own.actions.map(({ op }) => op).join() === other.actions.map(({ op }) => op).join() &&
  otherParams(own) === otherParams(other);

type Wanted = { own: StepDef; def: StepDef; word: string };

function reword(step: PlannedStep, at: number, { own, def, word }: Wanted, library: StepLibrary): Rewording | null {
  const naming = namingParam(def);
  if (naming === null || namingParam(own) === null) return null;
  const text = sentenceOf(def, { ...step.args, [naming.name]: word });
  const [match, ...more] = matchStep(library, text);
  if (match?.def !== def || more.length > 0) return null;
  const bound = bindArguments(match, step.argument);
  if ("problem" in bound || bound.args[naming.name] !== word) return null;
  const expanded = expandActions(def, bound.args, library.byId);
  const target = "actions" in expanded ? expanded.actions[at]?.action.target : undefined;
  return target ? { text, stepDefId: def.id, target } : null;
}

/** Returns a sentence that matches the definition's pattern, with the shortest of optional or alternative texts. */
function sentenceOf({ pattern, params }: StepDef, args: Readonly<Record<string, string>>): string {
  const names = params.filter(({ type }) => !isBelow(type));
  const values = names.map(({ name, type }) => (type === "string" ? quoted(args[name] ?? "") : (args[name] ?? "")));
  let next = 0;
  return pattern
    .replace(/\\(.)|\{[^}]*\}|\([^)]*\)|([^\s/]+)(?:\/[^\s/]+)+/g, (whole, escaped?: string, first?: string) => {
      if (escaped !== undefined) return escaped;
      if (first !== undefined) return first;
      if (!whole.startsWith("{")) return "";
      next += 1;
      return values[next - 1] ?? "";
    })
    .replace(/ {2,}/g, " ");
}

const quoted = (value: string): string =>
  value.includes('"') && !value.includes("'") ? `'${value.replaceAll("\\", "\\\\")}'` : quote(value);

/**
 * Returns a definition of the project for the step, with the name of its element as fixed text, and the sentence for it.
 * Returns null if the step's definition does not find its element by a single value.
 */
export function ownDefinition(
  step: PlannedStep,
  at: number,
  locators: Locator[],
  defs: readonly StepDef[],
): { def: StepDef; text: string } | null {
  const own = defs.find(({ id }) => id === step.stepDefId);
  const naming = own && namingParam(own);
  const planned = step.actions[at];
  if (!own || !naming || planned?.stepDefId !== own.id || own.actions[planned.index]?.each !== undefined) return null;
  const word = step.args[naming.name] ?? "";
  const literal = new Map([[naming.name, word]]);
  const id = freeId(`healed-${slugOf(word, "element")}`, defs);
  const names = own.params.filter(({ type }) => !isBelow(type));
  let next = 0;
  const pattern = own.pattern.replace(/\{[^}]*\}/g, (param) => {
    next += 1;
    return names[next - 1]?.name === naming.name ? word.replace(/[\\(){}/]/g, "\\$&") : param;
  });
  const def: StepDef = {
    ...own,
    id,
    pattern,
    params: own.params.filter(({ name }) => name !== naming.name),
    tags: [...new Set([...own.tags, "healed"])],
    description: `${own.description} Made by healing, where no other sentence could name the element.`.trim(),
    examples: [],
    actions: own.actions.map((action, place) => fillAction(action, literal, place === planned.index ? locators : null)),
  };
  const text = sentenceOf(def, step.args);
  const [match, ...more] = matchStep(readLibrary([...defs, def]), text);
  if (match?.def !== def || more.length > 0) return null;
  return { def: { ...def, examples: [text] }, text };
}

/** Returns the first free id: the name, or the name with a number. */
function freeId(wanted: string, defs: readonly StepDef[]): string {
  const base = wanted.slice(0, 70).replace(/-+$/, "");
  const taken = new Set(defs.map(({ id }) => id));
  if (!taken.has(base)) return base;
  for (let n = 2; ; n += 1) if (!taken.has(`${base}-${n}`)) return `${base}-${n}`;
}

function fillAction(action: Action, values: ReadonlyMap<string, string>, locators: Locator[] | null): Action {
  const { target, value, name } = action;
  return {
    ...action,
    ...(target && {
      target: { ...fillTarget(target, values), ...(locators && { locators }) },
    }),
    ...(value !== undefined && { value: fillParams(value, values) }),
    ...(name !== undefined && { name: fillParams(name, values) }),
  };
}
