// Signs a person in for one command, for things that keys may not do, such as creating keys.
import type { AnswerAt, ArgsAt, PathOf } from "../../api/endpoints/typedPath.ts";
import { fillPath } from "../../domain/net/fillPath.ts";
import { CLIENT_EXIT, ClientError, wrongUse } from "./exit.ts";

export type Person = {
  get<const P extends PathOf<"GET">>(path: P, ...args: ArgsAt<"GET", P, object>): Promise<AnswerAt<"GET", P>>;
  post<const P extends PathOf<"POST">>(path: P, ...args: ArgsAt<"POST", P, object>): Promise<AnswerAt<"POST", P>>;
  remove<const P extends PathOf<"DELETE">>(
    path: P,
    ...args: ArgsAt<"DELETE", P, object>
  ): Promise<AnswerAt<"DELETE", P>>;
  signOut(): Promise<void>;
};
type Parts = { params?: Record<string, string | number>; body?: object };
type Refused = { error?: string | { message?: string; code?: string }; code?: string };

const ANSWER_MS = 30_000;

/** Throws ClientError (5) if the service cannot be reached or refuses the sign-in. */
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
  const signedCall = async (method: "GET" | "POST" | "DELETE", path: string, args: unknown) => {
    const [{ params, body = {} } = {}] = args as [Parts?];
    const filled = fillPath(path, params);
    const sent = method === "GET" ? call(method, filled, { cookie }) : call(method, filled, signed, body);
    return (await sent).json as never;
  };
  return {
    get: (path, ...args) => signedCall("GET", path, args),
    post: (path, ...args) => signedCall("POST", path, args),
    remove: (path, ...args) => signedCall("DELETE", path, args),
    signOut: async () => void (await call("POST", "/api/auth/sign-out", signed, {}).catch(() => undefined)),
  };
}
