// Root component: provides data, commands, messages and routing to every screen.
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { Suspense } from "react";
import { CommandsProvider } from "../lib/commands.tsx";
import { lazily } from "../lib/lazyFiles.ts";
import { queries } from "./queries.ts";
import { router } from "./router.tsx";

/** Loaded after the first screen, which has nothing to say. */
const Toasts = lazily(async () => (await import("../components/Toasts.tsx")).Toasts);

export function App() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <CommandsProvider>
          <RouterProvider router={router} />
        </CommandsProvider>
      </QueryClientProvider>
      <Suspense>
        <Toasts />
      </Suspense>
    </CSPProvider>
  );
}
