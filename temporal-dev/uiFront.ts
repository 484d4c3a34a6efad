// A front for the web interface of the local Temporal, which has no authentication. It admits only people who have the link.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { HOUSEKEEPING, SEARCH_ATTRIBUTES } from "../domain/workflowNames.ts";
import { refusalOf } from "./uiAccess.ts";

export type UiFront = {
  /** For links: works for people who are signed in. */
  url: string;
  /** Signs in whoever opens it. A secret. */
  link: string;
  close(): Promise<void>;
};

/** Hop-by-hop headers, which are not forwarded. */
const HOP = ["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"];
const SIGN_IN = "/plumbline-sign-in";
/** Other origins must not frame, open or embed the interface, or learn any of its addresses. */
const HEADERS = {
  "content-security-policy": "frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** List of workflows without housekeeping, which runs every quarter of an hour and is not informative. */
export const workHome = (namespace: string) =>
  `/namespaces/${encodeURIComponent(namespace)}/workflows?query=${encodeURIComponent(`${SEARCH_ATTRIBUTES.runType} != "${HOUSEKEEPING}"`)}`;

/**
 * Listens on a loopback port in front of the interface `behind`. The link and the cookies are valid until it is closed. `home`: where the
 * link leads.
 */
export async function startUiFront(port: number, behind: { host: string; port: number }, home = "/"): Promise<UiFront> {
  const [token, session] = [secret(), secret()];
  // Cookies are shared between ports, so the port is part of the name; otherwise two fronts on this machine would overwrite each other's
  // cookie.
  const cookie = `plumbline_temporal_ui_${port}`;

  const server = createServer((request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([k, v]) => [k, v?.toString()]));
    const { own, others } = splitCookies(headers.cookie, cookie);
    const address = URL.parse(request.url ?? "/", "http://front.invalid");
    const signsIn = address?.pathname === SIGN_IN && equal(address.searchParams.get("token"), token);
    const signedIn = signsIn || equal(own, session);
    const refusal = refusalOf({ method: request.method ?? "", headers }, { port, signedIn });
    if (refusal) return refuse(response, refusal.status, refusal.reason);
    if (signsIn) {
      const set = `${cookie}=${session}; Path=/; HttpOnly; SameSite=Strict`;
      return void response
        .writeHead(303, { ...HEADERS, location: home, "set-cookie": set, "cache-control": "no-store" })
        .end();
    }
    pass(request, response, behind, others);
  });
  // Rejects protocol upgrades, because the front could not inspect such a connection.
  server.on("upgrade", (_, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    link: `${url}${SIGN_IN}?token=${token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  behind: { host: string; port: number },
  cookies: string,
) {
  const headers = { ...request.headers };
  for (const name of [...HOP, "host", "origin", "referer", "cookie"]) delete headers[name];
  if (cookies) headers.cookie = cookies;
  const onward = ask({ ...behind, method: request.method, path: request.url, headers }, (answer) => {
    const back = { ...answer.headers };
    for (const name of HOP) delete back[name];
    const policy = [back["content-security-policy"], HEADERS["content-security-policy"]].filter(Boolean).join(", ");
    response.writeHead(answer.statusCode ?? 502, { ...back, ...HEADERS, "content-security-policy": policy });
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  onward.on("error", () => {
    if (response.headersSent) response.destroy();
    else
      refuse(
        response,
        502,
        "Temporal's interface does not answer: Temporal is unavailable, and will be started again.",
      );
  });
  response.on("close", () => onward.destroy());
  request.on("error", () => onward.destroy());
  request.pipe(onward);
}

/** `reason` is a trusted sentence. A visit through another site's link arrives without the cookie; following the link on this page sends it. */
function refuse(response: ServerResponse, status: number, reason: string): void {
  const again = status === 401 ? '<p>If you have done so already: <a href="">continue</a>.</p>' : "";
  const page = `<!doctype html><meta charset="utf-8"><title>Temporal UI</title><p>${reason}</p>${again}`;
  const type = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  response.writeHead(status, {
    ...HEADERS,
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    ...type,
  });
  response.end(page);
}

function splitCookies(header: string | undefined, name: string): { own: string | null; others: string } {
  const all = (header ?? "").split(/;\s*/).filter(Boolean);
  const mine = all.find((pair) => pair.startsWith(`${name}=`));
  return { own: mine?.slice(name.length + 1) ?? null, others: all.filter((pair) => pair !== mine).join("; ") };
}

const secret = () => randomBytes(32).toString("base64url");
const hash = (text: string) => createHash("sha256").update(text).digest();
const equal = (given: string | null, expected: string) =>
  given !== null && timingSafeEqual(hash(given), hash(expected));
