// A small file system (tmpfs) that a test fills and empties; mounting it requires root on Linux.
import { execFileSync } from "node:child_process";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import path from "node:path";

export type FullDisk = {
  fill(): Promise<void>;
  /** Frees the space again. */
  empty(): Promise<void>;
  unmount(): void;
};

/** Mounts the file system at the folder. Returns null and logs the reason if this machine does not allow it. */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<FullDisk | null> {
  const skipped = (why: string) => {
    console.log(`      skipped: a small file system is mounted for this, which ${why}`);
    return null;
  };
  if (process.platform !== "linux" || process.getuid?.() !== 0) return skipped("takes root on Linux");
  await mkdir(folder, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "pipe" });
  } catch (error) {
    return skipped(`is refused here (${error instanceof Error ? error.message : error})`);
  }
  const fillers: string[] = [];
  return {
    /** Fills repeatedly, because processes that use the disk may free a little space in between. */
    async fill() {
      for (;;) {
        const { bavail, bsize } = await statfs(folder);
        if (bavail === 0) return;
        const file = path.join(folder, `filler-${fillers.length}`);
        fillers.push(file);
        await writeFile(file, Buffer.alloc(bavail * bsize)).catch(() => undefined);
      }
    },
    async empty() {
      for (const file of fillers.splice(0)) await rm(file, { force: true });
    },
    unmount: () => void execFileSync("umount", ["-l", folder]),
  };
}
