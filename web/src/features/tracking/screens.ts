import { Radar } from "lucide-react";
import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  {
    path: "/p/$project/tracking",
    title: "Tracking",
    load: () => import("./Tracking.tsx"),
    nav: { section: "more", order: 1, icon: Radar },
    keys: "g t",
  },
]);
