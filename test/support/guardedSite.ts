// A site with a JSON login and members-only pages, protected by a cookie, a header, or a token that a script keeps in its storage.
import type { IncomingMessage, ServerResponse } from "node:http";
import { totpCode } from "../../domain/signIn/totp.ts";
import { type Site, startSite } from "../activities/capture/engine/harness.ts";

export const USER = "robot@example.com";
export const PASSWORD = "correct-horse-4711";
export const TOTP = { secret: "JBSWY3DPEHPK3PXP", period: 5 };

export type GuardedSite = Site & {
  /** Number of successful and failed sign-ins. */
  logins: { right: number; wrong: number };
  /** Every token issued so far. */
  tokens: string[];
  /** Ends every session. */
  signEverybodyOut(): void;
};

const html = (response: ServerResponse, body: string, status = 200): void =>
  void response
    .writeHead(status, { "content-type": "text/html" })
    .end(`<!doctype html><html lang="en"><title>t</title><body>${body}`);
const json = (response: ServerResponse, status: number, answer: unknown, headers = {}): void =>
  void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(answer));

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

const LOGIN = `<form method="post" action="/form-login"><input id="user" name="user"><input id="password" name="password" type="password">
  <input id="code" name="code" autocomplete="one-time-code"><button>Sign in</button></form>`;
/** Behaves like a single-page application: the document is public, and its script checks who is signed in. */
const app = (storage: "localStorage" | "sessionStorage"): string => `<main>Loading</main><script>
  const token = ${storage}.getItem("token");
  fetch("/api/me", { headers: { authorization: "Bearer " + token } }).then(async (answer) => {
    if (answer.status === 401) return location.replace("/login");
    document.querySelector("main").innerHTML = "<h1>Hello member</h1><p id=echo>" + token + "</p>";
  });
</script>`;

export async function startGuardedSite(host?: string): Promise<GuardedSite> {
  const site = await startSite(host);
  const valid = new Set<string>();
  const usedCodes = new Set<string>();
  const tokens: string[] = [];
  const logins = { right: 0, wrong: 0 };
  const isIn = ({ headers: { authorization = "", cookie = "" } }: IncomingMessage): boolean =>
    valid.has(authorization.replace(/^Bearer /, "")) || valid.has(/(?:^|; )sid=([^;]+)/.exec(cookie)?.[1] ?? "");
  /** Accepts each code only once, as RFC 6238 requires. */
  const takesCode = (code: string): boolean => {
    const now = Date.now();
    const fits = [now, now - TOTP.period * 1_000].some((at) => totpCode(TOTP, at) === code);
    if (!fits || usedCodes.has(code)) return false;
    usedCodes.add(code);
    return true;
  };
  const admit = (given: { user?: unknown; password?: unknown; code?: unknown }, needsCode: boolean): string | null => {
    const right = given.user === USER && given.password === PASSWORD && (!needsCode || takesCode(String(given.code)));
    if (!right) {
      logins.wrong += 1;
      return null;
    }
    logins.right += 1;
    const token = `tkn-${logins.right}-${"0123456789abcdef".repeat(2)}`;
    valid.add(token);
    tokens.push(token);
    return token;
  };
  for (const [path, needsCode] of [
    ["/api/login", false],
    ["/api/login-with-code", true],
    ["/api/token", false],
  ] as const)
    site.on(path, async (request, response) => {
      const given = JSON.parse(await bodyOf(request)) as Record<string, unknown>;
      const token = admit(given, needsCode);
      if (token === null) return json(response, 401, { error: { message: `No account for ${given.password}` } });
      const cookie = path === "/api/token" ? {} : { "set-cookie": `sid=${token}; Path=/; HttpOnly` };
      json(response, 200, { data: { token, user: { name: "Robot" } } }, cookie);
    });
  site.on("/form-login", async (request, response) => {
    const token = admit(
      Object.fromEntries(new URLSearchParams(await bodyOf(request))),
      request.headers["x-no-code"] === undefined,
    );
    if (token === null) response.writeHead(302, { location: "/login" }).end();
    else response.writeHead(302, { location: "/home", "set-cookie": `sid=${token}; Path=/; HttpOnly` }).end();
  });
  site.on("/home", (_request, response) => html(response, "<p>home"));
  site.on("/login", (_request, response) => html(response, LOGIN));
  site.on("/api/me", (request, response) => json(response, isIn(request) ? 200 : 401, {}));
  site.on("/app", (_request, response) => html(response, app("localStorage")));
  site.on("/tab", (_request, response) => html(response, app("sessionStorage")));
  site.on("/members", (request, response) => {
    if (isIn(request)) html(response, `<h1>Hello member</h1><a href="/members">again</a>`);
    else response.writeHead(302, { location: "/login" }).end();
  });
  site.on("/closed", (request, response) =>
    html(response, isIn(request) ? "<h1>Hello member</h1>" : "no", isIn(request) ? 200 : 401),
  );
  return Object.assign(site, {
    logins,
    tokens,
    signEverybodyOut: () => valid.clear(),
  });
}
