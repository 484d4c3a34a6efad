import { Bug } from "lucide-react";
import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  {
    path: "/p/$project/problems",
    title: "Problems",
    load: () => import("./Problems.tsx"),
    nav: { section: "project", order: 3, icon: Bug },
    keys: "g b",
  },
]);
