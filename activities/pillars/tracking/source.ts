// Sources of the recorder's data: Chromium's protocol, or Playwright's events in other browsers.
import type { CDPSession, Page, Request } from "playwright";
import type { Guard } from "../../../browsers/page/guard.ts";
import { BINDING, pageScript } from "../../../browsers/page/inPage/trackingScript.ts";
import { redactUrl } from "../../../domain/pillars/tracking/redact.ts";
import { bodyScript } from "./bodyScript.ts";

/** Longer bodies are not read. */
export const MAX_BODY = 256 * 1_024;
const FRAMES = 5;

/** A request that a page sent, once: redirects of it are not reported. */
export type Sent = {
  url: string;
  method: string;
  contentType: string;
  /** ms since 1970. */
  at: number;
  /** The document that sent it; "" if the browser does not report it. */
  document: string;
  initiator: string[];
  /** null: it has none, or it cannot be read. */
  body: string | null | Promise<string | null>;
};

export type Source = {
  /** Starts reporting. Messages of the page's script arrive as text, and may be forged. */
  start(heard: { message(payload: string): void; sent(request: Sent): void }): Promise<void>;
  /** Returns the page's current document, as named in `Sent`. */
  document(): Promise<string>;
};

/** Requires `pageScript` in the page's lease. */
export function cdpSource(session: CDPSession, guard: Guard): Source {
  const redirected = new Set<string>();
  return {
    async start({ message, sent }) {
      session.on("Runtime.bindingCalled", ({ name, payload }) => {
        if (name === BINDING) message(payload);
      });
      session.on("Network.requestWillBeSent", (event) => {
        const { requestId, request, redirectResponse, wallTime, initiator, loaderId } = event;
        // A beacon that the collector redirects was sent once.
        if (redirectResponse !== undefined || redirected.has(requestId)) return;
        redirected.add(requestId);
        const { url, method, headers } = request;
        const type = Object.entries(headers).find(([key]) => key.toLowerCase() === "content-type")?.[1] ?? "";
        // Blobs and long bodies are provided on demand.
        const asked = request.hasPostData === true && request.postData === undefined;
        sent({
          url,
          method,
          contentType: type,
          at: wallTime * 1_000,
          document: loaderId,
          initiator: framesOf(initiator.stack),
          body: asked ? bodyOf(session, requestId) : (request.postData ?? null),
        });
      });
      const setUp = Promise.all([
        session.send("Runtime.enable"),
        session.send("Runtime.addBinding", { name: BINDING }),
        session.send("Network.enable", { maxPostDataSize: MAX_BODY }),
      ]);
      await guard.run(setUp, 10_000, () => new Error("The browser did not start reporting within 10 s."));
    },
    async document() {
      const { frameTree } = await guard.run(session.send("Page.getFrameTree"), 5_000);
      return frameTree.frame.loaderId;
    },
  };
}

function bodyOf(session: CDPSession, requestId: string): Promise<string | null> {
  return session.send("Network.getRequestPostData", { requestId }).then(
    ({ postData, base64Encoded }) => {
      const text = base64Encoded ? Buffer.from(postData, "base64").toString("utf8") : postData;
      return text.length > MAX_BODY ? null : text;
    },
    () => null,
  );
}

/** Maximum time in ms between the request event and the page script's report of the body. */
const BODY_MS = 1_000;
const MAX_BODIES = 500;

/**
 * For browsers without Chromium's protocol. Bodies come from a script in the page, because WebDriver BiDi does not report
 * request bodies; a beacon sent while its document is left may come without its body.
 */
export function playwrightSource(page: Page, guard: Guard, layers: readonly string[]): Source {
  const told: { url: string; body: string }[] = [];
  const waiting: { url: string; resolve(body: string | null): void }[] = [];
  const tell = (url: string, body: string): void => {
    const at = waiting.findIndex((one) => one.url === url);
    if (at >= 0) waiting.splice(at, 1)[0]?.resolve(body);
    else if (told.length < MAX_BODIES) told.push({ url, body });
  };
  const bodyFor = (request: Request): string | null | Promise<string | null> => {
    const known = request.postData();
    if (known !== null || request.method() === "GET" || request.method() === "HEAD") return known;
    const url = request.url();
    const at = told.findIndex((one) => one.url === url);
    if (at >= 0) return told.splice(at, 1)[0]?.body ?? null;
    const { promise, resolve } = Promise.withResolvers<string | null>();
    waiting.push({ url, resolve });
    const late = setTimeout(() => {
      const still = waiting.findIndex((one) => one.resolve === resolve);
      if (still >= 0) waiting.splice(still, 1);
      resolve(null);
    }, BODY_MS);
    return promise.finally(() => clearTimeout(late));
  };
  return {
    async start({ message, sent }) {
      page.on("request", (request) => {
        if (request.redirectedFrom() !== null) return;
        sent({
          url: request.url(),
          method: request.method(),
          at: Date.now(),
          document: "",
          initiator: [],
          contentType: request.headers()["content-type"] ?? "",
          body: bodyFor(request),
        });
      });
      const heard = (_: unknown, payload: unknown): void => {
        if (typeof payload !== "string" || payload.length > MAX_BODY + 5_000) return;
        const body = bodyMessage(payload);
        if (body) tell(body.url, body.body);
        else message(payload);
      };
      const setUp = async () => {
        // In this order: the script removes the binding from the window before the page can see it.
        await page.exposeBinding(BINDING, heard);
        await page.addInitScript(`${bodyScript(BINDING, MAX_BODY)}\n${pageScript(layers)}`);
      };
      await guard.run(setUp(), 10_000, () => new Error("The browser did not start reporting within 10 s."));
    },
    document: async () => "",
  };
}

function bodyMessage(payload: string): { url: string; body: string } | null {
  if (!payload.startsWith('{"t":"body"')) return null;
  try {
    const { u, b } = JSON.parse(payload) as { u: unknown; b: unknown };
    return { url: String(u), body: String(b) };
  } catch {
    return null;
  }
}

type Trace = { callFrames: { functionName: string; url: string; lineNumber: number }[]; parent?: Trace };

function framesOf(stack: Trace | undefined): string[] {
  const frames = stack?.callFrames.length ? stack.callFrames : (stack?.parent?.callFrames ?? []);
  // Frames of our own script, which comes from no file, precede the page's.
  const own = frames.findIndex(({ url }) => url !== "");
  return frames
    .slice(Math.max(0, own))
    .slice(0, FRAMES)
    .map((one) => `${one.functionName.slice(0, 100) || "(anonymous)"} (${redactUrl(one.url)}:${one.lineNumber + 1})`);
}
