// PNG files that look like pages, for the tests of the compare engine.
import sharp from "sharp";
import type { Picture } from "../../../../domain/visual/compare/picture.ts";

export type Encoding = { level?: number; filtered?: boolean; palette?: boolean; grey?: boolean; alpha?: boolean };

export function encode({ data, width, height }: Picture, how: Encoding = {}): Promise<Buffer> {
  let image = sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  if (!how.alpha) image = image.removeAlpha();
  if (how.grey) image = image.greyscale();
  return image
    .png({ compressionLevel: how.level ?? 2, adaptiveFiltering: how.filtered ?? false, palette: how.palette ?? false })
    .toBuffer();
}

/** Renders a page of `width`×`height` with a headline, text and a button in a real renderer. */
export async function pagePng(width: number, height: number, headline: string, button = "#08c"): Promise<Buffer> {
  const lines = Array.from(
    { length: Math.floor((height - 120) / 24) },
    (_, i) =>
      `<text x="20" y="${110 + i * 24}" font-size="15" fill="#333">Line ${i} of plain text, ${(i * 7919) % 1000}</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="sans-serif">
    <rect width="${width}" height="${height}" fill="#fff"/><rect width="${width}" height="60" fill="#124"/>
    <text x="20" y="40" font-size="26" fill="#fff">${headline}</text>
    <rect x="${width - 140}" y="75" width="120" height="32" rx="8" fill="${button}"/>${lines.join("")}</svg>`;
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 2, adaptiveFiltering: true }).toBuffer();
}
