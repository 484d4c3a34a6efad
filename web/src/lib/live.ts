// What changes on the service, as it happens: one stream for the whole page. It resumes by itself, and where streams do not
// pass (some proxies), queries that show something unfinished poll.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { serviceUrl } from "./base.ts";

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
export const LIVE_KINDS = ["run", "job", "review", "finding", "notification", "heal", "baseline", "feature"] as const;

/** Opens the stream of a project for as long as the component is shown, and makes queries about what changed read again. */
export function useLiveStream(project: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!project) return;
    const source = new EventSource(serviceUrl(`/api/app/events?project=${encodeURIComponent(project)}`));
    source.onopen = () => {
      // What was missed while the stream was away is read again at once.
      if (state === "away") void queries.invalidateQueries();
      setState("live");
    };
    source.onerror = () => setState("away");
    const hear = (message: MessageEvent<string>) => {
      const data = JSON.parse(message.data) as Record<string, unknown>;
      const event = { type: message.type, id: message.lastEventId, data };
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(message.type) });
      for (const listener of listeners) listener(event);
    };
    for (const kind of LIVE_KINDS) source.addEventListener(kind, hear as EventListener);
    return () => {
      source.close();
      setState("connecting");
    };
  }, [project, queries]);
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
