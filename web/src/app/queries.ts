// What was read of the service, for all screens; another person's reading is forgotten.
import { QueryClient } from "@tanstack/react-query";
import { ApiError, whenSignedOut } from "../lib/api.ts";
import type { FirstQuery } from "../lib/screen.ts";
import { readSession, SESSION_FRESH_MS, sessionKey, whenOtherPerson, whenSessionChanged } from "../lib/session.ts";

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Refusals stay refusals; a service that is away comes back.
      retry: (count, error) =>
        error instanceof ApiError && error.status > 0 && error.status < 500 ? false : count < 4,
      retryDelay: (attempt) => Math.min(10_000, 500 * 2 ** attempt),
      refetchOnWindowFocus: true,
    },
  },
});
const askWhoIsSignedIn = () => void queries.invalidateQueries({ queryKey: sessionKey });
whenSignedOut(askWhoIsSignedIn);
whenSessionChanged(askWhoIsSignedIn);
// What one person read is not for the next.
whenOtherPerson((next) => {
  const others = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessionKey[0] };
  if (next) void queries.resetQueries(others);
  else queries.removeQueries(others);
});

/** Asks who is signed in, and for them what a screen shows first, while its code is loaded. The screen tells what fails. */
export async function readAhead(first: FirstQuery | undefined): Promise<void> {
  const key = { queryKey: sessionKey, queryFn: readSession, staleTime: SESSION_FRESH_MS };
  await queries.prefetchQuery(key);
  if (first && queries.getQueryData(sessionKey)) await queries.prefetchQuery(first);
}
