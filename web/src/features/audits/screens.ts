import { Accessibility, EyeOff, Gauge, SearchCheck, Shield } from "lucide-react";
import { defineScreens, type Screen } from "../../lib/screen.ts";

const ofPillar = (pillar: string, title: string, order: number, icon: NonNullable<Screen["nav"]>["icon"]): Screen => ({
  path: `/p/$project/audits/${pillar}`,
  title,
  load: () => import("./Audit.tsx"),
  nav: { section: "audits", order, icon },
});

export const screens = defineScreens([
  ofPillar("perf", "Performance", 1, Gauge),
  ofPillar("seo", "SEO", 2, SearchCheck),
  ofPillar("a11y", "Accessibility", 3, Accessibility),
  ofPillar("security", "Security", 4, Shield),
  ofPillar("privacy", "Privacy", 5, EyeOff),
]);
