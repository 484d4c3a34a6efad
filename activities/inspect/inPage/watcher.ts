// Runs inside the page's isolated world as soon as it has loaded: records what changes on its own. Sent as source, so the
// function uses only its argument and the page's globals.
import type { Mutation } from "../../../domain/inspect/inspection.ts";

export type Heard = Pick<Mutation, "count" | "firstMs" | "lastMs" | "kind">;
/** `done` resolves when the watching time is up. */
export type Watcher = { heard: Map<Element, Heard>; done: Promise<void> };

/** Maximum number of elements that are followed; a page that changes everywhere is described by the first. */
export const installWatcher = (ms: number): void => {
  const MAX_ELEMENTS = 300;
  const began = performance.now();
  const heard = new Map<Element, Heard>();
  const observer = new MutationObserver((records) => {
    const at = Math.round(performance.now() - began);
    if (at > ms) return;
    for (const { type, target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      if (element === null || element.matches("html, head, head *, script, style")) continue;
      const kind = type === "characterData" ? "text" : type === "childList" ? "content" : "attributes";
      const known = heard.get(element);
      if (known === undefined && heard.size >= MAX_ELEMENTS) continue;
      if (known === undefined) heard.set(element, { count: 1, firstMs: at, lastMs: at, kind });
      else {
        known.count += 1;
        known.lastMs = at;
        if (known.kind === "attributes") known.kind = kind;
      }
    }
  });
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ["style", "class", "src", "width", "height"],
  });
  const done = new Promise<void>((resolve) => {
    setTimeout(() => {
      observer.disconnect();
      resolve();
    }, ms);
  });
  (globalThis as typeof globalThis & { plumblineWatcher: Watcher }).plumblineWatcher = { heard, done };
};
