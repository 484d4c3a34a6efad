// Derives which errors an endpoint can return from who may call it and what it accepts.
import type { Schema } from "yup";
import type { Endpoint, Refusal } from "../endpoints/define.ts";
import { BODY_BOUNDS, type Bounds } from "../middleware/jsonBody.ts";
import { type JsonSchema, toJsonSchema } from "../tools/jsonSchema.ts";

const USUAL: Record<Refusal, string> = {
  400: "Something in the request is wrong; `fields` names what.",
  401: "Missing or invalid credentials.",
  403: "Not with this key, role or plan.",
  404: "Not found, or the caller may not see it.",
  406: "The response is not available in a type that `Accept` allows.",
  409: "Not possible in the current state.",
  413: "The body is too large, too deep, or holds too many values.",
  415: "The body's content type is not supported.",
  422: "The request was valid, but processing it failed.",
  429: "Too many calls; wait for `Retry-After`.",
  431: "The address, with the headers, is longer than 16 KB.",
  503: "A part of the service is unavailable; nothing was half done. Try again after `Retry-After`.",
};

/** Returns the body to document. None for DELETE, because HTTP defines no meaning for a DELETE with a body. */
export const documentedBody = ({ method, body, bodyDocument }: Endpoint): Schema | JsonSchema | undefined =>
  method === "delete" ? undefined : (bodyDocument ?? body);

/** Returns the content type of a body that is not JSON. */
export function typeOfBytes({ bounds }: Endpoint): string | undefined {
  const found: Bounds | undefined = bounds && BODY_BOUNDS[bounds];
  return found?.type;
}

/** Length of what Node reads of an address and its headers, less what the headers usually take. */
const MAX_ADDRESS = 12 * 1_024;
/** Length of one character in a URL, at most: four bytes, as "%F0%9F%98%80". */
const ENCODED = 12;

/** Returns whether a query that is valid can be too long for an address. */
function mayBeTooLong({ query }: Endpoint): boolean {
  const { properties = {} } = (query ? toJsonSchema(query) : {}) as { properties?: Record<string, JsonSchema> };
  const lengths = Object.values(properties).map(({ maxLength }) => (typeof maxLength === "number" ? maxLength : 0));
  return lengths.reduce((sum, length) => sum + length, 0) * ENCODED > MAX_ADDRESS;
}

/** Returns every error status that the endpoint can return, each with its description. */
export function refusalsOf(endpoint: Endpoint): Map<Refusal, string> {
  const { access, params, query, limits = [], withoutDatabase, allowed } = endpoint;
  const bytes = typeOfBytes(endpoint);
  const body = documentedBody(endpoint) ?? bytes;
  const usual: [Refusal, boolean][] = [
    [400, Boolean(params || query || body || endpoint.idempotent)],
    [401, access !== "open" && access !== "opensSession"],
    [403, allowed !== undefined || access === "link"],
    // In tool responses, a missing thing is a tool_error.
    [404, params !== undefined && endpoint.refusalShape === undefined],
    [409, endpoint.idempotent === true],
    [413, body !== undefined],
    [429, limits.length > 0],
    [431, mayBeTooLong(endpoint)],
    [503, !withoutDatabase],
  ];
  const sentences = new Map<Refusal, string>();
  for (const [status, is] of usual) if (is) sentences.set(status, USUAL[status]);
  if (allowed && sentences.has(403)) sentences.set(403, `Allowed: ${allowed}.`);
  for (const [status, sentence] of Object.entries(endpoint.refusals ?? {}))
    sentences.set(Number(status) as Refusal, sentence || USUAL[Number(status) as Refusal]);
  return new Map([...sentences].sort(([a], [b]) => a - b));
}
