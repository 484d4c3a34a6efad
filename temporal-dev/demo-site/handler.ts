/** Handles a request. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { act, memberCookie } from "./actions.ts";
import { basketCookie, parseBasket } from "./basket.ts";
import { consentCookie, readClientId, readConsent } from "./consent.ts";
import type { PageContext, Variant } from "./core.ts";
import { flawsOf } from "./defects.ts";
import { carelessCookies, commonHeaders, parseCookies } from "./headers.ts";
import { renderPage } from "./layout.ts";
import { notFoundPage } from "./pages/legal.ts";
import { orderCookie, readOrder, receipt } from "./pages/order.ts";
import { repairsData } from "./pages/repairs.ts";
import { exposedFile, listedPages, otherPages, robots, sitemap } from "./routes.ts";
import { asset, heavyCopy, staticFiles } from "./static.ts";

const bodyLimit = 64 * 1024;
const beacons: ReadonlySet<string> = new Set(["/g/collect", "/collect"]);

/** Pictures and scripts of the flawed variant that are served late: address, file, delay. */
const lateFiles: ReadonlyMap<string, { file: string; delay: number; heavy?: boolean }> = new Map([
  ["/images/oak-stool-original.webp", { file: "/images/oak-stool.webp", delay: 1500, heavy: true }],
  ["/images/caring-for-linen-late.webp", { file: "/images/caring-for-linen.webp", delay: 1000 }],
  ["/js/legacy-widgets.js", { file: "/js/legacy-widgets.js", delay: 1200 }],
]);

const flawedFiles: ReadonlySet<string> = new Set(["/js/vendor/jquery-1.8.1.min.js", "/css/legal-2019.css"]);

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  context: PageContext;
  cookies: ReadonlyMap<string, string>;
  /** Whether cookies may be marked Secure. Browsers treat loopback addresses as secure. */
  secure: boolean;
  https: boolean;
}

function send(
  { request, response, context, https }: Exchange,
  status: number,
  headers: Record<string, string | string[]>,
  body: Buffer | string,
): void {
  let payload = typeof body === "string" ? Buffer.from(body) : body;
  const type = String(headers["Content-Type"] ?? "");
  const wantsGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
  const all: Record<string, string | string[]> = {
    ...commonHeaders(context, https, request.headers.origin),
    ...headers,
  };
  if (/^text|xml|json/.test(type) && payload.length > 500) {
    all.Vary = "Accept-Encoding";
    if (wantsGzip && !context.flaw("perf-no-compression")) {
      payload = gzipSync(payload);
      all["Content-Encoding"] = "gzip";
    }
  }
  if (context.flaw("perf-no-caching")) delete all["Cache-Control"];
  if (status !== 204 && status !== 303) all["Content-Length"] = String(payload.length);
  response.writeHead(status, all);
  response.end(request.method === "HEAD" ? undefined : payload);
}

async function sendStatic(exchange: Exchange): Promise<boolean> {
  const { context } = exchange;
  const late = lateFiles.get(context.path);
  const path = late?.file ?? context.path;
  const file = staticFiles.get(path);
  if (!file || ((late || flawedFiles.has(path)) && context.variant !== "flawed")) return false;
  if (late) await sleep(late.delay);
  const lasting = context.query.has("v") || path.startsWith("/fonts/");
  const lifetime = lasting ? "public, max-age=31536000, immutable" : "public, max-age=3600";
  send(
    exchange,
    200,
    { "Content-Type": file.type, "Cache-Control": lifetime },
    late?.heavy ? heavyCopy(file) : file.body,
  );
  return true;
}

async function sendData(exchange: Exchange): Promise<boolean> {
  const data = repairsData(exchange.context.path);
  if (!data) return false;
  await sleep(data.delay, undefined, { ref: false });
  const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
  send(exchange, data.status, headers, data.body);
  return true;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > bodyLimit) return "";
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Parses the fields of a form; for a file, only its name. */
function readForm(body: string, type: string): URLSearchParams {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/.exec(type)?.[1];
  if (boundary === undefined) return new URLSearchParams(body);
  const form = new URLSearchParams();
  for (const part of body.split(`--${boundary}`)) {
    const [head = "", ...rest] = part.split("\r\n\r\n");
    const name = /\bname="([^"]*)"/.exec(head)?.[1];
    const file = /\bfilename="([^"]*)"/.exec(head)?.[1];
    if (name !== undefined) form.append(name, file ?? rest.join("\r\n\r\n").replace(/\r\n$/, ""));
  }
  return form;
}

async function sendAction(exchange: Exchange): Promise<void> {
  const { request, context, secure } = exchange;
  const form = readForm(await readBody(request), request.headers["content-type"] ?? "");
  const stranger =
    request.headers.origin !== undefined &&
    request.headers.origin !== context.origin &&
    request.headers.origin !== "null";
  const outcome = stranger ? undefined : act(context.path, form, context, secure);
  if (!outcome) {
    send(
      exchange,
      stranger ? 403 : 404,
      { "Content-Type": "text/plain; charset=utf-8" },
      "There is nothing to do here.\n",
    );
    return;
  }
  const cookies = { "Set-Cookie": outcome.cookies, "Cache-Control": "no-store" };
  if (outcome.json !== undefined && request.headers.accept === "application/json") {
    send(
      exchange,
      200,
      { ...cookies, "Content-Type": "application/json; charset=utf-8" },
      JSON.stringify(outcome.json),
    );
  } else {
    send(exchange, 303, { ...cookies, Location: outcome.location }, "");
  }
}

function sendPage(exchange: Exchange): void {
  const { context, cookies } = exchange;
  const make = listedPages.get(context.path) ?? otherPages.get(context.path) ?? notFoundPage;
  if (context.path === "/account" && !context.member) {
    send(exchange, 303, { Location: "/sign-in" }, "");
    return;
  }
  const page = make(context);
  const careless = carelessCookies(context, cookies);
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "private, no-cache",
    ...(careless.length > 0 ? { "Set-Cookie": careless } : {}),
  };
  send(exchange, page.status ?? 200, headers, renderPage(page, context));
}

function describe(request: IncomingMessage, variant: Variant, serial: number, own: string): Omit<Exchange, "response"> {
  const host = /^[\w.:[\]-]{1,255}$/.test(request.headers.host ?? "") ? (request.headers.host as string) : own;
  const https = request.headers["x-forwarded-proto"] === "https";
  const url = new URL(request.url?.startsWith("/") ? `http://shop${request.url.replace(/^\/+/, "/")}` : "http://shop/");
  const cookies = parseCookies(request.headers.cookie);
  const member = cookies.get(memberCookie);
  const consent = cookies.get(consentCookie);
  const context: PageContext = {
    variant,
    flaw: flawsOf(variant, url.pathname),
    origin: `${https ? "https" : "http"}://${host}`,
    path: url.pathname,
    query: url.searchParams,
    consent: readConsent(consent),
    clientId: readClientId(consent),
    nonce: randomBytes(16).toString("base64"),
    basket: parseBasket(url.searchParams.get("basket") ?? cookies.get(basketCookie)),
    member: member && /^[\w%.'-]{1,200}$/.test(member) ? decodeName(member) : undefined,
    order: readOrder(cookies.get(orderCookie)),
    serial,
    asset,
  };
  const secure = https || /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(host);
  return { request, context, cookies, secure, https };
}

function decodeName(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

export async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  variant: Variant,
  serial: number,
  own: string,
): Promise<void> {
  const exchange: Exchange = { ...describe(request, variant, serial, own), response };
  const { context } = exchange;
  if (beacons.has(context.path)) {
    request.resume();
    send(exchange, 204, { "Cache-Control": "no-store" }, "");
    return;
  }
  if (request.method === "POST") return sendAction(exchange);
  if (request.method !== "GET" && request.method !== "HEAD") {
    send(exchange, 405, { Allow: "GET, HEAD, POST", "Content-Type": "text/plain; charset=utf-8" }, "Not here.\n");
    return;
  }
  const exposed = exposedFile(context);
  if (exposed !== undefined) send(exchange, 200, { "Content-Type": "text/plain; charset=utf-8" }, exposed);
  else if (context.path === "/robots.txt")
    send(
      exchange,
      200,
      { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
      robots(context),
    );
  else if (context.path === "/sitemap.xml")
    send(
      exchange,
      200,
      { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
      sitemap(context),
    );
  else if (context.path === "/order/receipt.txt")
    send(
      exchange,
      200,
      { "Content-Type": "text/plain; charset=utf-8", "Content-Disposition": 'attachment; filename="receipt.txt"' },
      receipt(context),
    );
  else if (!(await sendData(exchange)) && !(await sendStatic(exchange))) sendPage(exchange);
}
