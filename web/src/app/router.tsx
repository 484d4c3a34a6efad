// The routes: every feature's screens, found by their files.
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { basePath } from "../lib/base.ts";
import { whenThere } from "../lib/lazyFiles.ts";
import type { Screen } from "../lib/screen.ts";
import { Frame } from "./Frame.tsx";
import { Crash, NotFound } from "./Trouble.tsx";

const found = import.meta.glob<{ screens: readonly Screen[] }>("../features/*/screens.ts", { eager: true });

/** All screens, in the order of their files. */
export const SCREENS: readonly Screen[] = Object.values(found).flatMap(({ screens }) => screens);

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Crash });
const framed = createRoute({ getParentRoute: () => root, id: "framed", component: () => <Frame screens={SCREENS} /> });

const routeOf = (screen: Screen) =>
  createRoute({
    getParentRoute: () => (screen.open ? root : framed) as typeof root,
    path: screen.path,
    component: lazyRouteComponent(whenThere(screen.load), "Screen"),
    staticData: { title: screen.title },
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
