// Generates the endpoint reference: a page per tag in docs/api/.
import { Schema } from "yup";
import { type JsonSchema, toJsonSchema } from "../tools/jsonSchema.ts";
import { type Access, type Endpoint, TAGS } from "./define.ts";

const WHO: Record<Access, string> = {
  open: "everyone",
  opensSession: "everyone",
  key: "key",
  keyOrBearer: "key or connected app",
  agentBearer: "coach agent key",
  session: "session",
  either: "key or session",
  link: "signed link, key or session",
};

type Tag = keyof typeof TAGS;
export type EndpointPage = { tag: Tag; title: string; file: string; text: string };

/** Maximum size of a page's table in bytes, so that a page of docs/ stays below 15 KB. */
const MAX_BYTES = 12_000;

/** Whether clients other than the dashboard may rely on the endpoint. The others are only in the OpenAPI document and change with it. */
export const isPublic = ({ path }: Pick<Endpoint, "path">): boolean => !path.startsWith("/api/app/");

/** Returns a page for each tag that has public endpoints, in the order of the tags; several pages if one would be too long. */
export function endpointPages(endpoints: readonly Endpoint[]): EndpointPage[] {
  return (Object.keys(TAGS) as Tag[]).flatMap((tag) => {
    const parts = partsOf(endpoints.filter((endpoint) => endpoint.tag === tag && isPublic(endpoint)));
    return parts.map((own, at) => {
      const title = parts.length === 1 ? tag : `${tag} (${at + 1} of ${parts.length})`;
      const name = tag.toLowerCase().replaceAll(" ", "-");
      const file = at === 0 ? `${name}.md` : `${name}-${at + 1}.md`;
      return { tag, title, file, text: page(tag, title, own) };
    });
  });
}

function partsOf(endpoints: readonly Endpoint[]): Endpoint[][] {
  const parts: Endpoint[][] = [];
  let bytes = 0;
  for (const endpoint of endpoints) {
    const size = Buffer.byteLength(row(endpoint));
    const last = parts.at(-1);
    if (last && bytes + size <= MAX_BYTES) {
      last.push(endpoint);
      bytes += size;
    } else {
      parts.push([endpoint]);
      bytes = size;
    }
  }
  return parts;
}

/** Returns the list of those pages for docs/api.md. */
export const endpointPageList = (pages: readonly EndpointPage[]): string =>
  [
    "| endpoints | what for |",
    "| --- | --- |",
    ...pages.map(({ tag, title, file }) => `| [${title}](api/${file}) | ${TAGS[tag]} |`),
  ].join("\n");

const page = (tag: Tag, title: string, own: readonly Endpoint[]): string => `# Endpoints: ${title}

${TAGS[tag]}

[The API](../api.md) explains keys, sessions, errors and limits. Required fields are bold. \`npm run -s docs -- endpoints\` writes this page.

${endpointTable(own)}
`;

/** Returns a Markdown table with one row per endpoint; required fields are bold. */
export function endpointTable(endpoints: readonly Endpoint[]): string {
  return ["| method and path | who | what |", "| --- | --- | --- |", ...endpoints.map(row)].join("\n");
}

function row(endpoint: Endpoint): string {
  const { method, path, summary, description } = endpoint;
  const told = [summary.endsWith("?") ? summary : `${summary}.`, description, takenBy(endpoint)]
    .filter(Boolean)
    .join(" ");
  return `| \`${method.toUpperCase()} ${path}\` | ${who(endpoint)} | ${told.replaceAll("|", "\\|")} |`;
}

function who({ access, allowed }: Endpoint): string {
  if (allowed === undefined) return WHO[access];
  return allowed.startsWith("keys") ? allowed : `${WHO[access]}: ${allowed}`;
}

/** Describes the fields of body and query, the header, and the status if it is not 200. */
function takenBy({ body, bodyDocument, query, idempotent, answers }: Endpoint): string {
  const schema = body ?? bodyDocument;
  const fields = schema instanceof Schema ? fieldsOf(schema) : "";
  const parameters = query ? fieldsOf(query, { values: true }) : "";
  const statuses = Object.keys(answers).filter((status) => status < "300");
  const parts = [
    fields && `Body: ${fields}`,
    parameters && `Query: ${parameters}`,
    idempotent && "Header: `Idempotency-Key`",
    statuses.join() !== "200" && `Answers ${statuses.join(" or ")}`,
  ];
  return parts
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(" ");
}

/** Lists the fields. With `values`, also the values or range that each field accepts. */
function fieldsOf(schema: Schema, { values = false } = {}): string {
  const { properties = {}, required = [] } = toJsonSchema(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties)
    .map(([name, field]) => {
      const shown = required.includes(name) ? `**\`${name}\`**` : `\`${name}\``;
      return values ? `${shown}${boundsOf(field)}` : shown;
    })
    .join(", ");
}

function boundsOf(field: JsonSchema): string {
  const { enum: words } = (field.items ?? field) as { enum?: unknown[] };
  const known = words?.filter((word) => word !== null);
  if (known)
    return ` (${known.map((word) => `\`${word}\``).join(", ")}${field.items ? "; several separated by commas" : ""})`;
  return field.maximum === undefined ? "" : ` (${field.minimum} to ${field.maximum})`;
}
