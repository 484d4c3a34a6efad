import { LayoutDashboard } from "lucide-react";
import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  {
    path: "/p/$project",
    title: "Overview",
    load: () => import("./Overview.tsx"),
    nav: { section: "project", order: 1, icon: LayoutDashboard },
    keys: "g o",
  },
]);
