// The least that a yup schema takes, so that a test can reach what comes after the check of a body or a query.
import type { Schema, SchemaDescription, SchemaFieldDescription } from "yup";

/** A value with the required fields alone; undefined where nothing is required. Patterns of texts are not met. */
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
