import { statfs } from "node:fs/promises";

/** Bytes of the disk that a folder is on: those that this user may still write, and all. Rejects where it cannot be asked. */
export async function diskSpace(
  folder: string,
  ask: (folder: string) => Promise<{ bavail: number; blocks: number; bsize: number }> = statfs,
): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await ask(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
