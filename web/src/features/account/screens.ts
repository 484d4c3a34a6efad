import { defineScreens } from "../../lib/screen.ts";

export const screens = defineScreens([
  { path: "/sign-in", title: "Sign in", load: () => import("./SignIn.tsx"), open: true },
  { path: "/account", title: "Your account", load: () => import("./Account.tsx") },
  { path: "/connect", title: "Connect an app", load: () => import("./Connect.tsx"), open: true },
  { path: "/welcome", title: "Welcome", load: () => import("./Welcome.tsx"), open: true },
  { path: "/invite", title: "Invitation", load: () => import("./Invite.tsx"), open: true },
  { path: "/confirm", title: "Confirm messages", load: () => import("./Confirm.tsx"), open: true },
  { path: "/reset", title: "New password", load: () => import("./Reset.tsx"), open: true },
]);
