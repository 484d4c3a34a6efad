import type { Stabiliser } from "./stabiliser.ts";

/**
 * Waits until every picture has arrived, or failed to, and is decoded. Those that are there already are decoded too:
 * whether a picture is opaque, and hides its own background, is known only then, and Chromium draws the rounded corners
 * of the first frame otherwise in other pixels than those of all later ones (checked in 156).
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
      // A lazy one that was not made eager never arrives by itself.
      if (image.loading === "lazy" && !image.complete) continue;
      decoding.push(image.decode().catch(() => undefined));
    }
    if (decoding.length === 0) return;
    let arrived = 0;
    for (const one of decoding) void one.then(() => (arrived += 1));
    const all = Promise.all(decoding);
    const late = tools.sleep(tools.boundMs - 250).then(() => "late");
    if ((await Promise.race([all, late])) === "late") throw new Error(`${decoding.length - arrived}`);
    await tools.frame();
  },
  explainFailure: ({ message }) =>
    /^\d+$/.test(message)
      ? `${message === "1" ? "One image" : `${message} images`} had not arrived after 5 s and may be missing in the picture.`
      : "Whether all images had arrived could not be told.",
};
