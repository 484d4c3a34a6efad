import { Settings } from "lucide-react";
import { defineScreens } from "../../lib/screen.ts";
import { PARTS } from "./parts.ts";

export const screens = defineScreens([
  {
    path: "/p/$project/settings",
    title: "Settings",
    load: () => import("./SettingsScreen.tsx"),
    nav: { section: "settings", order: 2, icon: Settings },
    keys: "g s",
  },
  {
    path: "/p/$project/settings/$part",
    title: "Settings",
    partOf: ({ part }) => PARTS.find(({ name }) => name === part)?.title,
    load: () => import("./SettingsScreen.tsx"),
  },
]);
