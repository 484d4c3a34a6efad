import type { Stabiliser } from "./stabiliser.ts";

/** Waits until every picture has arrived, or failed to. Decoding is no concern: the browser is started so that it decodes before it draws. */
export const images: Stabiliser = {
  name: "images",
  phase: "settle",
  boundMs: 5_000,
  inPage: async (tools) => {
    const open: Promise<unknown>[] = [];
    for (const element of tools.elements()) {
      if (element.localName !== "img") continue;
      const image = element as HTMLImageElement;
      // A lazy one that was not made eager never arrives by itself.
      if (image.complete || image.loading === "lazy") continue;
      open.push(image.decode().catch(() => undefined));
    }
    if (open.length === 0) return;
    let arrived = 0;
    for (const one of open) void one.then(() => (arrived += 1));
    const all = Promise.all(open);
    const late = tools.sleep(tools.boundMs - 250).then(() => "late");
    if ((await Promise.race([all, late])) === "late") throw new Error(`${open.length - arrived}`);
    await tools.frame();
  },
  explainFailure: ({ message }) =>
    /^\d+$/.test(message)
      ? `${message === "1" ? "One image" : `${message} images`} had not arrived after 5 s and may be missing in the picture.`
      : "Whether all images had arrived could not be told.",
};
