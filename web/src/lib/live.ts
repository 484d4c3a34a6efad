// Live updates: one event stream for the whole page. It reconnects automatically; if streams are blocked (by some proxies), queries for
// unfinished work poll.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { CHANGE_KINDS } from "../../../domain/liveChanges.ts";
import { ApiError, get, withQuery } from "./api.ts";
import { againIfAway } from "./away.ts";
import { serviceUrl } from "./base.ts";
import { sessionKey } from "./session.ts";

/** An event of the stream: its kind, and the ids it is about. */
export type LiveEvent = { type: string; id: string; data: Record<string, unknown> };

/** `gone`: the project is unknown to the service, or no longer open to the person. */
type State = "connecting" | "live" | "away" | "gone";

const listeners = new Set<(event: LiveEvent) => void>();
let state: State = "connecting";
const watchers = new Set<() => void>();

function setState(next: State): void {
  if (state === next) return;
  state = next;
  for (const watcher of watchers) watcher();
}

const TOGETHER_MS = 50;

/** Opens the stream of a project while the component is mounted, and invalidates queries about what changed. */
export function useLiveStream(project: string): void {
  const queries = useQueryClient();
  useEffect(() => (project ? listen(project, queries) : undefined), [project, queries]);
}

/** Reconnect delays. A browser gives up on a stream that is answered with an error, for example by a proxy while the service starts. */
const AGAIN_MS = [1_000, 2_000, 5_000, 10_000];

/** A background tab closes its stream after this time, because a browser opens only six connections to a host, shared by all tabs. */
const HIDDEN_MS = 5_000;

/** Returns a function that stops listening. */
function listen(project: string, queries: QueryClient): () => void {
  let source: EventSource | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let missed = false;
  let since: string | null = null;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let left = false;
  const again = () => {
    source?.close();
    source = undefined;
    if (state !== "gone") setState("away");
    // If the session has expired, this leads to the sign-in page and ends the stream.
    void queries.invalidateQueries({ queryKey: sessionKey });
    timer = setTimeout(() => void probe(), AGAIN_MS[Math.min(failures++, AGAIN_MS.length - 1)]);
  };
  /** An event stream does not report why it was refused, so an ordinary request finds out whether to retry. */
  const probe = async () => {
    try {
      await get("/api/app/changes", { query: { project } });
      if (!left) open();
    } catch (error) {
      if (left) return;
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 403 || status === 404) setState("gone");
      // Nobody is signed in: the session, which was read again, leads away.
      else if (status !== 401) again();
    }
  };
  // Events that arrive together invalidate their queries once.
  const stale = new Set<string>();
  let reading: ReturnType<typeof setTimeout> | undefined;
  const readAgain = () => {
    reading = undefined;
    const kinds = new Set(stale);
    stale.clear();
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.some((word) => kinds.has(String(word))) });
  };
  const hear = (message: MessageEvent<string>) => {
    since = message.lastEventId;
    const data = JSON.parse(message.data) as Record<string, unknown>;
    const event = { type: message.type, id: message.lastEventId, data };
    stale.add(message.type);
    reading ??= setTimeout(readAgain, TOGETHER_MS);
    for (const listener of listeners) listener(event);
  };
  const open = () => {
    const stream = new EventSource(serviceUrl(withQuery("/api/app/events", { project, since })));
    source = stream;
    stream.onopen = () => {
      failures = 0;
      // Reads again what was missed while the stream was away.
      if (state === "away" || missed) void queries.invalidateQueries();
      missed = false;
      setState("live");
    };
    stream.onerror = () => (stream.readyState === EventSource.CLOSED ? again() : setState("away"));
    // Each is the first word of the query keys it invalidates.
    for (const kind of CHANGE_KINDS) stream.addEventListener(kind, hear as EventListener);
    // The session that opened the stream has ended.
    stream.addEventListener("end", again);
  };
  const rest = () => {
    clearTimeout(timer);
    source?.close();
    source = undefined;
    missed = true;
    setState("connecting");
  };
  const look = () => {
    clearTimeout(hiding);
    if (document.visibilityState === "hidden") hiding = setTimeout(rest, HIDDEN_MS);
    else if (!source) {
      clearTimeout(timer);
      open();
    }
  };
  document.addEventListener("visibilitychange", look);
  if (document.visibilityState === "hidden") rest();
  else open();
  return () => {
    left = true;
    document.removeEventListener("visibilitychange", look);
    clearTimeout(hiding);
    clearTimeout(timer);
    clearTimeout(reading);
    source?.close();
    setState("connecting");
  };
}

/** Calls the listener for each event of the stream. */
export function useLiveEvents(listener: (event: LiveEvent) => void): void {
  const [latest] = useState<{ run: (event: LiveEvent) => void }>({ run: listener });
  latest.run = listener;
  useEffect(() => {
    const hear = (event: LiveEvent) => latest.run(event);
    listeners.add(hear);
    return () => void listeners.delete(hear);
  }, [latest]);
}

export const useLiveState = (): State =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => state,
  );

/** Interval for `refetchInterval` of work that may be unfinished: slow while the stream is live, fast while it is away. */
export function pollInterval<T>(
  query: { data: T | undefined; error: unknown },
  isOpen: (data: T) => boolean,
): number | false {
  if (query.data !== undefined && isOpen(query.data)) return state === "live" ? 10_000 : 2_000;
  return againIfAway(query.error) || (state === "live" ? false : 15_000);
}
