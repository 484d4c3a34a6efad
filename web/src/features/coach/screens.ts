import { MessagesSquare } from "lucide-react";
import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  {
    path: "/p/$project/coach",
    title: "Coach",
    load: () => import("./Coach.tsx"),
    nav: { section: "more", order: 3, icon: MessagesSquare },
    keys: "g c",
  },
]);
