// What every screen stands in: data, commands, messages, addresses.
import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { ToastProvider } from "../components/Toast.tsx";
import { ApiError, whenSignedOut } from "../lib/api.ts";
import { CommandsProvider } from "../lib/commands.tsx";
import { sessionKey, whenOtherPerson, whenSessionChanged } from "../lib/session.ts";
import { router } from "./router.tsx";

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

export function App() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <Tooltip.Provider delay={350}>
            <CommandsProvider>
              <RouterProvider router={router} />
            </CommandsProvider>
          </Tooltip.Provider>
        </ToastProvider>
      </QueryClientProvider>
    </CSPProvider>
  );
}
