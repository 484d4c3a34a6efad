// Fetches and decodes pictures off the main thread. A tall page is split into tiles, because graphics cards limit the height of a texture.
import { type Decoded, TILE_HEIGHT, type ToDecode } from "./decoding.ts";

const running = new Map<number, AbortController>();

addEventListener("message", ({ data }: MessageEvent<ToDecode>) => {
  if ("stop" in data) running.get(data.stop)?.abort();
  else void decode(data.id, data.url);
});

async function decode(id: number, url: string): Promise<void> {
  const abort = new AbortController();
  running.set(id, abort);
  try {
    const response = await fetch(url, { signal: abort.signal, credentials: "same-origin" });
    if (!response.ok) throw new Error(`The screenshot could not be loaded (${response.status}).`);
    const whole = await createImageBitmap(await response.blob());
    const { width, height } = whole;
    const tiles = await tilesOf(whole);
    answer({ id, width, height, tiles }, tiles);
  } catch (error) {
    answer({ id, failed: error instanceof Error ? error.message : String(error) }, []);
  } finally {
    running.delete(id);
  }
}

async function tilesOf(whole: ImageBitmap): Promise<ImageBitmap[]> {
  if (whole.height <= TILE_HEIGHT * 1.5) return [whole];
  const tiles: ImageBitmap[] = [];
  for (let y = 0; y < whole.height; y += TILE_HEIGHT)
    tiles.push(await createImageBitmap(whole, 0, y, whole.width, Math.min(TILE_HEIGHT, whole.height - y)));
  whole.close();
  return tiles;
}

const answer = (message: Decoded, transfer: Transferable[]): void => postMessage(message, { transfer });
