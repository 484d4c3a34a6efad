// The parts of a project's settings. To add one, add a row here and its file in `parts/`.
import type { ComponentType } from "react";

export type SettingsPart = {
  /** Segment in the address. */
  name: string;
  title: string;
  /** Description shown above it. */
  text: string;
  load: () => Promise<{ Part: ComponentType<{ project: string }> }>;
};

export const PARTS: readonly SettingsPart[] = [
  {
    name: "project",
    title: "Project",
    text: "Address, budgets, thresholds and the gate before a merge.",
    load: () => import("./parts/Project.tsx"),
  },
  {
    name: "environments",
    title: "Environments and access",
    text: "Other deployments of the site, and their access data.",
    load: () => import("./parts/Environments.tsx"),
  },
  {
    name: "scenarios",
    title: "Scenarios",
    text: "The pages that runs test. You can edit several together.",
    load: () => import("./parts/Scenarios.tsx"),
  },
  {
    name: "rules",
    title: "Rules",
    text: "Areas of pages that may change.",
    load: () => import("./parts/Rules.tsx"),
  },
  {
    name: "schedules",
    title: "Schedules",
    text: "Runs that start automatically, in your time zone.",
    load: () => import("./parts/Schedules.tsx"),
  },
  {
    name: "notifications",
    title: "Notifications",
    text: "Who is notified when a result changes, and the delivery of each message.",
    load: () => import("./parts/Notifications.tsx"),
  },
  {
    name: "connectors",
    title: "Connectors",
    text: "Tickets and code hosts.",
    load: () => import("./parts/Connectors.tsx"),
  },
  {
    name: "keys",
    title: "API keys",
    text: "For CI, agents and the command line. A key is shown once, when it is created.",
    load: () => import("./parts/Keys.tsx"),
  },
  {
    name: "plan",
    title: "Plan and usage",
    text: "Limits and usage of the organisation.",
    load: () => import("./parts/Plan.tsx"),
  },
  {
    name: "audit",
    title: "Audit log",
    text: "Who did what. Entries are never changed.",
    load: () => import("./parts/AuditLog.tsx"),
  },
];
