import { statfs } from "node:fs/promises";

/**
 * Returns the bytes of the disk that contains a folder: those that this user may still write, and its size. Rejects if that cannot be
 * determined.
 */
export async function diskSpace(
  folder: string,
  ask: (folder: string) => Promise<{ bavail: number; blocks: number; bsize: number }> = statfs,
): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await ask(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
