// Root component: provides data, commands, messages and routing to every screen.
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { ToastProvider } from "../components/Toast.tsx";
import { CommandsProvider } from "../lib/commands.tsx";
import { queries } from "./queries.ts";
import { router } from "./router.tsx";

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
