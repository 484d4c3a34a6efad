// Determines which links without an address listen for clicks. Only the browser's own tools know that.
import type { Visit } from "../../../browsers/page/visit.ts";
import type { Collected } from "./collect.ts";

const MAX_ASKED = 200;
const LIMIT_MS = 2_000;

/** In the page's own world, whose listeners are queried; a page may lie about its own links and harms only its result. */
const CLICKABLE = `(() => {
  const answers = [];
  const all = Document.prototype.querySelectorAll.call(document, "a:not([href])");
  for (let index = 0; index < all.length && index < ${MAX_ASKED}; index += 1) {
    const { click = [] } = getEventListeners(all[index]);
    answers.push(click.length > 0);
  }
  return answers;
})()`;

/** Marks the links of `collected` that listen for clicks; none if the browser lacks such tools, or the page does not respond. */
export async function noteListeners({ lease, guard }: Visit, collected: Collected): Promise<void> {
  const bare = collected.links.filter(({ bare, rendered }) => bare !== null && bare < MAX_ASKED && rendered);
  if (bare.length === 0 || lease.cdp === null) return;
  const asked = lease.cdp.session.send("Runtime.evaluate", {
    expression: CLICKABLE,
    includeCommandLineAPI: true,
    returnByValue: true,
    silent: true,
    timeout: LIMIT_MS,
  });
  const answer = await guard.run(asked, LIMIT_MS * 2).catch(() => {
    if (guard.signal.aborted) throw guard.signal.reason;
  });
  const clickable: unknown = answer?.result.value;
  if (!Array.isArray(clickable)) return;
  for (const link of bare) if (clickable[link.bare ?? -1] === true) link.scripted = true;
}
