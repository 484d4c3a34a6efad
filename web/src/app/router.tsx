// The routes of all screens.
import { createRootRoute, createRoute, createRouter, Outlet } from "@tanstack/react-router";
import { Suspense } from "react";
import { basePath } from "../lib/base.ts";
import { lazily } from "../lib/lazyFiles.ts";
import type { Screen } from "../lib/screen.ts";
import { readAhead } from "./queries.ts";
import { FIRST, SCREENS } from "./screens.ts";
import { Crash, NotFound } from "./Trouble.tsx";

/** Loaded after the first screen, which has nothing to say. Below the root route, which has the error page. */
const Toasts = lazily(() => import("../components/Toasts.tsx"), "Toasts");

function Root() {
  return (
    <>
      <Outlet />
      <Suspense>
        <Toasts />
      </Suspense>
    </>
  );
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFound, errorComponent: Crash });
// Loaded lazily, because people who are not signed in need none of it, and in parallel with the screen.
const framed = createRoute({
  getParentRoute: () => root,
  id: "framed",
  component: lazily(() => import("./Frame.tsx"), "Frame"),
});

const routeOf = (screen: Screen) =>
  createRoute({
    getParentRoute: () => (screen.open ? root : framed) as typeof root,
    path: screen.path,
    component: lazily(screen.load, "Screen"),
    staticData: { title: screen.title, partOf: screen.partOf },
    // Not awaited, so that the screen shows its loading state.
    loader: ({ params, location }) => {
      if (!screen.open) void readAhead(FIRST[screen.path]?.(params, location.search));
    },
  });

export const router = createRouter({
  routeTree: root.addChildren([
    framed.addChildren(SCREENS.filter(({ open }) => !open).map(routeOf)),
    ...SCREENS.filter(({ open }) => open).map(routeOf),
  ]),
  basepath: basePath || "/",
  defaultPreload: "intent",
  defaultPreloadDelay: 40,
  scrollRestoration: true,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Crash,
});
