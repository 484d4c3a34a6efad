// Loads parts of the dashboard when they are first shown, and retries if the service is unavailable at that moment.
import { type AsyncRouteComponent, lazyRouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { serviceUrl } from "./base.ts";
import { patiently } from "./files.ts";

const EVERY_MS = 1_000;

async function serviceAnswers(): Promise<void> {
  for (;;) {
    const answer = await fetch(serviceUrl("/api/health"), { cache: "no-store" }).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

/**
 * Returns the component of this name, whose file is loaded when it is first shown. If an upgrade of the service has replaced the file, the
 * page is loaded again, once for each file.
 */
export const lazily = <Name extends string, P>(load: () => Promise<Record<Name, ComponentType<P>>>, name: Name) =>
  lazyRouteComponent(patiently(load, serviceAnswers), name) as AsyncRouteComponent<P>;
