// Deterministic pictures that resemble pages: headers, cards, paragraphs of anti-aliased text, photos made of gradients and noise.
import sharp from "sharp";

/** One pair to compare. PNGs are encoded like a browser's: truecolor, low compression. */
export type Pair = { name: string; baseline: Buffer; test: Buffer; diffPicture: boolean };

const WORDS =
  "plumb line level wall brick house garden window morning paper quiet river stone market coffee bridge lantern open".split(
    " ",
  );

/** xorshift32: generates the same pictures on every machine and in every run. */
export function randomFrom(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

type PageOptions = { headline: string; accent: string; price: string; seed: number };

/** Returns the page without its photos as SVG. Its text provides the anti-aliasing to compare. */
function pageSvg(width: number, height: number, options: PageOptions): string {
  const random = randomFrom(options.seed);
  const sentence = (count: number): string =>
    Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");
  const parts = [
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<rect width="${width}" height="72" fill="${options.accent}"/>`,
    `<text x="32" y="46" font-family="DejaVu Sans" font-size="26" fill="#fff">${options.headline}</text>`,
  ];
  for (let y = 110; y < height - 300; y += 380) {
    parts.push(
      `<text x="40" y="${y + 30}" font-family="DejaVu Sans" font-size="24" font-weight="700" fill="#111">${sentence(6)}</text>`,
    );
    for (let line = 0; line < 10; line++)
      parts.push(
        `<text x="40" y="${y + 64 + line * 24}" font-family="DejaVu Sans" font-size="15" fill="#333">${sentence(11)}</text>`,
      );
    parts.push(
      `<rect x="${width - 400}" y="${y}" width="360" height="340" rx="12" fill="#f4f5f7" stroke="#d0d4da"/>`,
      `<text x="${width - 370}" y="${y + 320}" font-family="DejaVu Sans" font-size="18" fill="#0a5">${options.price}</text>`,
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join("")}</svg>`;
}

/** Returns a photo: a gradient with noise, which compresses as badly as a real one. */
function photo(width: number, height: number, seed: number): Buffer {
  const random = randomFrom(seed);
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const noise = random() * 12;
      pixels[at++] = (x / width) * 180 + noise + 30;
      pixels[at++] = (y / height) * 160 + noise + 40;
      pixels[at++] = ((x + y) / (width + height)) * 120 + noise + 80;
    }
  return pixels;
}

/** Returns the raw RGB pixels of the page. */
export async function page(width: number, height: number, options: Partial<PageOptions> = {}): Promise<Buffer> {
  const filled: PageOptions = { headline: "Plumbline shop", accent: "#1f3a5f", price: "€ 24.90", seed: 7, ...options };
  const composites = [];
  for (let y = 110; y < height - 300; y += 380)
    composites.push({
      input: photo(330, 250, filled.seed * 1000 + y),
      raw: { width: 330, height: 250, channels: 3 as const },
      left: width - 385,
      top: y + 15,
    });
  return sharp(Buffer.from(pageSvg(width, height, filled)), { limitInputPixels: false, unlimited: true })
    .composite(composites)
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** Encodes a truecolor PNG with fast compression, like a browser's `optimizeForSpeed` capture. */
export function encode(pixels: Buffer, width: number, height: number, level = 2): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .png({ compressionLevel: level, adaptiveFiltering: false })
    .toBuffer();
}

/** Returns three pairs of one size: no change, a small one and a large one. */
export async function pairs(width: number, height: number): Promise<Pair[]> {
  const base = await page(width, height);
  const small = await page(width, height, { headline: "Plumbline store" });
  const large = await page(width, height, { accent: "#5f1f3a", price: "€ 29.90", seed: 11 });
  const baseline = await encode(base, width, height);
  return [
    { name: "equal, same bytes", baseline, test: Buffer.from(baseline), diffPicture: false },
    { name: "equal, other encoding", baseline, test: await encode(base, width, height, 6), diffPicture: false },
    { name: "small change", baseline, test: await encode(small, width, height), diffPicture: false },
    { name: "large change, diff picture", baseline, test: await encode(large, width, height), diffPicture: true },
  ];
}
