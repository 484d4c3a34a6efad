// Root component: provides data, commands and routing to every screen.
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { CommandsProvider } from "../lib/commands.tsx";
import { queries } from "./queries.ts";
import { router } from "./router.tsx";

export function App() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <CommandsProvider>
          <RouterProvider router={router} />
        </CommandsProvider>
      </QueryClientProvider>
    </CSPProvider>
  );
}
