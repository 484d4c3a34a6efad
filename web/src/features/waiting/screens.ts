import { Inbox } from "lucide-react";
import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  {
    path: "/p/$project/waiting",
    title: "Waiting for me",
    load: () => import("./Waiting.tsx"),
    nav: { section: "project", order: 1.5, icon: Inbox, badge: "waiting" },
    keys: "g m",
  },
]);
