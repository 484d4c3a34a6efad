import { ListChecks } from "lucide-react";
import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  {
    path: "/p/$project/functional",
    title: "Functional",
    load: () => import("./Functional.tsx"),
    nav: { section: "project", order: 5, icon: ListChecks },
    keys: "g f",
  },
  { path: "/p/$project/functional/$featureId", title: "Feature", load: () => import("./Feature.tsx") },
  { path: "/p/$project/functional/runs/$runId", title: "Functional run", load: () => import("./FeatureRun.tsx") },
]);
