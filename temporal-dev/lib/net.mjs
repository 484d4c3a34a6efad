// Network requests with short timeouts, so that a machine without a network notices within seconds.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

const proxied = () => Boolean(process.env.HTTPS_PROXY || process.env.https_proxy);

/**
 * @param {string} url
 * @param {number} [limitMs]
 * @returns {Promise<boolean>} whether the host responds within the limit with a status below 500. Always true behind a
 *   proxy, because Node's fetch does not use proxies by itself; the program that downloads will find out.
 */
export async function reachable(url, limitMs = 3_000) {
  if (proxied()) return true;
  try {
    const answer = await fetch(url, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(limitMs) });
    return answer.status < 500;
  } catch {
    return false;
  }
}

/**
 * Downloads a file.
 * @param {string} url
 * @param {string} file where to put it
 * @param {{ sha256: string, firstByteMs?: number, totalMs?: number }} options `sha256`: expected hash in hex
 * @throws {Error} if there is no response, an error response, a timeout, or a different file, which is removed
 */
export async function download(url, file, { sha256, firstByteMs = 5_000, totalMs = 180_000 }) {
  const stop = new AbortController();
  const first = setTimeout(() => stop.abort(new Error("no answer")), firstByteMs);
  const total = setTimeout(() => stop.abort(new Error("too slow")), totalMs);
  try {
    const answer = await fetch(url, { signal: stop.signal });
    clearTimeout(first);
    if (!answer.ok || !answer.body) throw new Error(`${url} answered ${answer.status}`);
    await pipeline(Readable.fromWeb(answer.body), createWriteStream(file), { signal: stop.signal });
    const hash = createHash("sha256");
    await pipeline(createReadStream(file), hash);
    if (hash.digest("hex") === sha256) return;
    await rm(file, { force: true });
    throw new Error(`${url} sent another file than the expected one (its SHA-256 differs)`);
  } finally {
    clearTimeout(first);
    clearTimeout(total);
  }
}
