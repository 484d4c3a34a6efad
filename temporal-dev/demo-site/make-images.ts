/** Redraws the shop's pictures: `node temporal-dev/demo-site/make-images.ts`. The results are committed. */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { scenes } from "./art/scenes.ts";

const folder = fileURLToPath(new URL("./public/images/", import.meta.url));
await mkdir(folder, { recursive: true });

for (const { name, width, height, svg } of scenes) {
  const picture = sharp(Buffer.from(svg), { density: 72 }).flatten();
  if (name === "share") {
    await picture.jpeg({ quality: 82, mozjpeg: true }).toFile(`${folder}${name}.jpg`);
    continue;
  }
  await picture.clone().webp({ quality: 82, effort: 6 }).toFile(`${folder}${name}.webp`);
  if (width !== 800) continue;
  const small = { width: 480, height: Math.round((480 * height) / width) };
  await picture.clone().resize(small).webp({ quality: 80, effort: 6 }).toFile(`${folder}${name}-small.webp`);
}
