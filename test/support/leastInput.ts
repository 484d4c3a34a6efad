// Builds the minimal input that a yup schema accepts, so that a test can reach the code after validation of a body or query.
import type { Schema, SchemaDescription, SchemaFieldDescription } from "yup";

/** Returns a value with only the required fields, or undefined if nothing is required. Text patterns are not satisfied. */
export function leastInput(schema: Schema | undefined): unknown {
  return schema && least(schema.describe());
}

function least(field: SchemaFieldDescription): unknown {
  const { type, oneOf = [], tests = [] } = field as SchemaDescription;
  const bound = (name: string): number => Number(tests.find((test) => test.name === name)?.params?.[name] ?? 0);
  if (oneOf.length > 0) return oneOf[0];
  if (type === "string")
    return tests.some(({ name }) => name === "email") ? "a@x.example" : "x".repeat(Math.max(1, bound("min")));
  if (type === "number") return bound("min");
  if (type === "boolean") return true;
  if ("innerType" in field) {
    const entry = Array.isArray(field.innerType) ? field.innerType[0] : field.innerType;
    return bound("min") > 0 && entry ? [least(entry)] : [];
  }
  if ("fields" in field)
    return Object.fromEntries(
      Object.entries(field.fields)
        .filter(([, one]) => "optional" in one && !one.optional)
        .map(([name, one]) => [name, least(one)]),
    );
  return {};
}
