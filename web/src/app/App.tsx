// What every screen stands in: data, commands, messages, addresses.
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { ToastProvider } from "../components/Toast.tsx";
import { ApiError, whenSignedOut } from "../lib/api.ts";
import { basePath } from "../lib/base.ts";
import { CommandsProvider } from "../lib/commands.tsx";
import { readSession, sessionKey, whenOtherPerson, whenSessionChanged } from "../lib/session.ts";
import { router } from "./router.tsx";
import { SCREENS } from "./screens.ts";

/** A session that was just read is not asked for again. */
const FRESH_MS = 60_000;

const queries = new QueryClient({
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

/** What the first screen needs is asked for and loaded at once, not one after the other. */
export async function begin(): Promise<void> {
  const open = SCREENS.some((screen) => screen.open && location.pathname === `${basePath}${screen.path}`);
  if (!open) void queries.prefetchQuery({ queryKey: sessionKey, queryFn: readSession, staleTime: FRESH_MS });
  await router.load();
}

export function App() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <CommandsProvider>
            <RouterProvider router={router} />
          </CommandsProvider>
        </ToastProvider>
      </QueryClientProvider>
    </CSPProvider>
  );
}
