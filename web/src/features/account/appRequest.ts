// What an app asks for, out of the one word of the address in which the service packed its parameters.
import { type AppRequest, REQUEST_FIELDS } from "../../../../domain/oauth/request.ts";

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
  for (const name of REQUEST_FIELDS) {
    const value = given.get(name);
    if (value !== null && value !== "") request[name] = value;
  }
  return request;
}
