// Cache of decoded pictures: the current ones, the next ones, and as many older ones as memory allows.
import { serviceUrl } from "../../lib/base.ts";
import type { Decoded, ToDecode } from "./decoding.ts";
import { createLru } from "./lru.ts";

export type Picture = { width: number; height: number; tiles: readonly ImageBitmap[] };
export type PictureState = Picture | { failed: string } | undefined;

const MB = 1_000_000;
/** Returns the maximum bytes of decoded pixels; lower on machines with little memory. */
const limitOf = (deviceGb: number | undefined): number => (deviceGb !== undefined && deviceGb <= 2 ? 160 : 384) * MB;
/** Maximum number of concurrent requests, so that the current picture does not wait behind later ones. */
const AT_ONCE = 3;
const BYTES_PER_PIXEL = 4;
/** Maximum time that other requests wait for the first pictures. */
const FIRST_MS = 1_500;

/** Returns the link without its signature, which changes every hour while the picture stays the same. */
export const pictureKey = (link: string): string => link.split("?")[0] ?? link;

export type PictureStore = {
  /** Returns the picture once it is decoded. */
  get(link: string | null): PictureState;
  /** Requests pictures: those on the screen, then the next ones by priority. All other pending requests are aborted. */
  want(shown: readonly string[], ahead: readonly string[]): void;
  /** Calls the listener when a picture is ready. Returns a function that removes it. */
  watch(listener: () => void): () => void;
  /** Resolves when the first pictures are on the screen. Everything not needed for them is requested after that. */
  readonly first: Promise<void>;
  readonly bytes: number;
  close(): void;
};

export function createPictureStore(): PictureStore {
  const worker = new Worker(new URL("./decode.worker.ts", import.meta.url), { type: "module" });
  const memory = (navigator as { deviceMemory?: number }).deviceMemory;
  const kept = createLru<Picture>(limitOf(memory), ({ tiles }) => {
    for (const tile of tiles) tile.close();
  });
  const failed = new Map<string, string>();
  const running = new Map<string, number>();
  const listeners = new Set<() => void>();
  let wanted: string[] = [];
  let firstKeys: ReadonlySet<string> = new Set();
  let count = 0;
  const { promise: first, resolve: firstIsThere } = Promise.withResolvers<void>();
  const timer = setTimeout(firstIsThere, FIRST_MS);

  const say = (message: ToDecode): void => worker.postMessage(message);
  const next = (): void => {
    for (const link of wanted) {
      if (running.size >= AT_ONCE) return;
      const key = pictureKey(link);
      if (kept.has(key) || running.has(key) || failed.has(key)) continue;
      count += 1;
      running.set(key, count);
      // The worker script is below assets/, so it needs an absolute URL.
      say({ id: count, url: new URL(serviceUrl(link), location.origin).href });
    }
  };
  worker.addEventListener("message", ({ data }: MessageEvent<Decoded>) => {
    const key = [...running].find(([, id]) => id === data.id)?.[0];
    if (key === undefined) {
      // The request was aborted but finished anyway.
      if ("tiles" in data) for (const tile of data.tiles) tile.close();
      return;
    }
    running.delete(key);
    if ("failed" in data) failed.set(key, data.failed);
    else
      kept.set(
        key,
        { width: data.width, height: data.height, tiles: data.tiles },
        data.width * data.height * BYTES_PER_PIXEL,
      );
    for (const listener of listeners) listener();
    if (firstKeys.size > 0 && [...firstKeys].every((one) => kept.has(one) || failed.has(one))) firstIsThere();
    next();
  });

  return {
    get(link) {
      if (link === null) return undefined;
      const key = pictureKey(link);
      const reason = failed.get(key);
      return reason === undefined ? kept.get(key) : { failed: reason };
    },
    want(shown, ahead) {
      const keys = new Set(shown.map(pictureKey));
      if (firstKeys.size === 0) firstKeys = keys;
      // Failed pictures are retried when they are shown again.
      for (const key of failed.keys()) if (!keys.has(key)) failed.delete(key);
      kept.pin(keys);
      wanted = [...shown, ...ahead];
      const known = new Set(wanted.map(pictureKey));
      for (const [key, id] of [...running])
        if (!known.has(key)) {
          running.delete(key);
          say({ stop: id });
        }
      next();
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    first,
    get bytes() {
      return kept.bytes;
    },
    close() {
      clearTimeout(timer);
      worker.terminate();
      kept.clear();
      listeners.clear();
    },
  };
}
