// How often an audit requests a page.
import { Context } from "@temporalio/activity";
import { passesByItself } from "../../domain/visual/outcome.ts";

const TRIES = 2;

/**
 * Whether another attempt may succeed: the page may respond next time, or its browser may survive. A browser that
 * is killed externally, for example by the system when memory is low, looks the same as one that its page has crashed.
 */
export function isAskedOnceMore(code: string): boolean {
  return Context.current().info.attempt < TRIES && (passesByItself(code) || code === "browser_crashed");
}
