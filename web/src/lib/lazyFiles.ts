// Loads parts of the dashboard when they are first shown, and retries if the service is unavailable at that moment.
import { type ComponentType, lazy } from "react";
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

export const whenThere = <T>(load: () => Promise<T>): (() => Promise<T>) => patiently(load, serviceAnswers);

/** Returns a component whose file is loaded when it is first shown. */
export const lazily = <P>(load: () => Promise<ComponentType<P>>) =>
  lazy(whenThere(async () => ({ default: await load() })));
