// The pillars of quality, under the contract's ids.

export const PILLARS = ["visual", "functional", "a11y", "perf", "seo", "security", "tracking", "privacy"] as const;
export type Pillar = (typeof PILLARS)[number];

/** Pillars that audit pages and give findings; the other two give pictures and steps. */
export const AUDIT_PILLARS = ["perf", "seo", "a11y", "security", "tracking", "privacy"] as const;
export type AuditPillar = (typeof AUDIT_PILLARS)[number];

/** What people call them. */
export const PILLAR_NAME: Record<Pillar, string> = {
  visual: "Visual",
  functional: "Functional",
  a11y: "Accessibility",
  perf: "Performance",
  seo: "SEO",
  security: "Security",
  tracking: "Tracking",
  privacy: "Privacy",
};
