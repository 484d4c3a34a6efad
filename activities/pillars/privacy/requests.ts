// Every request of the page with the phase of the visit in which it was sent, and who asked for it.
import type { CDPSession, Page, Request } from "playwright";
import type { Initiator } from "../../../domain/pillars/privacy/gathered.ts";

/** `choosing`: from the beginning of the answer until the banner is gone; `settleChoice` tells which side such a request belongs to. */
export type Phase = "before" | "choosing" | "after";

/** `bodyNames`: names of the parameters of a form body. */
export type Asked = {
  url: string;
  kind: string;
  phase: Phase;
  /** performance.now() when it was heard of. */
  at: number;
  /** The document of the page itself, and what redirects to it. */
  navigation: boolean;
  bodyNames: string[];
  initiator: Initiator;
  setCookies: string[];
};

export type RequestLog = {
  asked: Asked[];
  /** There were more than are kept. */
  cut: boolean;
  phase: Phase;
  /** performance.now() of the latest request. */
  lastAt: number;
};

const MOST_REQUESTS = 2_000;
const MOST_INITIATORS = 4_000;
const STACK_DEPTH = 8;
const UNKNOWN: Initiator = { type: "other", url: null, line: null };

/** Listens from now on. Requests of frames in other processes have no initiator. */
export async function logRequests(page: Page, session: CDPSession): Promise<RequestLog> {
  const log: RequestLog = { asked: [], cut: false, phase: "before", lastAt: performance.now() };
  const initiators = new Map<string, Initiator>();
  const waiting = new Map<string, Asked>();
  session.on("Network.requestWillBeSent", ({ request, initiator }) => {
    const frame = topFrame(initiator.stack);
    const from: Initiator = {
      type: initiator.type,
      url: bare(frame?.url ?? initiator.url),
      line: frame ? frame.lineNumber + 1 : initiator.lineNumber === undefined ? null : initiator.lineNumber + 1,
    };
    const entry = waiting.get(request.url);
    if (entry) {
      entry.initiator = from;
      waiting.delete(request.url);
    } else if (initiators.size < MOST_INITIATORS) initiators.set(request.url, from);
  });
  const byRequest = new WeakMap<Request, Asked>();
  page.on("request", (request) => {
    if (!/^https?:/.test(request.url())) return;
    const at = performance.now();
    log.lastAt = at;
    if (log.asked.length >= MOST_REQUESTS) {
      log.cut = true;
      return;
    }
    const url = request.url();
    const entry: Asked = {
      url,
      kind: request.resourceType(),
      phase: log.phase,
      at,
      navigation: opensPage(request, page),
      bodyNames: bodyNames(request),
      initiator: initiators.get(url) ?? UNKNOWN,
      setCookies: [],
    };
    if (!initiators.delete(url)) waiting.set(url, entry);
    byRequest.set(request, entry);
    log.asked.push(entry);
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
  // Without the stacks behind promises and tasks, Chromium calls a pixel that a script makes the parser's, and names the
  // page for it (checked in 156). A `debugger` statement of the page must not halt the visit.
  await session.send("Debugger.enable");
  await session.send("Debugger.setSkipAllPauses", { skip: true });
  await session.send("Debugger.setAsyncCallStackDepth", { maxDepth: STACK_DEPTH });
  return log;
}

/**
 * The banner is gone. What was asked for since the deciding click came of the choice; what came before the click stays
 * out of both sides, and all of it does when no click was seen (`clickedAt` null).
 */
export function settleChoice(log: RequestLog, clickedAt: number | null): void {
  log.phase = "after";
  if (clickedAt === null) return;
  for (const one of log.asked) if (one.phase === "choosing" && one.at >= clickedAt) one.phase = "after";
}

/** The first frame of a script with an address, also behind promises and timers. */
function topFrame(stack: Stack | undefined): { url: string; lineNumber: number } | undefined {
  for (let at = stack, depth = 0; at && depth < STACK_DEPTH; at = at.parent, depth += 1) {
    const frame = at.callFrames.find(({ url }) => /^https?:/.test(url));
    if (frame) return frame;
  }
  return undefined;
}

/** A navigation that has no frame yet is the page's own. */
function opensPage(request: Request, page: Page): boolean {
  if (!request.isNavigationRequest()) return false;
  try {
    return request.frame() === page.mainFrame();
  } catch {
    return true;
  }
}

type Stack = { callFrames: { url: string; lineNumber: number }[]; parent?: Stack };

/** Without query and fragment, which may hold secrets. */
export function bare(url: string | undefined): string | null {
  const parsed = URL.parse(url ?? "");
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  return `${parsed.origin}${parsed.pathname}`.slice(0, 300);
}

function bodyNames(request: Request): string[] {
  if (request.method() !== "POST") return [];
  let body: string | null = null;
  try {
    body = request.postData();
  } catch {
    // Bytes that are no text.
  }
  if (body === null || !/^[\w.~%+-]{1,60}=/.test(body)) return [];
  return body
    .slice(0, 4_000)
    .split(/[&\r\n]+/)
    .slice(0, 60)
    .map((pair) => pair.split("=")[0] ?? "");
}
