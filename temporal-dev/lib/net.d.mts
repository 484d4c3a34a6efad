/** Downloads a file whose SHA-256, in hex, is known; throws when it cannot be had or is another file. */
export declare function download(
  url: string,
  file: string,
  options: { sha256: string; firstByteMs?: number; totalMs?: number },
): Promise<void>;
