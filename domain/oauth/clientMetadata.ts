// Metadata that a client provides, by registering or in a document at its own URL. None of it is verified.
import { oneLine, truncate } from "../text.ts";
import { MAX_REDIRECT_LENGTH, redirectProblem } from "./redirects.ts";

export type ClientMetadata = { name: string; redirectUris: string[]; uri: string | null };
export type MetadataProblem = { error: "invalid_redirect_uri" | "invalid_client_metadata"; message: string };

const MAX_NAME = 60;
const MAX_REDIRECTS = 20;
/** The only grants that clients can use. */
const GRANTS = ["authorization_code", "refresh_token"];

const wrong = (message: string): MetadataProblem => ({ error: "invalid_client_metadata", message });

/** Characters that change the writing direction or are invisible: a name must look like what it is. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;

/** Returns a name for display: one line without invisible characters. */
export const shownName = (text: string): string => truncate(oneLine(text.replace(UNSEEN, " ")), MAX_NAME);

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** Parses the metadata (RFC 7591) that the service uses; other fields are ignored. */
export function readMetadata(given: unknown): ClientMetadata | MetadataProblem {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return wrong("Send an object.");
  const { redirect_uris, client_name, client_uri, grant_types, response_types } = given as Record<string, unknown>;
  if (!isTexts(redirect_uris) || redirect_uris.length === 0 || redirect_uris.length > MAX_REDIRECTS)
    return {
      error: "invalid_redirect_uri",
      message: `redirect_uris must be a list of 1 to ${MAX_REDIRECTS} addresses.`,
    };
  for (const uri of redirect_uris) {
    const problem = redirectProblem(uri);
    if (problem) return { error: "invalid_redirect_uri", message: `A redirect URI ${problem}.` };
  }
  if (client_name !== undefined && !isText(client_name)) return wrong("client_name must be a text.");
  if (grant_types !== undefined && !(isTexts(grant_types) && grant_types.some((one) => GRANTS.includes(one))))
    return wrong("grant_types must include authorization_code.");
  if (response_types !== undefined && !(isTexts(response_types) && response_types.includes("code")))
    return wrong("response_types must include code.");
  const uri = isText(client_uri) && client_uri.length <= MAX_REDIRECT_LENGTH ? URL.parse(client_uri) : null;
  return {
    name: shownName(client_name ?? "") || "An app without a name",
    redirectUris: [...new Set(redirect_uris)],
    uri: uri?.protocol === "https:" ? uri.href : null,
  };
}

/** Returns whether a client id is the URL of its metadata document (draft-ietf-oauth-client-id-metadata-document, section 3). */
export function isDocumentAddress(clientId: string): boolean {
  const url = URL.parse(clientId);
  if (url?.protocol !== "https:" || url.pathname === "/" || clientId.includes("#")) return false;
  if (url.username !== "" || url.password !== "") return false;
  // The id must equal the parsed URL: no dot segments, no upper case in the host, no default port.
  return url.href === clientId;
}

/** Parses the metadata in a client's document, which must contain its own URL. */
export function readDocument(address: string, given: unknown): ClientMetadata | MetadataProblem {
  const {
    client_id,
    client_secret,
    token_endpoint_auth_method: method,
    token_endpoint_auth_methods_supported: methods,
  } = (given ?? {}) as Record<string, unknown>;
  if (client_id !== address) return wrong("client_id of the document is not its address.");
  if (client_secret !== undefined) return wrong("A public document cannot hold a secret.");
  // Some clients name their preferred method and also list all that they support.
  const knowsNone = Array.isArray(methods) && methods.includes("none");
  if (method !== undefined && method !== "none" && !knowsNone)
    return wrong("token_endpoint_auth_method must be none: clients prove themselves by PKCE here.");
  return readMetadata(given);
}
