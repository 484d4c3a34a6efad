import { History } from "lucide-react";
import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  {
    path: "/p/$project/runs",
    title: "Runs",
    load: () => import("./Runs.tsx"),
    nav: { section: "project", order: 2, icon: History },
    keys: "g r",
  },
  { path: "/p/$project/runs/$runId", title: "Run", load: () => import("./Run.tsx") },
]);
