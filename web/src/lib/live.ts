// What changes on the service, as it happens: one stream for the whole page. It resumes by itself, and where streams do not
// pass (some proxies), queries that show something unfinished poll.
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { ApiError, get, withQuery } from "./api.ts";
import { serviceUrl } from "./base.ts";
import { sessionKey } from "./session.ts";

/** A fact from the stream: its kind, and the ids that it is about. */
export type LiveEvent = { type: string; id: string; data: Record<string, unknown> };

type State = "connecting" | "live" | "away";

const listeners = new Set<(event: LiveEvent) => void>();
let state: State = "connecting";
const watchers = new Set<() => void>();

function setState(next: State): void {
  if (state === next) return;
  state = next;
  for (const watcher of watchers) watcher();
}

/** Kinds that the service sends; each is the first word of the query keys that it makes stale. */
export const LIVE_KINDS = [
  "run",
  "job",
  "review",
  "finding",
  "problem",
  "notification",
  "feature",
  "heal",
  "recording",
  "thread",
  "reviewRequest",
  "presence",
] as const;

const TOGETHER_MS = 50;

/** Opens the stream of a project for as long as the component is shown, and makes queries about what changed read again. */
export function useLiveStream(project: string): void {
  const queries = useQueryClient();
  useEffect(() => (project ? listen(project, queries) : undefined), [project, queries]);
}

/** A browser gives up on a stream that was answered with an error, by a proxy for instance while the service starts: it is opened again. */
const AGAIN_MS = [1_000, 2_000, 5_000, 10_000];

/** A tab in the background gives its stream up after this time: a browser opens six connections to a service, which all tabs share. */
const HIDDEN_MS = 5_000;

/** Answers what ends it. */
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
    setState("away");
    // Where the session has ended, the page goes to where one signs in, and this with it.
    void queries.invalidateQueries({ queryKey: sessionKey });
    timer = setTimeout(() => void probe(), AGAIN_MS[Math.min(failures++, AGAIN_MS.length - 1)]);
  };
  /** Why a stream was refused is not told: an ordinary request says whether to try again. */
  const probe = async () => {
    try {
      await get("/api/app/changes", { query: { project } });
      if (!left) open();
    } catch (error) {
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      if (!left && (!refused || error.status === 429)) again();
    }
  };
  // Facts of one moment come together: what they make stale is read again once.
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
      // What was missed while the stream was away is read again at once.
      if (state === "away" || missed) void queries.invalidateQueries();
      missed = false;
      setState("live");
    };
    stream.onerror = () => (stream.readyState === EventSource.CLOSED ? again() : setState("away"));
    for (const kind of LIVE_KINDS) stream.addEventListener(kind, hear as EventListener);
    // The session that it was opened with is over.
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

/** Hears each fact of the stream. */
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

/** For `refetchInterval`: slow while the stream tells of changes, quick while it is away. Only for what is unfinished. */
export const pollInterval = (unfinished: boolean): number | false =>
  unfinished ? (state === "live" ? 10_000 : 2_000) : state === "live" ? false : 15_000;
