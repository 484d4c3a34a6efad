import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  { path: "/sign-in", title: "Sign in", load: () => import("./SignIn.tsx"), open: true },
]);
