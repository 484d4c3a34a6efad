// The JSON Schema of plumbline.yml for editors, derived from the schema that the service validates files with.
import { object, type Schema } from "yup";
import { modeShape } from "../../domain/import/modeShape.ts";
import { STEP_SHAPES } from "../../domain/import/scenarioShape.ts";
import { CALL_METHODS, TOKEN_PLACES, TOTP_ALGORITHMS } from "../../domain/signIn/call.ts";
import { MAX_MODES, MODE_NAME, NO_MODE } from "../../domain/visual/modes.ts";
import { MAX_TAKEN } from "../operations/environments/signInShape.ts";
import { fromShape, LISTS, OWN_SECTIONS, PATHS } from "../operations/projectFile/shape.ts";
import { type JsonSchema, toJsonSchema } from "../tools/jsonSchema.ts";

const properties = (schema: JsonSchema): Record<string, JsonSchema> => schema.properties as Record<string, JsonSchema>;

export function projectFileSchema(): JsonSchema {
  const lists = Object.entries(LISTS).filter(([, { inFile }]) => inFile !== false);
  const own = toJsonSchema(object(OWN_SECTIONS as Record<string, Schema>).noUnknown());
  const sections = { ...properties(own) };
  for (const [name, { entry, most, about }] of lists)
    sections[name] = { type: "array", maxItems: most, description: about, items: toJsonSchema(entry) };
  Object.assign(sections, properties(toJsonSchema(object(PATHS))));
  Object.assign(sections.modes as JsonSchema, modes());
  const scenario = sections.scenarios?.items as JsonSchema;
  properties(scenario).steps = steps(false);
  const environment = sections.environments?.items as JsonSchema;
  properties(environment).access = access();
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "plumbline.yml",
    ...own,
    properties: sections,
  };
}

function modes(): JsonSchema {
  const description =
    "What browsers ask pages for, by name, such as dark: { colorScheme: dark }. Scenarios name those in which they are captured";
  return {
    description,
    type: "object",
    maxProperties: MAX_MODES,
    propertyNames: { pattern: MODE_NAME.source, not: { const: NO_MODE } },
    additionalProperties: { ...toJsonSchema(modeShape as unknown as Schema), minProperties: 1 },
  };
}

/** `references`: whether a typed value may come from a variable. */
function steps(references: boolean): JsonSchema {
  const of = ([op, shape]: [string, Schema]): JsonSchema => {
    const schema = toJsonSchema(shape);
    const value = references && op === "fill" ? { value: orFrom() } : {};
    return { ...schema, properties: { ...properties(schema), ...value, op: { const: op } } };
  };
  return { type: "array", maxItems: 50, items: { anyOf: Object.entries(STEP_SHAPES).map(of) } };
}

const from = (): JsonSchema => toJsonSchema(fromShape);
const orFrom = (): JsonSchema => ({ anyOf: [{ type: "string" }, from()] });
const closed = (fields: Record<string, JsonSchema>, required: string[]): JsonSchema => ({
  type: "object",
  properties: fields,
  required,
  additionalProperties: false,
});
const byName = (entry: JsonSchema): JsonSchema => ({ type: "object", additionalProperties: entry, maxProperties: 100 });

/** Refers to secrets by name: `{secret.X}` of the same access. */
function signInCall(): JsonSchema {
  const text: JsonSchema = { type: "string" };
  const place = closed({ path: text, in: { enum: [...TOKEN_PLACES] }, name: text, template: text }, [
    "path",
    "in",
    "name",
  ]);
  return closed(
    {
      method: { enum: [...CALL_METHODS] },
      url: text,
      headers: byName(orFrom()),
      json: {},
      form: byName(orFrom()),
      take: { type: "array", maxItems: MAX_TAKEN, items: place },
      page: text,
    },
    ["url"],
  );
}

/** Secrets can only come from variables. */
function access(): JsonSchema {
  const text: JsonSchema = { type: "string" };
  const parts = closed(
    {
      basicAuth: closed({ username: orFrom(), password: from() }, ["username", "password"]),
      headers: byName(from()),
      cookies: {
        type: "array",
        maxItems: 50,
        items: closed({ name: text, value: from(), path: text }, ["name", "value"]),
      },
      signIn: closed({ url: text, steps: steps(true) }, ["url", "steps"]),
      signInCall: signInCall(),
      totp: closed(
        {
          secret: from(),
          digits: { type: "integer" },
          period: { type: "integer" },
          algorithm: { enum: [...TOTP_ALGORITHMS] },
        },
        ["secret"],
      ),
      localStorage: byName(from()),
      sessionStorage: byName(from()),
      secrets: byName(from()),
      variables: byName(orFrom()),
    },
    [],
  );
  return {
    description:
      "Access data of a protected site. Values come from environment variables where the file is applied: one with everything as JSON, or one per value.",
    anyOf: [from(), { ...parts, minProperties: 1 }, { type: "null" }],
  };
}
