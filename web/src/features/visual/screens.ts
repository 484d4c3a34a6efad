import { LayoutGrid, ScanEye } from "lucide-react";
import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  {
    path: "/p/$project/visual",
    title: "Visual",
    load: () => import("./Inbox.tsx"),
    nav: { section: "project", order: 4, icon: ScanEye },
    keys: "g v",
  },
  { path: "/p/$project/visual/$runId", title: "Visual review", load: () => import("./Review.tsx") },
  {
    path: "/p/$project/scenarios",
    title: "Scenarios",
    load: () => import("./Scenarios.tsx"),
    nav: { section: "project", order: 5, icon: LayoutGrid },
  },
  { path: "/p/$project/scenarios/$label", title: "Scenario", load: () => import("./Scenario.tsx") },
]);
