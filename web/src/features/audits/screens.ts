import { Accessibility, ClipboardCheck, EyeOff, Gauge, type LucideIcon, SearchCheck, Shield } from "lucide-react";
import { defineScreens } from "../../lib/screen.ts";
import { AUDIT_SCREENS } from "../../lib/words.ts";

/** Icon by audit; audits that are not listed use `ClipboardCheck`. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  perf: Gauge,
  seo: SearchCheck,
  a11y: Accessibility,
  security: Shield,
  privacy: EyeOff,
};

export const screens = defineScreens(
  AUDIT_SCREENS.map(({ name, title, place }) => ({
    path: `/p/$project/audits/${name}`,
    title,
    load: () => import("./Audit.tsx"),
    nav: { section: "audits", order: place, icon: ICONS[name] ?? ClipboardCheck },
  })),
);
