import { ScanEye } from "lucide-react";
import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  {
    path: "/p/$project/visual",
    title: "Visual",
    load: () => import("./Newest.tsx"),
    nav: { section: "project", order: 3, icon: ScanEye },
    keys: "g v",
  },
  { path: "/p/$project/visual/$runId", title: "Visual review", load: () => import("./Review.tsx") },
]);
