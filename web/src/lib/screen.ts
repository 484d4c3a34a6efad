// A screen is one object declared in its feature's screens.ts, which the router, the sidebar and the palette pick up.
import type { ComponentType } from "react";

/** Sections of the sidebar, in order. */
export const SECTIONS = ["project", "audits", "more", "settings"] as const;

/** A query of a screen. */
export type FirstQuery = {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<unknown>;
};

/** First query of each screen by path, declared in a feature's first.ts and requested while its components load. */
export type FirstQueries = Readonly<
  Record<string, (params: Partial<Record<string, string>>, search: Record<string, unknown>) => FirstQuery>
>;

export type Screen = {
  /** Address with parameters such as `$name`. Below `/p/$project` it belongs to a project. */
  path: string;
  /** Title in the browser tab and in the palette. */
  title: string;
  /** Prefix of the tab title: the part that the address names. */
  partOf?: (params: Partial<Record<string, string>>) => string | undefined;
  /** Component, loaded when first needed. */
  load: () => Promise<{ Screen: ComponentType }>;
  /** Place in the sidebar; without it, the screen is reached from other screens. */
  nav?: {
    section: (typeof SECTIONS)[number];
    order: number;
    icon: ComponentType<{ size?: number }>;
    params?: Record<string, string>;
    /** A count shown beside its title. */
    badge?: "waiting";
  };
  /** Keys that open it from anywhere, such as "g r". */
  keys?: string;
  /** Whether it is shown without the sidebar, also to people who are not signed in. */
  open?: true;
};

export const defineScreens = (screens: readonly Screen[]): readonly Screen[] => screens;

/** Returns the address of a project screen that needs no parameters besides those of its `nav`. */
export function addressOf(screen: Screen, project: string): string {
  const given: Record<string, string> = { project, ...screen.nav?.params };
  return screen.path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? ""));
}
