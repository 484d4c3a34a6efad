// Entry point of the dashboard.
import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/jetbrains-mono/index.css";
import "./app/tokens.css";
import "./app/base.css";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { readAhead } from "./app/queries.ts";
import { router } from "./app/router.tsx";
// Part of the first file, so that the sign-in page needs no second one.
import "./features/account/SignIn.tsx";
import { applyTheme } from "./app/theme.ts";

applyTheme();
// On every screen, even if it does not need the session: otherwise the response that the page preloaded would be taken for a later one.
void readAhead(undefined);
const root = document.getElementById("root") as HTMLElement;
// In a transition, so that a slow phone renders the first screen in steps and still responds to taps between them.
const show = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
// Until the code of the first screen has loaded, the page shows a loading message.
void router.load().then(show, show);
