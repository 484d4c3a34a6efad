// Computes the contents of a data layer after its pushes, like Google's tag manager: plain objects and lists are merged key by
// key, `_clear` in a push replaces them instead, dots in a key are a path, undefined and null remove a value.
import type { Pass, Push } from "./observation.ts";
import { isObject } from "./providers/provider.ts";
import { isEmpty, type Lookup, lookUp, rootOf } from "./values.ts";

export type Model = Record<string, unknown>;
/** The parts of a push that change the model. */
export type LayerPush = Pick<Push, "parameters" | "form" | "cleared">;

/** Maximum length of a list after one of its methods was called. */
const MAX_LIST = 1_000;

export const emptyModel = (): Model => Object.create(null) as Model;

/** Applies a push to the model. Functions change nothing, because they are never run. */
export function applyPush(model: Model, { parameters, form, cleared = [] }: LayerPush): void {
  if (form === "function") return;
  if (form === "method") {
    callMethod(model, parameters);
    return;
  }
  const replaces = Boolean(parameters._clear);
  for (const [key, value] of [...Object.entries(parameters), ...cleared.map(clearedEntry)]) {
    if (key === "_clear") continue;
    const update = expandKey(key, value);
    if (replaces) merge(expandKey(key, undefined), model);
    merge(update, model);
  }
}

/** Expands `a.b.c` with the value 1 to `{ a: { b: { c: 1 } } }`. */
export function expandKey(key: string, value: unknown): Model {
  const result = emptyModel();
  let target = result;
  const path = key.split(".").slice(0, 20);
  for (const part of path.slice(0, -1)) {
    const inner = emptyModel();
    target[part] = inner;
    target = inner;
  }
  target[path.at(-1) ?? ""] = value;
  return result;
}

type Container = Model | unknown[];

/** Merges objects into objects and lists into lists; everything else is overwritten. */
export function merge(from: Container, to: Container): void {
  const target = to as Model;
  const mayMerge = Array.isArray(from) || !from._clear;
  for (const [key, value] of Object.entries(from)) {
    if (mayMerge && Array.isArray(value)) {
      if (!Array.isArray(target[key])) target[key] = [];
      merge(value, target[key] as unknown[]);
    } else if (mayMerge && isObject(value)) {
      if (!isObject(target[key])) target[key] = emptyModel();
      merge(value, target[key] as Model);
    } else target[key] = value;
  }
  if (!Array.isArray(to)) delete target._clear;
}

/** Returns the first key of a cleared path, and an object with undefined at the end of the path. */
function clearedEntry([first = "", ...rest]: readonly string[]): [string, unknown] {
  const inner = rest.reduceRight<unknown>((value, key) => Object.assign(emptyModel(), { [key]: value }), undefined);
  return [first, inner];
}

const LIST_METHODS: Readonly<Record<string, (list: unknown[], args: unknown[]) => unknown>> = {
  push: (list, args) => list.push(...args),
  pop: (list) => list.pop(),
  shift: (list) => list.shift(),
  unshift: (list, args) => list.unshift(...args),
  splice: (list, [at, count, ...added]) => list.splice(Number(at), Number(count ?? list.length), ...added),
  reverse: (list) => list.reverse(),
  sort: (list, args) => (args.length === 0 ? list.sort() : list),
};

/** Calls a method of a list in the model: `["items.push", …]`. Methods of other values belong to the page and are unknown. */
function callMethod(model: Model, { path, args }: Record<string, unknown>): void {
  const steps = String(path).split(".");
  const method = LIST_METHODS[steps.pop() ?? ""];
  let target: unknown = model;
  for (const step of steps) {
    if (target === null || typeof target !== "object" || !Object.hasOwn(target, step)) return;
    target = (target as Model)[step];
  }
  const given = Array.isArray(args) ? args : [];
  if (method && Array.isArray(target) && target.length + given.length <= MAX_LIST) method(target, given);
}

/** Value that the layer holds under a name at some moment. `lost`: a value that was there, and the push that removed it. */
export type Held = Lookup & { lost: { value: unknown; push: Push } | null };

/** Which pushes count: those of a layer and a document before `before` (exclusive). */
export type Moment = { layer: string | null; page: number; before: number };

export const pageOf = (push: Push): number => push.page ?? 0;

/**
 * Looks a name up in the model at a moment. `foreign` selects pushes whose values belong to another event and are ignored; values that
 * they
 * remove are removed anyway.
 */
export function heldAt(
  { pushes }: Pick<Pass, "pushes">,
  name: string,
  moment: Moment,
  foreign: (push: Push) => boolean = () => false,
): Held {
  const root = rootOf(name);
  const model = emptyModel();
  let found: Lookup = { values: [], missing: true };
  let last: unknown;
  let lost: Held["lost"] = null;
  for (const push of pushes) {
    if (push.seq >= moment.before || pageOf(push) !== moment.page) continue;
    if (moment.layer !== null && push.layer !== moment.layer) continue;
    // The parameters of gtag("event", …) belong to that event alone.
    if (push.form === "event-command") continue;
    const part = partOf(push, root, foreign(push));
    if (part === null) continue;
    applyPush(model, part);
    found = lookUp(model, name);
    if (isThere(found)) {
      last = found.values[0];
      lost = null;
    } else if (last !== undefined && lost === null) lost = { value: last, push };
  }
  return { ...found, lost };
}

export const isThere = ({ values, missing }: Lookup): boolean => !missing && values.length > 0 && !values.some(isEmpty);

/** Returns the part of a push that affects one root key of the model, or null if there is none. */
function partOf({ parameters, form, cleared = [] }: Push, root: string, foreign: boolean): LayerPush | null {
  const own = (key: string) => key === root || key.startsWith(`${root}.`);
  if (form === "method") return own(String(parameters.path)) && !foreign ? { parameters, form } : null;
  const gone = cleared.filter(([key = ""]) => own(key));
  const given = Object.entries(parameters).filter(([key, value]) => own(key) && (!foreign || value === null));
  if (gone.length + given.length === 0) return null;
  const kept = Object.fromEntries(given);
  return { parameters: "_clear" in parameters ? { ...kept, _clear: parameters._clear } : kept, form, cleared: gone };
}

/** Returns the model of a document after all its pushes. */
export function modelOf(pushes: readonly Push[]): Model {
  const model = emptyModel();
  for (const push of pushes) applyPush(model, push);
  return model;
}
