// Unpacks an app's authorization request from the single word into which the service packed its parameters.
import type { AppRequest } from "../../../../domain/oauth/request.ts";

/** The known parameters; others are ignored, as OAuth requires. */
const COUNTS: Readonly<Record<keyof AppRequest, true>> = {
  response_type: true,
  client_id: true,
  redirect_uri: true,
  scope: true,
  state: true,
  code_challenge: true,
  code_challenge_method: true,
  resource: true,
};

/** Returns null if the word is not a packed request. */
export function unpackRequest(word: string): AppRequest | null {
  if (!word.startsWith("q.")) return null;
  let query: string;
  try {
    query = atob(word.slice(2).replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return null;
  }
  const given = new URLSearchParams(query);
  const request: AppRequest = {};
  for (const name of Object.keys(COUNTS) as (keyof AppRequest)[]) {
    const value = given.get(name);
    if (value !== null && value !== "") request[name] = value;
  }
  return request;
}
