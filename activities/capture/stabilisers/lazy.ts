import type { Stabiliser } from "./stabiliser.ts";

/**
 * Records in the page's performance timeline whether it observes scrolling. The timeline is shared by all script worlds, so the
 * check costs no round trip, and a page that observes nothing is spared the scroll through it (17 ms per screen).
 */
const watchForWatchers = `(() => {
  const mark = performance.mark.bind(performance);
  const watch = IntersectionObserver.prototype.observe;
  const listen = EventTarget.prototype.addEventListener;
  let seen = false;
  const note = () => { if (!seen) { seen = true; mark("plumbline:watches"); } };
  mark("plumbline:watching");
  IntersectionObserver.prototype.observe = function (...given) { note(); return watch.apply(this, given); };
  EventTarget.prototype.addEventListener = function (...given) {
    if (given[0] === "scroll" || given[0] === "wheel" || given[0] === "touchmove") note();
    return listen.apply(this, given);
  };
})();`;

/**
 * Loads what normally loads on scrolling: native lazy images and frames immediately, the rest by scrolling down the page, or its captured
 * part, and back.
 */
export const lazy: Stabiliser = {
  name: "lazy",
  phase: "before",
  boundMs: 5_000,
  context: () => ({ initScript: watchForWatchers }),
  inPage: async (tools) => {
    const began = performance.now();
    const frames: Promise<unknown>[] = [];
    for (const element of tools.elements()) {
      const name = element.localName;
      if ((name === "img" || name === "iframe") && element.getAttribute("loading") === "lazy") {
        // Sets the attribute too, because the page's own scripts and the images stabiliser read it.
        element.setAttribute("loading", "eager");
        const box = element.getBoundingClientRect();
        if (name === "iframe" && box.width * box.height > 0)
          frames.push(new Promise((resolve) => element.addEventListener("load", resolve, { once: true })));
      }
      // Parts that are laid out only near the screen would be blank, or have another height, in a full-page screenshot.
      if (getComputedStyle(element).contentVisibility === "auto")
        (element as HTMLElement).style.setProperty("content-visibility", "visible", "important");
    }
    const [document] = tools.documents;
    const root = document?.scrollingElement ?? document?.documentElement;
    const told = performance.getEntriesByName("plumbline:watching").length > 0;
    const watches = performance.getEntriesByName("plumbline:watches").length > 0;
    // Once per document, because a second pass would undo the scroll or hover state of the scenario's steps.
    const walked = performance.getEntriesByName("plumbline:walked").length > 0;
    const part = tools.selector === null ? null : (document?.querySelector(tools.selector) ?? null);
    // A frame, or a window that scrolls by itself, is captured where it is; a part after steps, which may have loaded another document, too.
    const walks = part === null ? tools.fullPage : !tools.hasSteps && part !== document?.documentElement;
    if (root && walks && !walked && (watches || !told)) {
      performance.mark("plumbline:walked");
      const step = Math.max(200, innerHeight);
      let y = part === null ? 0 : Math.max(0, part.getBoundingClientRect().top + scrollY);
      // Down to the current end, and once more over what that has added: an endless feed keeps the same length.
      for (let pass = 0; pass < 2; pass += 1) {
        const bottom = part === null ? root.scrollHeight : part.getBoundingClientRect().bottom + scrollY;
        const end = part === null ? Math.min(bottom, tools.maxHeight) : bottom;
        for (; y < end && performance.now() - began < tools.boundMs - 1_000; y += step) {
          scrollTo({ top: y, left: 0, behavior: "instant" });
          await tools.frame();
        }
      }
      scrollTo({ top: 0, left: 0, behavior: "instant" });
      await tools.frame();
    }
    // Frames that never load are a network problem, not a failure.
    if (frames.length > 0) await Promise.race([Promise.all(frames), tools.sleep(2_000)]);
  },
  explainFailure: () =>
    "Scrolling through the page took longer than 5 s, so content that loads on scrolling may be missing.",
};
