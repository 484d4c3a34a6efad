import type { Stabiliser } from "./stabiliser.ts";

/**
 * Puts videos and animated images on their first frame, and running text at its beginning. Chromium and Firefox hold the images themselves when they are
 * told at start (a GIF at any origin, APNG, WebP and AVIF too); in WebKit GIFs are replaced by a still of themselves.
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
        // Stopped, it would stay wherever it is; one that never ran stands where it begins.
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
        // Of another origin without its leave, this throws: the image goes on playing, as it does for the page.
        image.src = still.toDataURL();
        image.removeAttribute("srcset");
      }
    }
    await Promise.all(seeks);
  },
  explainFailure: () => "A video or an animated image could not be put on its first frame.",
};
