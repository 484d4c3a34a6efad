import type { Stabiliser } from "./stabiliser.ts";

/**
 * Resets videos and animated images to their first frame, and marquee text to its start. Chromium and Firefox hold the images themselves
 * if
 * started that way (GIFs of any origin, APNG, WebP and AVIF too); in WebKit, GIFs are replaced by a still image.
 */
export const media: Stabiliser = {
  name: "media",
  phase: "settle",
  boundMs: 3_000,
  context: () => ({ stillImages: true }),
  inPage: async (tools) => {
    const seeks: Promise<unknown>[] = [];
    for (const element of tools.elements()) {
      const name = element.localName;
      if (name === "video" || name === "audio") {
        const player = element as HTMLMediaElement;
        player.autoplay = false;
        player.loop = false;
        player.pause();
        if (name === "audio" || player.readyState === 0 || player.currentTime === 0) continue;
        seeks.push(new Promise((resolve) => player.addEventListener("seeked", resolve, { once: true })));
        player.currentTime = 0;
      } else if (name === "marquee" && element.getAttribute("scrollamount") !== "0") {
        // If stopped, it would stay wherever it is; a clone that never ran is at its start.
        const still = element.cloneNode(false) as Element;
        still.setAttribute("scrollamount", "0");
        still.append(...element.childNodes);
        element.replaceWith(still);
      } else if (name === "img" && !tools.holdsImages) {
        const image = element as HTMLImageElement;
        if (!/\.gif([?#]|$)|^data:image\/gif/i.test(image.currentSrc) || image.naturalWidth === 0) continue;
        const still = image.ownerDocument.createElement("canvas");
        still.width = image.naturalWidth;
        still.height = image.naturalHeight;
        still.getContext("2d")?.drawImage(image, 0, 0);
        // For a cross-origin image without CORS this throws: the image keeps playing, as it does for the page.
        image.src = still.toDataURL();
        image.removeAttribute("srcset");
      }
    }
    await Promise.all(seeks);
  },
  explainFailure: () => "A video or an animated image could not be reset to its first frame.",
};
