// Politeness: limits parallel requests per host, with a pause after each.
import { setTimeout as sleep } from "node:timers/promises";
import type { SiteTools } from "./tools.ts";

/** Runs a job when its host has a free lane. */
export type Lanes = <T>(host: string, job: () => Promise<T>) => Promise<T>;

export function createLanes(perHost: number, delayMs: number): Lanes {
  const hosts = new Map<string, { free: number; waiting: (() => void)[] }>();
  return async (host, job) => {
    let lane = hosts.get(host);
    if (!lane) {
      lane = { free: perHost, waiting: [] };
      hosts.set(host, lane);
    }
    const own = lane;
    if (own.free > 0) own.free -= 1;
    else await new Promise<void>((go) => own.waiting.push(go));
    try {
      return await job();
    } finally {
      setTimeout(() => {
        const next = own.waiting.shift();
        if (next) next();
        else own.free += 1;
      }, delayMs);
    }
  };
}

/** Returns the same tools with a pause before each request, for work that requests one address after the other. */
export function withPauses(tools: SiteTools, delayMs: number): SiteTools {
  return {
    ...tools,
    async fetch(url, options) {
      await sleep(delayMs, undefined, { signal: tools.signal });
      return tools.fetch(url, options);
    },
  };
}
