import { ListChecks } from "lucide-react";
import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  { path: "/new", title: "New project", load: () => import("./FirstProject.tsx") },
  {
    path: "/p/$project/setup",
    title: "Setup",
    load: () => import("./Setup.tsx"),
    nav: { section: "settings", order: 1, icon: ListChecks },
  },
]);
