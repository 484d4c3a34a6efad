// A person who signs in for one command: what keys may not do, such as making keys.
import { CLIENT_EXIT, ClientError, wrongUse } from "./exit.ts";

export type Person = {
  get<T>(path: string): Promise<T>;
  send<T>(method: "POST" | "DELETE", path: string, body?: object): Promise<T>;
  signOut(): Promise<void>;
};
type Refused = { error?: string | { message?: string; code?: string }; code?: string };

const ANSWER_MS = 30_000;

/** Throws ClientError (5) where the service is not reached, or does not let the person in. */
export async function signInPerson(url: string, email: string, password: string): Promise<Person> {
  const call = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: { accept: "application/json", ...(body && { "content-type": "application/json" }), ...headers },
      body: body && JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch((error: Error) => {
      const reason = error.cause instanceof Error ? error.cause.message : error.message;
      throw new ClientError(
        CLIENT_EXIT.unreachable,
        "unreachable",
        `Plumbline could not be reached at ${url} (${reason}).`,
      );
    });
    const json = (await answer.json().catch(() => ({}))) as Refused;
    if (answer.ok) return { answer, json };
    const message = typeof json.error === "string" ? json.error : json.error?.message;
    const exit = [400, 404, 409].includes(answer.status) ? CLIENT_EXIT.usage : CLIENT_EXIT.unreachable;
    throw new ClientError(
      exit,
      json.code ?? `http_${answer.status}`,
      message ?? `${url} answered HTTP ${answer.status}.`,
    );
  };
  const { answer, json } = await call("POST", "/api/auth/sign-in", {}, { email, password });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const token = (json as { csrfToken?: string }).csrfToken;
  if (!cookie || !token) throw wrongUse(`${url} uses another sign-in: create the key in the dashboard.`);
  const signed = { cookie, "x-csrf-token": token };
  return {
    get: async (path) => (await call("GET", path, { cookie })).json as never,
    send: async (method, path, body = {}) => (await call(method, path, signed, body)).json as never,
    signOut: async () => void (await call("POST", "/api/auth/sign-out", signed, {}).catch(() => undefined)),
  };
}
