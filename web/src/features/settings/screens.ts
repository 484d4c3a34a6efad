import { Settings } from "lucide-react";
import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  {
    path: "/p/$project/settings",
    title: "Settings",
    load: () => import("./SettingsScreen.tsx"),
    nav: { section: "settings", order: 2, icon: Settings },
    keys: "g s",
  },
  { path: "/p/$project/settings/$part", title: "Settings", load: () => import("./SettingsScreen.tsx") },
]);
