// What a screen is: one declared object in its feature's screens.ts, which the router, the sidebar and the palette pick up.
import type { ComponentType } from "react";

/** Sections of the sidebar, in its order. */
export const SECTIONS = ["project", "audits", "more", "settings"] as const;

/** A query as a screen asks it. */
export type FirstQuery = {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<unknown>;
};

/** What screens show first, by their paths, in a feature's first.ts: it is asked for while their components are loaded. */
export type FirstQueries = Readonly<
  Record<string, (params: Partial<Record<string, string>>, search: Record<string, unknown>) => FirstQuery>
>;

export type Screen = {
  /** Address with parameters as `$name`; below `/p/$project` it belongs to a project. */
  path: string;
  /** What the browser's tab and the palette call it. */
  title: string;
  /** What stands before it in the tab: the part that the address names. */
  partOf?: (params: Partial<Record<string, string>>) => string | undefined;
  /** Its component, loaded when it is first needed. */
  load: () => Promise<{ Screen: ComponentType }>;
  /** Its place in the sidebar; without one it is reached from other screens. */
  nav?: {
    section: (typeof SECTIONS)[number];
    order: number;
    icon: ComponentType<{ size?: number }>;
    params?: Record<string, string>;
    /** What stands beside its title: a count. */
    badge?: "waiting";
  };
  /** Keys that lead to it from anywhere, such as "g r". */
  keys?: string;
  /** Shown without sidebar, and to people who are not signed in. */
  open?: true;
};

export const defineScreens = (screens: readonly Screen[]): readonly Screen[] => screens;

/** The address of a screen of a project that needs no further parameters than its `nav` gives. */
export function addressOf(screen: Screen, project: string): string {
  const given: Record<string, string> = { project, ...screen.nav?.params };
  return screen.path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ""));
}
