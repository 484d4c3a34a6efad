// Where the recorder hears of a page from: Chromium's protocol, or Playwright's events in other browsers.
import type { CDPSession, Page, Request } from "playwright";
import type { Guard } from "../../../browsers/page/guard.ts";
import { BINDING, pageScript } from "../../../browsers/page/inPage/trackingScript.ts";
import { redactUrl } from "../../../domain/pillars/tracking/redact.ts";
import { bodyScript } from "./bodyScript.ts";

/** A body that is longer is not read. */
export const MAX_BODY = 256 * 1_024;
const FRAMES = 5;

/** A request that a page sent, once: what a redirect makes of it is not told. */
export type Sent = {
  url: string;
  method: string;
  contentType: string;
  /** ms since 1970. */
  at: number;
  /** The document that sent it; "" where the browser does not say. */
  document: string;
  initiator: string[];
  /** null: it has none, or it cannot be read. */
  body: string | null | Promise<string | null>;
};

export type Source = {
  /** Begins to report. What the page's script says comes as text, from anybody. */
  start(heard: { message(payload: string): void; sent(request: Sent): void }): Promise<void>;
  /** The document that is in the page now, as `Sent` names it. */
  document(): Promise<string>;
};

/** The page needs `pageScript` from its lease. */
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
        // Blobs and long bodies are handed out on demand.
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
      await guard.run(setUp, 10_000, () => new Error("The browser did not begin to report in 10 s."));
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

/** How long the page's script may take to tell a body after the request itself was told, in ms. */
const BODY_MS = 1_000;
const MAX_BODIES = 500;

/**
 * For a browser without Chromium's protocol. Bodies come from a script in the page, as WebDriver BiDi tells none of
 * requests; a beacon that leaves with its document may come without its body.
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
        // In this order: the script takes the binding off the window before the page can see it.
        await page.exposeBinding(BINDING, heard);
        await page.addInitScript(`${bodyScript(BINDING, MAX_BODY)}\n${pageScript(layers)}`);
      };
      await guard.run(setUp(), 10_000, () => new Error("The browser did not begin to report in 10 s."));
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
  // Those of our own script, which comes from no file, stand before the page's.
  const own = frames.findIndex(({ url }) => url !== "");
  return frames
    .slice(Math.max(0, own))
    .slice(0, FRAMES)
    .map((one) => `${one.functionName.slice(0, 100) || "(anonymous)"} (${redactUrl(one.url)}:${one.lineNumber + 1})`);
}
