// What an app asks for, out of the one word of the address in which the service packed its parameters.
import type { AppRequest } from "../../../../domain/oauth/request.ts";

/** The parameters that count; another one is ignored, as OAuth asks. */
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

/** Null: the address holds no request. */
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
