// Query client of all screens. The cache is cleared when another person signs in.
import { QueryClient } from "@tanstack/react-query";
import { ApiError, whenSignedOut } from "../lib/api.ts";
import { againIfAway } from "../lib/away.ts";
import type { FirstQuery } from "../lib/screen.ts";
import { readSession, SESSION_FRESH_MS, sessionKey, whenSessionChanged, whenTurned } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { keepLastErrors } from "./lastErrors.ts";

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Retries only network and server errors; a 4xx response would not change.
      retry: (count, error) =>
        error instanceof ApiError && error.status > 0 && error.status < 500 ? false : count < 4,
      retryDelay: (attempt) => Math.min(10_000, 500 * 2 ** attempt),
      // After the last retry too, because the message says so and a page without a stream would notice nothing.
      refetchInterval: ({ state: { error } }) => againIfAway(error),
      refetchOnWindowFocus: true,
      // The browser only knows whether it has a network, not whether this service can be reached, which may run on the same machine.
      networkMode: "always",
      refetchOnReconnect: true,
    },
    // Otherwise a change would wait, without a word, and be sent whenever the browser thinks that it is online again.
    mutations: { networkMode: "always" },
  },
});
keepLastErrors(queries.getQueryCache());
const askWhoIsSignedIn = () => void queries.invalidateQueries({ queryKey: sessionKey });
whenSignedOut(askWhoIsSignedIn);
whenSessionChanged(askWhoIsSignedIn);
whenTurned((turn, next) => {
  const others = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessionKey[0] };
  // A hidden page uses no query, and would be empty when it is shown again.
  if (turn === "held")
    for (const query of queries.getQueryCache().findAll(others))
      query.setOptions({ ...query.options, gcTime: Number.POSITIVE_INFINITY });
  if (turn === "resumed") void queries.invalidateQueries(others);
  // Another person must not see cached data.
  if (turn === "moved" || turn === "left") next ? void queries.resetQueries(others) : queries.removeQueries(others);
  // Nor messages with their buttons. Whoever signs out may still read the last one.
  if (turn === "held" || (turn === "left" && next)) toast.clear();
});

/**
 * Prefetches the session and, for a signed-in person, the first query of a screen while the screen's code loads. Errors are not reported
 * here but by the screen.
 */
export async function readAhead(first: FirstQuery | undefined): Promise<void> {
  const key = { queryKey: sessionKey, queryFn: readSession, staleTime: SESSION_FRESH_MS };
  await queries.prefetchQuery(key);
  if (first && queries.getQueryData(sessionKey)) await queries.prefetchQuery(first);
}
