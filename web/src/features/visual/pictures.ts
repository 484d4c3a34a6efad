// Decoded pictures: those one looks at, those one will look at next, and as many older ones as memory allows.
import { serviceUrl } from "../../lib/base.ts";
import type { Decoded, ToDecode } from "./decoding.ts";
import { createLru } from "./lru.ts";

export type Picture = { width: number; height: number; tiles: readonly ImageBitmap[] };
export type PictureState = Picture | { failed: string } | undefined;

const MB = 1_000_000;
/** Of decoded pixels; small machines hold less. */
const limitOf = (deviceGb: number | undefined): number => (deviceGb !== undefined && deviceGb <= 2 ? 160 : 384) * MB;
/** Calls on their way at once: the picture one looks at should not wait behind those of later. */
const AT_ONCE = 3;
const BYTES_PER_PIXEL = 4;
/** What waits for the first pictures waits no longer than this. */
const FIRST_MS = 1_500;

/** A signed link changes from hour to hour, the picture behind it does not. */
export const pictureKey = (link: string): string => link.split("?")[0] ?? link;

export type PictureStore = {
  /** The picture, when it is decoded. */
  get(link: string | null): PictureState;
  /** What is on the screen, then what comes next, the most wanted first. Everything else that was asked for is stopped. */
  want(shown: readonly string[], ahead: readonly string[]): void;
  /** Heard when a picture is there. */
  watch(listener: () => void): () => void;
  /** Resolves when the first pictures are on the screen: what is not needed for them is asked for then. */
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
      // A worker's own address is below assets/: it needs the whole address.
      say({ id: count, url: new URL(serviceUrl(link), location.origin).href });
    }
  };
  worker.addEventListener("message", ({ data }: MessageEvent<Decoded>) => {
    const key = [...running].find(([, id]) => id === data.id)?.[0];
    if (key === undefined) {
      // It was stopped, and was done all the same.
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
      // Tried again when one looks at it again.
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
