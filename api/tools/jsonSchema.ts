// Converts yup declarations to JSON Schema 2020-12, based on `describe()`, so that one declaration serves validation and documents.
import type {
  Schema,
  SchemaDescription,
  SchemaFieldDescription,
  SchemaInnerTypeDescription,
  SchemaObjectDescription,
} from "yup";
import { DIGITS } from "../lib/coerceInput.ts";
import type { AnyTool } from "./tool.ts";

export type JsonSchema = { [keyword: string]: unknown };

/**
 * Returns the schema as JSON Schema. Custom checks (`test`) have no counterpart and are omitted, so the service may refuse what passes
 * here, but never the other way round. Throws for yup types that the project does not use.
 */
export function toJsonSchema(schema: Schema): JsonSchema {
  const known = converted.get(schema) ?? convert(schema.describe());
  converted.set(schema, known);
  return known;
}

/** Cached because schemas are declared once, and describing all of them takes 150 ms. */
const converted = new WeakMap<Schema, JsonSchema>();

/**
 * Returns the schema of what agents send: the declared args, plus `confirm` for a tool that changes something. With `quiet: false`,
 * without the quiet args.
 */
export function inputSchemaOf(tool: AnyTool, { quiet = true }: { quiet?: boolean } = {}): JsonSchema {
  const { fields } = tool.schema.describe() as SchemaObjectDescription;
  const names = Object.keys(tool.args).filter((name) => quiet || !tool.quiet?.includes(name));
  const shown = Object.fromEntries(names.map((name) => [name, fields[name]])) as SchemaObjectDescription["fields"];
  const required = names.filter((name) => isRequired(fields[name]));
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(Object.entries(shown).map(([name, field]) => [name, convert(field)])),
      ...(tool.mutating && { confirm: { const: true } }),
    },
    ...((required.length > 0 || tool.mutating) && { required: [...required, ...(tool.mutating ? ["confirm"] : [])] }),
  };
}

export const dataSchemaOf = (tool: AnyTool): JsonSchema => toJsonSchema(tool.data);

function convert(field: SchemaFieldDescription | undefined): JsonSchema {
  // A schema that depends on the value cannot be described.
  if (field === undefined || !("type" in field) || field.type === "lazy") return {};
  const described = field as SchemaDescription & SchemaInnerTypeDescription & SchemaObjectDescription;
  const { description } = (described.meta ?? {}) as { description?: string };
  const schema: JsonSchema = {
    ...kindOf(described),
    ...boundsOf(described),
    ...orDigits(described),
    ...(description ? { description } : {}),
  };
  if (described.default !== undefined && described.type !== "object") schema.default = described.default;
  if (described.oneOf.length > 0) schema.enum = described.oneOf;
  if (!described.nullable) return schema;
  if (Array.isArray(schema.enum)) schema.enum = [...new Set([...schema.enum, null])];
  return typeof schema.type === "string" ? { ...schema, type: [schema.type, "null"] } : schema;
}

function kindOf(described: SchemaDescription & SchemaInnerTypeDescription & SchemaObjectDescription): JsonSchema {
  switch (described.type) {
    case "object": {
      const fields = Object.entries(described.fields ?? {});
      const required = fields.filter(([, field]) => isRequired(field)).map(([name]) => name);
      return {
        type: "object",
        ...(fields.length > 0 && {
          properties: Object.fromEntries(fields.map(([name, field]) => [name, convert(field)])),
        }),
        ...(required.length > 0 && { required }),
        ...(testOf(described, "noUnknown") && { additionalProperties: false }),
      };
    }
    case "array": {
      const { innerType } = described;
      return { type: "array", ...(innerType && !Array.isArray(innerType) && { items: convert(innerType) }) };
    }
    case "string":
    case "boolean":
      return { type: described.type };
    case "number":
      return { type: testOf(described, "integer") ? "integer" : "number" };
    case "mixed":
      return {};
    default:
      throw new Error(`There is no JSON Schema for the yup type ${described.type}.`);
  }
}

/** Allows a number to be sent as text. */
function orDigits({ meta }: SchemaDescription): JsonSchema {
  const digits = Object.keys(DIGITS).every((mark) => mark in (meta ?? {}));
  return digits ? { type: ["integer", "string"], pattern: "^[0-9]{1,15}$" } : {};
}

const LIMITS: Record<string, [min: string, max: string]> = {
  string: ["minLength", "maxLength"],
  array: ["minItems", "maxItems"],
  number: ["minimum", "maximum"],
};

function boundsOf(described: SchemaDescription): JsonSchema {
  const bounds: JsonSchema = {};
  const [least, most] = LIMITS[described.type] ?? [];
  const min = testOf(described, "min")?.params?.min;
  const max = testOf(described, "max")?.params?.max;
  if (least !== undefined && typeof min === "number") bounds[least] = min;
  if (most !== undefined && typeof max === "number" && max < Number.MAX_SAFE_INTEGER) bounds[most] = max;
  // A required text must not be empty.
  if (described.type === "string" && testOf(described, "required") && described.oneOf.length === 0)
    bounds.minLength ??= 1;
  const regex = testOf(described, "matches")?.params?.regex;
  if (regex instanceof RegExp) bounds.pattern = regex.source;
  return bounds;
}

function testOf({ tests }: SchemaDescription, name: string) {
  return tests.find((test) => test.name === name);
}

function isRequired(field: SchemaFieldDescription | undefined): boolean {
  return (
    field !== undefined &&
    "optional" in field &&
    field.optional === false &&
    // yup's implicit default for objects only affects casting, and nothing is cast here.
    ((field as SchemaDescription).type === "object" || (field as SchemaDescription).default === undefined)
  );
}
