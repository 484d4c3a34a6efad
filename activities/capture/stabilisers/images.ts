import type { Stabiliser } from "./stabiliser.ts";

/**
 * Waits until every image has loaded, or failed to, and is decoded, then repaints it. Whether an image is opaque, and
 * hides its own background, is known only after decoding, and Chromium keeps what it painted before: rounded corners then
 * keep different pixels from those of a page that was painted later (checked in Chromium 156). The same applies to an image that loads
 * after
 * this wait, hence the part before each frame.
 */
export const images: Stabiliser = {
  name: "images",
  phase: "settle",
  boundMs: 5_000,
  inPage: async (tools) => {
    const decoding: Promise<unknown>[] = [];
    for (const element of tools.elements()) {
      if (element.localName !== "img") continue;
      const image = element as HTMLImageElement;
      // A lazy image that was not made eager never loads on its own.
      if (image.loading === "lazy" && !image.complete) continue;
      decoding.push(image.decode().catch(() => undefined));
    }
    if (decoding.length === 0) return;
    let arrived = 0;
    for (const one of decoding) void one.then(() => (arrived += 1));
    const all = Promise.all(decoding);
    const late = tools.sleep(tools.boundMs - 250).then(() => "late");
    if ((await Promise.race([all, late])) === "late") throw new Error(`${decoding.length - arrived}`);
  },
  beforeFrame: async (tools) => {
    // Images repainted since they were decoded, by the address each shows.
    const key = Symbol.for("plumbline:painted");
    const kept = globalThis as { [key]?: WeakMap<Element, string> };
    if (kept[key] === undefined) Object.defineProperty(kept, key, { value: new WeakMap() });
    const painted = kept[key] as WeakMap<Element, string>;
    const addressOf = (element: Element): string =>
      (element as HTMLImageElement).currentSrc ?? element.getAttribute("src");
    const fresh = tools.elements().filter((element) => {
      if (element.localName === "img") {
        const { complete, naturalWidth } = element as HTMLImageElement;
        return complete && naturalWidth > 0 && painted.get(element) !== addressOf(element);
      }
      return element.localName === "input" && (element as HTMLInputElement).type === "image" && !painted.has(element);
    });
    if (fresh.length === 0) return;
    const decoded = fresh.map((element) => {
      // An image button has no decode(); an image of the same address shares the decoded data.
      const image = element.localName === "img" ? (element as HTMLImageElement) : new Image();
      if (image !== element) image.src = (element as HTMLInputElement).src;
      return image.decode().then(
        () => painted.set(element, addressOf(element)),
        () => undefined,
      );
    });
    await Promise.race([Promise.all(decoded), tools.sleep(1_000)]);
    // A style that is removed before it is drawn changes no pixel, but repaints the element. Whatever the page itself
    // sets, one of the two differs from it; neither is delayed by a transition.
    for (const css of ["pixelated", "auto", ""]) {
      tools.style("images", css === "" ? "" : `img,input{image-rendering:${css}!important}`);
      for (const element of fresh) void getComputedStyle(element).imageRendering;
    }
  },
  explainFailure: ({ message }) =>
    /^\d+$/.test(message)
      ? `${message === "1" ? "One image" : `${message} images`} had not loaded after 5 s and may be missing in the screenshot.`
      : "It is unknown whether all images had loaded.",
};
