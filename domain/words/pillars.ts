// What the pillars are called and where faces show them, in the order in which people read them. Pure data: the declarations of the
// pillars, the dashboard and the command line take their words from here.

/** What runs are made of. */
export type PillarParts = "shots" | "scenarios" | "pages";

export type PillarWords = {
  name: string;
  /** What people call it. */
  title: string;
  /** What its runs are made of, and what progress counts. */
  parts: PillarParts;
  /** Its place where audits are listed; 0: it is no audit of pages. */
  place: number;
  /** The dashboard's screen of it; `audits`: the one that shows findings, which such pillars share. */
  screen: "audits" | "functional" | "tracking" | "visual";
  /** Its pages have figures that are measured several times and depend on the device; budgets may limit them. */
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
