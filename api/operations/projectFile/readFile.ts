// Takes a project file in: every part of it checked, in turns, since a file may hold thousands of them.
import { object, type Schema, ValidationError } from "yup";
import { ALL_PROBLEMS, type FieldProblem, problemsOf, refused } from "../../../domain/import/problems.ts";
import { parseTrackingPlan } from "../../../domain/pillars/tracking/parsePlan.ts";
import type { ProjectFile } from "../../../domain/projectFile/types.ts";
import { isTurnDue, nextTurn } from "../../../platform/inTurns.ts";
import { LISTS, OWN_SECTIONS } from "./shape.ts";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Throws `validation_error` with the path of every wrong field. */
export async function readFile(value: unknown): Promise<ProjectFile> {
  if (!isObject(value)) throw refused("The file is not right", [{ path: "", message: "must be an object" }]);
  const file = value as Record<string, unknown> & Partial<ProjectFile>;
  const problems: FieldProblem[] = [];
  for (const key of Object.keys(file))
    if (!Object.hasOwn(OWN_SECTIONS, key) && !Object.hasOwn(LISTS, key) && key !== "tracking")
      problems.push({ path: key, message: "is not a section of the file" });
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
      const id = isObject(one) ? one[key] : undefined;
      if (id !== undefined && seen.has(id))
        problems.push({ path: `${path}.${key}`, message: "is that of another entry" });
      seen.add(id);
      if (isTurnDue()) await nextTurn();
    }
  }
  if (problems.length > 0) throw refused("The file is not right", problems);
  // A wrong plan is told with the paths of the plan.
  if (file.tracking !== undefined) parseTrackingPlan(file.tracking, { placeless: true });
  return file as ProjectFile;
}

function problemsIn(schema: Schema, value: unknown, path: string): FieldProblem[] {
  try {
    schema.validateSync(value, ALL_PROBLEMS);
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return problemsOf(error).map(({ path: below, message }) => ({
      path: path === "" ? below : below === "" ? path : `${path}.${below}`,
      message,
    }));
  }
}
