// A client with a signed-in session, for endpoints that need one (full audits).
import { ApiError } from "./apiClient.ts";

export type SessionClient = {
  post(path: string, body: unknown): Promise<Record<string, unknown>>;
  get(path: string): Promise<Record<string, unknown>>;
  /** Receives an event stream until `signal` aborts it. Rejects if the stream is refused or ends by itself. */
  listen(path: string, hear: (event: Record<string, unknown>) => void, signal: AbortSignal): Promise<void>;
};

/** Rejects with ApiError if the sign-in or a request is refused. */
export async function signIn(apiUrl: string, email: string, password: string): Promise<SessionClient> {
  const ask = async (path: string, request: RequestInit) => {
    const answer = await fetch(`${apiUrl}${path}`, request);
    const parsed = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
    if (!answer.ok) throw new ApiError(answer.status, parsed);
    return { answer, parsed };
  };
  const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const { answer, parsed } = await send("/api/auth/sign-in", { email, password });
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const token = String(parsed.csrfToken);
  return {
    post: async (path, body) => (await send(path, body, { cookie, "x-csrf-token": token })).parsed,
    get: async (path) => (await ask(path, { headers: { cookie } })).parsed,
    async listen(path, hear, signal) {
      const headers = { cookie, accept: "text/event-stream" };
      const answer = await fetch(`${apiUrl}${path}`, { headers, signal });
      if (!answer.ok || !answer.body) throw new ApiError(answer.status, await answer.json().catch(() => ({})));
      let rest = "";
      for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines)
          if (line.startsWith("data: ")) hear(JSON.parse(line.slice("data: ".length)) as Record<string, unknown>);
      }
      throw new Error("The service ended the stream.");
    },
  };
}
