import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([{ path: "/", title: "Projects", load: () => import("./Projects.tsx") }]);
