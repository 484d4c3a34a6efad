import { BadgeCheck } from "lucide-react";
import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  {
    path: "/p/$project/proofs",
    title: "Issue proof",
    load: () => import("./Proofs.tsx"),
    nav: { section: "more", order: 2, icon: BadgeCheck },
    keys: "g i",
  },
  { path: "/p/$project/proofs/$jobId", title: "Issue proof", load: () => import("./Proof.tsx") },
]);
