// Which refusals an endpoint can answer: it follows from who may call it and what it takes.
import type { Schema } from "yup";
import type { Endpoint, Refusal } from "../endpoints/define.ts";
import { BODY_BOUNDS, type Bounds } from "../middleware/jsonBody.ts";
import type { JsonSchema } from "../tools/jsonSchema.ts";

const USUAL: Record<Refusal, string> = {
  400: "Something in the request is wrong; `fields` names what.",
  401: "No credentials, or none that are valid.",
  403: "Not with this key, role or plan.",
  404: "It is not there, or not the caller's to see.",
  406: "The answer cannot be given in a form that `Accept` names.",
  409: "Not in the state that the thing is in.",
  413: "The body is too large, too deep, or holds too many values.",
  415: "The body is not of a type that is understood.",
  422: "The request was understood, but a step behind it failed.",
  429: "Too many calls; wait for `Retry-After`.",
  431: "The address, with the headers, is longer than 16 KB.",
  503: "A part of the service is unavailable; nothing was half done. Try again after `Retry-After`.",
};

/** What the document says of the body. Of a DELETE nothing: one with a body has no defined meaning in HTTP. */
export const documentedBody = ({ method, body, bodyDocument }: Endpoint): Schema | JsonSchema | undefined =>
  method === "delete" ? undefined : (bodyDocument ?? body);

/** The content type of a body that is no JSON. */
export function typeOfBytes({ bounds }: Endpoint): string | undefined {
  const found: Bounds | undefined = bounds && BODY_BOUNDS[bounds];
  return found?.type;
}

/** Every refusal that the endpoint can answer, each with its sentence. */
export function refusalsOf(endpoint: Endpoint): Map<Refusal, string> {
  const { access, params, query, limits = [], withoutDatabase, allowed } = endpoint;
  const bytes = typeOfBytes(endpoint);
  const body = documentedBody(endpoint) ?? bytes;
  const usual: [Refusal, boolean][] = [
    [400, Boolean(params || query || body || endpoint.idempotent)],
    [401, access !== "open" && access !== "opensSession"],
    [403, allowed !== undefined || access === "link"],
    // A missing thing is a tool_error where answers are tool responses.
    [404, params !== undefined && endpoint.refusalShape === undefined],
    [409, endpoint.idempotent === true],
    [413, body !== undefined],
    [429, limits.length > 0],
    [503, !withoutDatabase],
  ];
  const sentences = new Map<Refusal, string>();
  for (const [status, is] of usual) if (is) sentences.set(status, USUAL[status]);
  if (allowed && sentences.has(403)) sentences.set(403, `Allowed: ${allowed}.`);
  for (const [status, sentence] of Object.entries(endpoint.refusals ?? {}))
    sentences.set(Number(status) as Refusal, sentence || USUAL[Number(status) as Refusal]);
  return new Map([...sentences].sort(([a], [b]) => a - b));
}
