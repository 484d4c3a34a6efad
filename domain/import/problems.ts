// Formats validation problems: the path of the field and what is wrong, never the value (it may be a secret).
import type { ValidationError } from "yup";
import { ProductError } from "../errors.ts";

/** Options for validating all input: without casting, all problems at once, without a stack for each of them. */
export const ALL_PROBLEMS = { strict: true, abortEarly: false, disableStackTrace: true } as const;

export type FieldProblem = { path: string; message: string };

/** Maximum number of problems listed; further ones are only counted. */
const LISTED = 20;
/** Maximum number of problems in `details.fields`. */
const MAX_FIELDS = 100;

/** Returns the problems of a yup error, the first of each field. yup's own message for a wrong type quotes the value, so that one is replaced. */
export function problemsOf(error: ValidationError): FieldProblem[] {
  const single = error.inner.length > 0 ? error.inner : [error];
  const seen = new Set<string>();
  return single.flatMap((e) => {
    const path = e.path ?? "";
    if (seen.has(path)) return [];
    seen.add(path);
    if (e.type === "typeError") return [{ path, message: wrongType(e) }];
    // yup starts its messages with the path ("this" at the root); here the path is separate.
    const named = path === "" ? "this" : path;
    return [{ path, message: e.message.startsWith(`${named} `) ? e.message.slice(named.length + 1) : e.message }];
  });
}

/** Returns a `validation_error` that lists the problems; `details.fields` has them for programs. */
export function refused(what: string, problems: FieldProblem[]): ProductError {
  const lines = problems.slice(0, LISTED).map((p) => (p.path === "" ? p.message : `${p.path}: ${p.message}`));
  if (problems.length > LISTED) lines.push(`and ${problems.length - LISTED} more`);
  const text = lines.length === 1 ? ` ${lines[0]}` : `\n${lines.map((l) => `  - ${l}`).join("\n")}`;
  return new ProductError("validation_error", `${what}:${text}`, { fields: problems.slice(0, MAX_FIELDS) });
}

/** A schema may specify in its `meta` what a value of another type means there. */
function wrongType({ params = {} }: ValidationError): string {
  const { meta = {} } = (params.spec ?? {}) as { meta?: { wrongType?: string } };
  return meta.wrongType ?? `must be ${article(String(params.type ?? "value"))}`;
}

function article(type: string): string {
  return type === "array" || type === "object" ? `an ${type}` : `a ${type}`;
}
