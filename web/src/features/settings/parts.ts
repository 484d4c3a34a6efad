// The parts of a project's settings. A new one is a row here and its file in parts/.
import type { ComponentType } from "react";

export type SettingsPart = {
  /** Its word in the address. */
  name: string;
  title: string;
  /** What it is for, above it. */
  text: string;
  load: () => Promise<{ Part: ComponentType<{ project: string }> }>;
};

export const PARTS: readonly SettingsPart[] = [
  {
    name: "schedules",
    title: "Schedules",
    text: "Runs that start by themselves, in a time zone of your own.",
    load: () => import("./parts/Schedules.tsx"),
  },
  {
    name: "notifications",
    title: "Notifications",
    text: "Who hears of a verdict that changed, and what became of each message.",
    load: () => import("./parts/Notifications.tsx"),
  },
  {
    name: "keys",
    title: "API keys",
    text: "For CI, agents and the command line. A key is shown once, when it is made.",
    load: () => import("./parts/Keys.tsx"),
  },
];
