// Names of the pillars, and where they are shown, in the order in which people read them. Pure data: the declarations of the pillars, the
// dashboard and the command line use these words.

/** What a pillar's runs consist of. */
export type PillarParts = "shots" | "scenarios" | "pages";

export type PillarWords = {
  name: string;
  /** Name as people read it. */
  title: string;
  /** What its runs consist of and what their progress counts. */
  parts: PillarParts;
  /** Position in lists of audits; 0 if it is not an audit of pages. */
  place: number;
  /** Its screen in the dashboard; `audits` is the screen for findings that several pillars share. */
  screen: "audits" | "functional" | "tracking" | "visual";
  /** Set if its pages have figures that are measured several times and depend on the device. Budgets can limit them. */
  metrics?: true;
};

export const PILLAR_WORDS = {
  visual: { name: "visual", title: "Visual", parts: "shots", place: 0, screen: "visual" },
  functional: { name: "functional", title: "Functional", parts: "scenarios", place: 0, screen: "functional" },
  a11y: { name: "a11y", title: "Accessibility", parts: "pages", place: 3, screen: "audits" },
  perf: { name: "perf", title: "Performance", parts: "pages", place: 1, screen: "audits", metrics: true },
  seo: { name: "seo", title: "SEO", parts: "pages", place: 2, screen: "audits" },
  security: { name: "security", title: "Security", parts: "pages", place: 4, screen: "audits" },
  tracking: { name: "tracking", title: "Tracking", parts: "pages", place: 5, screen: "tracking" },
  privacy: { name: "privacy", title: "Privacy", parts: "pages", place: 6, screen: "audits" },
} as const satisfies Record<string, PillarWords>;
