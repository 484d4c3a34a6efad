// A small HTTP client for tests that sends keys, cookies and CSRF tokens like a program or a browser.

export type Answer = {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { error?: string };
  raw: Buffer;
};

export type Send = {
  key?: string;
  session?: Session;
  body?: unknown;
  headers?: Record<string, string>;
  /** Sent unchanged. */
  rawBody?: string;
};

/** A signed-in browser. */
export type Session = { cookie: string; csrf: string };

export function createClient(base: string) {
  const send = async (method: string, path: string, options: Send = {}): Promise<Answer> => {
    const headers: Record<string, string> = { ...options.headers };
    if (options.key !== undefined) headers["x-api-key"] = options.key;
    if (options.session) {
      headers.cookie = options.session.cookie;
      headers["x-csrf-token"] ??= options.session.csrf;
    }
    if (options.body !== undefined) headers["content-type"] ??= "application/json";
    const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const response = await fetch(base + path, {
      method,
      headers,
      redirect: "manual",
      ...(body !== undefined && { body }),
    });
    const raw = Buffer.from(await response.arrayBuffer());
    const json = response.headers.get("content-type")?.match(/[/+]json/) != null;
    return { status: response.status, headers: response.headers, raw, body: json ? JSON.parse(raw.toString()) : {} };
  };
  return {
    base,
    get: (path: string, options?: Send) => send("GET", path, options),
    post: (path: string, options?: Send) => send("POST", path, options),
    del: (path: string, options?: Send) => send("DELETE", path, options),
    send,
    async signIn(email: string, password: string): Promise<Session> {
      const answer = await send("POST", "/api/auth/sign-in", { body: { email, password } });
      if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${answer.body.error}`);
      return { cookie: cookieOf(answer) ?? "", csrf: String(answer.body.csrfToken) };
    },
  };
}
export type Client = ReturnType<typeof createClient>;

/** Returns `name=value` of the cookie that a response sets. */
export function cookieOf(answer: Answer): string | null {
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? null;
}
