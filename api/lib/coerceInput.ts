// Converts what templates and generated clients send into what the schemas accept: `null` is dropped, an empty filter means all, "7" becomes
// 7.
import { type ArraySchema, type ObjectSchema, type Schema, Schema as YupSchema } from "yup";

/** Marks in the `meta` of schemas. */
export const EMPTY_IS_ALL = { emptyIsAll: true };
export const DIGITS = { digits: true };

/** At most 15 digits, so that every such number is exact. */
const WHOLE = /^\d{1,15}$/;

/**
 * Returns the value without what counts as absent, before validation: `null` for an optional field that does not accept null, and an empty
 * list for an optional filter. Digits become a number if the schema says so. Everything else is left unchanged, and the schema refuses it
 * if it does not fit.
 */
export function coerceInput(schema: Schema, value: unknown): unknown {
  if (isMarked(schema, DIGITS) && typeof value === "string" && WHOLE.test(value)) return Number(value);
  if (schema.type === "array" && Array.isArray(value)) {
    const { innerType } = schema as ArraySchema<undefined, object>;
    return innerType instanceof YupSchema && innerType.type === "object"
      ? value.map((entry) => coerceInput(innerType, entry))
      : value;
  }
  if (schema.type !== "object" || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { fields } = schema as ObjectSchema<object>;
  const known = fields as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, given]) => {
      const field = Object.hasOwn(known, name) ? known[name] : undefined;
      if (!(field instanceof YupSchema)) return [[name, given]];
      return isAbsent(field, given) ? [] : [[name, coerceInput(field, given)]];
    }),
  );
}

function isAbsent(field: Schema, given: unknown): boolean {
  if (!field.spec.optional) return false;
  return (given === null && !field.spec.nullable) || (isMarked(field, EMPTY_IS_ALL) && isEmpty(given));
}

const isEmpty = (given: unknown) => Array.isArray(given) && given.length === 0;

function isMarked(schema: Schema, mark: object): boolean {
  const meta: unknown = schema.spec.meta;
  return typeof meta === "object" && meta !== null && Object.keys(mark).every((name) => name in meta);
}
