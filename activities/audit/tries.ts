// How often a page is asked by an audit.
import { Context } from "@temporalio/activity";
import { passesByItself } from "../../domain/visual/outcome.ts";

const TRIES = 2;

/**
 * Whether this attempt is not the last word: the page may answer the next time, or its browser may live. A browser that
 * is killed from outside, by the system when memory is short say, looks the same as one that its page has ended.
 */
export function isAskedOnceMore(code: string): boolean {
  return Context.current().info.attempt < TRIES && (passesByItself(code) || code === "browser_crashed");
}
