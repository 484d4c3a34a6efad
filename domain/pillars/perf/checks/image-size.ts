import { savingsCheck } from "./savings.ts";

export const imageSize = savingsCheck({
  rule: "image-size",
  audit: "image-delivery-insight",
  threshold: "imageWastedBytes",
  unit: "picture",
  saved: "could be saved by smaller or better compressed pictures",
  severity: "moderate",
  title: "Pictures are no larger than they are shown.",
  help: "Serve pictures in the size they are shown in (srcset and sizes), in a modern format such as WebP or AVIF, and compressed.",
});
