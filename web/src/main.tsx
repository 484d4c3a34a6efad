// The dashboard's start.
import "@fontsource-variable/inter/index.css";
import "@fontsource-variable/jetbrains-mono/index.css";
import "./app/tokens.css";
import "./app/base.css";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { readAhead } from "./app/queries.ts";
import { router } from "./app/router.tsx";
// Part of the first file: whoever signs in waits for no second one.
import "./features/account/SignIn.tsx";
import { applyTheme } from "./app/theme.ts";

applyTheme();
// On every screen, also where nobody asks: the answer that the page asked for ahead would otherwise be taken for a later one.
void readAhead(undefined);
const root = document.getElementById("root") as HTMLElement;
// In a transition, so that a slow phone draws the first screen in steps and still takes a tap between them.
const show = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
// Until the first screen's code is there, the page says that it is loading.
void router.load().then(show, show);
