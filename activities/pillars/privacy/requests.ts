// Records every request of the page with the phase of the visit in which it was sent, and its initiator.
import type { CDPSession, Frame, Page, Request } from "playwright";
import { providerByContent } from "../../../domain/pillars/privacy/contents.ts";
import type { Initiator, Moment } from "../../../domain/pillars/privacy/gathered.ts";
import { payloadSigns, type Sign } from "../../../domain/pillars/privacy/payload.ts";

/** `choosing`: from the start of answering until the banner is gone; `settleChoice` determines which side such a request belongs to. */
export type Phase = "before" | "choosing" | "after";

/** `bodyNames`: parameter names of a form body. `content`: whose report the body is, if it says so. */
export type Asked = {
  url: string;
  kind: string;
  phase: Phase;
  /** performance.now() when it was recorded. */
  at: number;
  /** Whether it is the page's own document, or a redirect to it. */
  navigation: boolean;
  /** Address of the requesting frame, if that is not the page itself. */
  frame?: string;
  bodyNames: string[];
  content?: string | undefined;
  moment: Moment;
  /** Kinds of content that trackers send. */
  signs: Sign[];
  initiator: Initiator;
  setCookies: string[];
};

export type RequestLog = {
  asked: Asked[];
  /** Whether there were more than the maximum. */
  cut: boolean;
  phase: Phase;
  moment: Moment;
  /** performance.now() of the latest request. */
  lastAt: number;
};

const MAX_REQUESTS = 2_000;
const MAX_INITIATORS = 4_000;
const STACK_DEPTH = 8;
const MAX_SOCKETS = 200;
/** Maximum number of messages per socket whose content is examined. */
const MAX_MESSAGES = 10;
const UNKNOWN: Initiator = { type: "other", url: null, line: null };

/** Starts recording. Requests of frames in other processes have no initiator. */
export async function logRequests(page: Page, session: CDPSession): Promise<RequestLog> {
  const log: RequestLog = { asked: [], cut: false, phase: "before", moment: "load", lastAt: performance.now() };
  const initiators = new Map<string, Initiator>();
  const waiting = new Map<string, Asked>();
  const leaving = countLeaving();
  session.on("Network.requestWillBeSent", ({ request, initiator, type, redirectResponse }) => {
    const frame = topFrame(initiator.stack);
    const from: Initiator = {
      type: initiator.type,
      url: bare(frame?.url ?? initiator.url),
      line: frame ? frame.lineNumber + 1 : initiator.lineNumber === undefined ? null : initiator.lineNumber + 1,
    };
    // While a window closes, most requests are reported only by the protocol.
    if (log.moment === "leave" && redirectResponse === undefined && /^https?:/.test(request.url)) {
      log.lastAt = performance.now();
      const kind = (type ?? "other").toLowerCase();
      const told = { url: request.url, kind, navigation: type === "Document", initiator: from };
      if (leaving("protocol", request.url)) record(log, page, told, request.postData ?? null);
      return;
    }
    const entry = waiting.get(request.url);
    if (entry) {
      entry.initiator = from;
      waiting.delete(request.url);
    } else if (initiators.size < MAX_INITIATORS) initiators.set(request.url, from);
  });
  logSockets(page, session, log);
  const byRequest = new WeakMap<Request, Asked>();
  page.on("request", (request) => {
    if (!/^https?:/.test(request.url())) return;
    log.lastAt = performance.now();
    const url = request.url();
    if (log.moment === "leave" && !leaving("events", url)) return;
    const frame = frameOf(request);
    const told = {
      url,
      kind: request.resourceType(),
      navigation: opensPage(request, page),
      ...(frame !== null && frame !== page.mainFrame() && { frame: frame.url() }),
      initiator: initiators.get(url) ?? UNKNOWN,
    };
    const entry = record(log, page, told, bodyOf(request));
    if (entry === null) return;
    if (!initiators.delete(url)) waiting.set(url, entry);
    byRequest.set(request, entry);
  });
  page.on("response", (response) => {
    const entry = byRequest.get(response.request());
    if (!entry) return;
    void response
      .headersArray()
      .then((headers) => {
        entry.setCookies = headers
          .filter(({ name }) => name.toLowerCase() === "set-cookie")
          .slice(0, 50)
          .map(({ value }) => (value.slice(0, 300).split("=")[0] ?? "").trim());
      })
      .catch(() => undefined);
  });
  await session.send("Network.enable");
  // Needed for `closeWindow`.
  await session.send("Runtime.enable");
  // Without async stack traces, Chromium attributes a pixel created by a script to the parser, and names the
  // page as its initiator (checked in Chromium 156). A `debugger` statement of the page must not halt the visit.
  await session.send("Debugger.enable");
  await session.send("Debugger.setSkipAllPauses", { skip: true });
  await session.send("Debugger.setAsyncCallStackDepth", { maxDepth: STACK_DEPTH });
  return log;
}

/** Records a request that was just sent; null if there are too many. */
function record(
  log: RequestLog,
  page: Page,
  told: Pick<Asked, "url" | "kind" | "navigation" | "frame" | "initiator">,
  body: string | null,
): Asked | null {
  if (log.asked.length >= MAX_REQUESTS) {
    log.cut = true;
    return null;
  }
  const entry: Asked = {
    ...told,
    phase: log.phase,
    at: log.lastAt,
    bodyNames: bodyNames(body),
    content: providerByContent(told.url, body),
    moment: log.moment,
    signs: payloadSigns(told.url, body, page.url()),
    setCookies: [],
  };
  log.asked.push(entry);
  return entry;
}

/** Two sources report the same requests: each request is taken from the source that reports it first. */
function countLeaving(): (from: "protocol" | "events", url: string) => boolean {
  const told = { protocol: new Map<string, number>(), events: new Map<string, number>() };
  return (from, url) => {
    const times = (told[from].get(url) ?? 0) + 1;
    told[from].set(url, times);
    return times > (told[from === "events" ? "protocol" : "events"].get(url) ?? 0);
  };
}

/**
 * Called when the banner is gone. Requests since the deciding click result from the choice; earlier ones belong to
 * neither side, and so do all of them if there was no click (`clickedAt` null).
 */
export function settleChoice(log: RequestLog, clickedAt: number | null): void {
  log.phase = "after";
  if (clickedAt === null) return;
  for (const one of log.asked) if (one.phase === "choosing" && one.at >= clickedAt) one.phase = "after";
}

/** Returns the first frame of a script with an address, including async callers. */
function topFrame(stack: Stack | undefined): { url: string; lineNumber: number } | undefined {
  for (let at = stack, depth = 0; at && depth < STACK_DEPTH; at = at.parent, depth += 1) {
    const frame = at.callFrames.find(({ url }) => /^https?:/.test(url));
    if (frame) return frame;
  }
  return undefined;
}

/** A navigation without a frame yet is the page's own. */
function opensPage(request: Request, page: Page): boolean {
  return request.isNavigationRequest() && (frameOf(request) ?? page.mainFrame()) === page.mainFrame();
}

/** null: it has none yet, or it is gone. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

type Stack = { callFrames: { url: string; lineNumber: number }[]; parent?: Stack };

/** Without query and fragment, which may contain secrets. */
export function bare(url: string | undefined): string | null {
  const parsed = URL.parse(url ?? "");
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  return `${parsed.origin}${parsed.pathname}`.slice(0, 300);
}

function bodyOf(request: Request): string | null {
  if (request.method() !== "POST") return null;
  try {
    return request.postData();
  } catch {
    // The bytes are not text.
    return null;
  }
}

function bodyNames(body: string | null): string[] {
  if (body === null || !/^[\w.~%+-]{1,60}=/.test(body)) return [];
  return body
    .slice(0, 4_000)
    .split(/[&\r\n]+/)
    .slice(0, 60)
    .map((pair) => pair.split("=")[0] ?? "");
}

/** The browser does not report sockets as requests: records their addresses, and the content types of their first messages. */
function logSockets(page: Page, session: CDPSession, log: RequestLog): void {
  const initiators = new Map<string, Initiator>();
  session.on("Network.webSocketCreated", ({ url, initiator }) => {
    const frame = topFrame(initiator?.stack);
    if (initiators.size < MAX_SOCKETS)
      initiators.set(url, { type: "script", url: bare(frame?.url), line: frame ? frame.lineNumber + 1 : null });
  });
  page.on("websocket", (socket) => {
    log.lastAt = performance.now();
    // Uses the http form, because the site is the same for both.
    const url = socket.url().replace(/^ws/, "http");
    const initiator = initiators.get(socket.url()) ?? UNKNOWN;
    const entry = record(log, page, { url, kind: "websocket", navigation: false, initiator }, null);
    if (entry === null) return;
    let heard = 0;
    socket.on("framesent", ({ payload }) => {
      heard += 1;
      if (heard > MAX_MESSAGES || typeof payload !== "string") return;
      entry.signs = [...new Set([...entry.signs, ...payloadSigns(url, payload, page.url())])];
    });
  });
}
