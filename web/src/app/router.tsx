// The routes of all screens.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { basePath } from "../lib/base.ts";
import { whenThere } from "../lib/lazyFiles.ts";
import type { Screen } from "../lib/screen.ts";
import { readAhead } from "./queries.ts";
import { FIRST, SCREENS } from "./screens.ts";
import { Crash, NotFound } from "./Trouble.tsx";

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Crash });
// People who are not signed in need none of it. It is loaded beside the screen, not before it.
const framed = createRoute({
  getParentRoute: () => root,
  id: "framed",
  component: lazyRouteComponent(
    whenThere(() => import("./Frame.tsx")),
    "Frame",
  ),
});

const routeOf = (screen: Screen) =>
  createRoute({
    getParentRoute: () => (screen.open ? root : framed) as typeof root,
    path: screen.path,
    component: lazyRouteComponent(whenThere(screen.load), "Screen"),
    staticData: { title: screen.title, partOf: screen.partOf },
    // Not waited for: the screen shows that it is reading.
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
