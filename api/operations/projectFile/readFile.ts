// Parses a project file and checks every part of it, yielding in between, because a file may contain thousands of parts.

import { type ObjectSchema, object, reach, type Schema, ValidationError } from "yup";
import { ProductError } from "../../../domain/errors.ts";
import { isFields } from "../../../domain/fields.ts";
import { ALL_PROBLEMS, type FieldProblem, problemsOf, refused } from "../../../domain/import/problems.ts";
import { hintOf } from "../../../domain/nearest.ts";
import { parseTrackingPlan } from "../../../domain/pillars/tracking/parsePlan.ts";
import { below } from "../../../domain/projectFile/places.ts";
import { type FileRule, ruleName } from "../../../domain/projectFile/ruleEntry.ts";
import type { ProjectFile } from "../../../domain/projectFile/types.ts";
import { isTurnDue, nextTurn } from "../../../platform/inTurns.ts";
import { fieldProblemsOf } from "../../lib/fieldProblems.ts";
import { LISTS, OWN_SECTIONS } from "./shape.ts";

const SECTION_NAMES = [...Object.keys(OWN_SECTIONS), ...Object.keys(LISTS), "tracking"];

/** Throws `validation_error` with the path of every invalid field. */
export async function readFile(value: unknown): Promise<ProjectFile> {
  if (!isFields(value)) throw refused("The file is invalid", [{ path: "", message: "must be an object" }]);
  const file = value as Record<string, unknown> & Partial<ProjectFile>;
  const problems: FieldProblem[] = [];
  for (const key of Object.keys(file))
    if (!SECTION_NAMES.includes(key))
      problems.push({ path: key, message: `is not a section of the file.${hintOf(key, SECTION_NAMES)}` });
  for (const [name, schema] of Object.entries(OWN_SECTIONS))
    if (!Object.hasOwn(LISTS, name))
      problems.push(...problemsIn(object({ [name]: schema }), { [name]: file[name] }, ""));
  for (const [name, { most, entry, key }] of Object.entries(LISTS)) {
    const list = file[name];
    if (list === undefined) continue;
    if (!Array.isArray(list) || list.length > most) {
      problems.push({ path: name, message: `must be a list of at most ${most} entries` });
      continue;
    }
    const seen = new Set<unknown>();
    for (const [at, one] of list.entries()) {
      const path = `${name}[${at}]`;
      problems.push(...problemsIn(entry, one, path));
      const id = isFields(one) ? idOf(one, key) : undefined;
      if (id !== undefined && seen.has(id))
        problems.push({ path: key === null ? path : `${path}.${key}`, message: "is already used by another entry" });
      seen.add(id);
      if (isTurnDue()) await nextTurn();
    }
  }
  if (file.tracking !== undefined) problems.push(...trackingProblems(file.tracking));
  if (problems.length > 0) throw refused("The file is invalid", problems);
  return file as ProjectFile;
}

/** Rules have no name field; their scope and selector identify them. */
const idOf = (entry: Record<string, unknown>, key: string | null): unknown =>
  key === null ? ruleName(entry as FileRule) : entry[key];

/** Returns the plan's problems with paths in the file. */
function trackingProblems(plan: unknown): FieldProblem[] {
  try {
    parseTrackingPlan(plan as object, { placeless: true });
    return [];
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return fieldProblemsOf(error).map(({ path, message }) => ({ path: below("tracking", path), message }));
  }
}

function problemsIn(schema: Schema, value: unknown, path: string): FieldProblem[] {
  try {
    schema.validateSync(value, ALL_PROBLEMS);
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const all = error.inner.length > 0 ? error.inner : [error];
    const others = all.filter(({ type }) => type !== "noUnknown");
    const found = [
      ...(others.length > 0 ? problemsOf(new ValidationError(others)) : []),
      ...all.filter(({ type }) => type === "noUnknown").flatMap((one) => unknownKeys(schema, value, one)),
    ];
    return found.map((one) => ({ path: below(path, one.path), message: one.message }));
  }
}

/** Returns each unknown key with the closest known one. */
function unknownKeys(schema: Schema, value: unknown, { path = "", params }: ValidationError): FieldProblem[] {
  const place = path === "" ? schema.resolve({ value }) : reach(schema, path, value);
  const known = Object.keys((place as ObjectSchema<object>).fields ?? {});
  return String(params?.unknown)
    .split(", ")
    .map((key) => ({ path: below(path, key), message: `is not a field there.${hintOf(key, known)}` }));
}
