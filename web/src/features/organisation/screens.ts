import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  { path: "/organisation/$part", title: "Organisation", load: () => import("./Organisation.tsx") },
]);
