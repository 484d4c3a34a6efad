// Pictures that the site draws itself; equal names give equal pictures.
import sharp from "sharp";

/** Returns a generator of numbers from 0 to 1, determined by the seed (mulberry32). */
function numbers(seed: string): () => number {
  let state = 0;
  for (const letter of seed) state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws a landscape of hills under a sky, in colors determined by the seed. */
export function landscape(seed: string): string {
  const next = numbers(seed);
  const hue = Math.floor(next() * 360);
  const layer = (n: number) => {
    const top = 140 + n * 60;
    const points = Array.from({ length: 13 }, (_, at) => `${at * 60},${Math.round(top + (next() - 0.5) * 90)}`);
    return `<polygon points="0,400 ${points.join(" ")} 720,400" fill="hsl(${hue + n * 18} ${40 - n * 6}% ${58 - n * 13}%)"/>`;
  };
  const sun = `<circle cx="${100 + next() * 500}" cy="${60 + next() * 60}" r="${22 + next() * 24}" fill="hsl(${(hue + 200) % 360} 80% 85%)"/>`;
  const sky = `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${hue} 60% 78%)"/><stop offset="1" stop-color="hsl(${hue + 40} 70% 92%)"/></linearGradient>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="400" viewBox="0 0 720 400"><defs>${sky}</defs><rect width="720" height="400" fill="url(#sky)"/>${sun}${[0, 1, 2, 3].map(layer).join("")}</svg>`;
}

const drawn = new Map<string, Promise<Buffer>>();

export function landscapePng(seed: string): Promise<Buffer> {
  let png = drawn.get(seed);
  if (png === undefined) {
    png = sharp(Buffer.from(landscape(seed)))
      .png()
      .toBuffer();
    drawn.set(seed, png);
  }
  return png;
}
