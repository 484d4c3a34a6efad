// Generates api/endpoints/byPath.ts: request and response types of each endpoint, for clients. Responses use the types of their schemas; the
// types of queries and bodies, whose schemas are inside the declarations, are written out.
import { readdir } from "node:fs/promises";
import type { Schema } from "yup";
import type { NamedSchema } from "../../api/endpoints/answers/named.ts";
import type { Endpoint } from "../../api/endpoints/define.ts";
import { AREAS, endpointsOf } from "../../api/endpoints/index.ts";
import { type JsonSchema, toJsonSchema } from "../../api/tools/jsonSchema.ts";

const ANSWERS = new URL("../../api/endpoints/answers/", import.meta.url);

const HEAD = `// Written by \`npm run -s docs -- endpoints\` from the declared endpoints: do not edit it.
// What each endpoint takes and answers in JSON, by method and path: for clients that are typed by path.
`;

/** Where the schema of a response is exported: the file below answers/, and the name. */
type Place = { file: string; name: string };

/** Returns the text of api/endpoints/byPath.ts. Throws if no file exports the schema of a response. */
export async function endpointTypes(endpoints: readonly Endpoint[] = endpointsOf(AREAS)): Promise<string> {
  const places = await placesOfAnswers();
  const used = new Set<string>();
  const answerOf = (answer: NamedSchema) => {
    const place = places.get(answer);
    if (!place) throw new Error(`No file below answers/ exports the schema of ${answer.name}.`);
    used.add(place.file);
    return `AnswerOf<typeof ${aliasOf(place.file)}.${place.name}>`;
  };
  const rows = endpoints.flatMap((endpoint) => {
    const answers = answersOf(endpoint);
    if (answers.length === 0) return [];
    const { method, path, query, body, bodyDocument } = endpoint;
    const fields = [
      `  "${method.toUpperCase()} ${path}": {`,
      `    query: ${typeOf(query ? toJsonSchema(query) : null)};`,
      `    body: ${typeOf(documentOf(bodyDocument ?? body))};`,
      `    answer: ${[...new Set(answers.map(answerOf))].join(" | ")};`,
      "  };",
    ];
    return [fields.join("\n")];
  });
  const imports = [...used].sort().map((file) => `import type * as ${aliasOf(file)} from "./answers/${file}";`);
  return [
    HEAD + [...imports, 'import type { AnswerOf } from "./answers/named.ts";'].join("\n"),
    `export type EndpointTypes = {\n${rows.join("\n")}\n};\n`,
  ].join("\n\n");
}

/** Returns the schemas of all successful responses. */
const answersOf = ({ answers }: Endpoint): NamedSchema[] =>
  Object.entries(answers).flatMap(([status, { json }]) => (Number(status) >= 300 || !json ? [] : [json].flat()));

async function placesOfAnswers(): Promise<Map<unknown, Place>> {
  const files = (await readdir(ANSWERS, { recursive: true })).filter((file) => file.endsWith(".ts")).sort();
  const places = new Map<unknown, Place>();
  for (const file of files) {
    const exported = (await import(new URL(file, ANSWERS).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) if (!places.has(value)) places.set(value, { file, name });
  }
  return places;
}

/** `app/review.ts` is imported as `appReview`. */
const aliasOf = (file: string): string =>
  file.replace(/\.ts$/, "").replace(/\/(\w)/g, (_, letter: string) => letter.toUpperCase());

const documentOf = (body: Schema | JsonSchema | undefined): JsonSchema | null => {
  if (body === undefined) return null;
  return typeof body.describe === "function" ? toJsonSchema(body as Schema) : (body as JsonSchema);
};

/** Returns the TypeScript type of a schema as text. */
function typeOf(schema: JsonSchema | null): string {
  if (schema === null) return "undefined";
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  const kinds = [schema.type].flat().map((type) => KINDS[String(type)]?.(schema) ?? "unknown");
  return [...new Set(kinds)].join(" | ");
}

const listed = (type: string): string => (type.includes("|") ? `(${type})` : type);

const KINDS: Readonly<Record<string, (schema: JsonSchema) => string>> = {
  string: () => "string",
  number: () => "number",
  integer: () => "number",
  boolean: () => "boolean",
  null: () => "null",
  array: ({ items }) => `readonly ${items ? listed(typeOf(items as JsonSchema)) : "unknown"}[]`,
  object: ({ properties, required }) => {
    if (!properties) return "object";
    const needed = new Set(required as string[] | undefined);
    const fields = Object.entries(properties as Record<string, JsonSchema>).map(
      ([name, field]) =>
        `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}${needed.has(name) ? "" : "?"}: ${typeOf(field)}`,
    );
    return `{ ${fields.join("; ")} }`;
  },
};
