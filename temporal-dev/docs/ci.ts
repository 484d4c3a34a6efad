// Generates docs/ci/: the jobs that `plumbline init --ci` writes.
import { mkdir, writeFile } from "node:fs/promises";
import { CI_PLACES, CI_SYSTEMS, jobOf } from "../../cli/projectFile/ciJobs.ts";

const folder = new URL("../../docs/ci/", import.meta.url);

export async function write(): Promise<string> {
  await mkdir(folder, { recursive: true });
  const jobs = CI_SYSTEMS.flatMap((ci) => CI_PLACES.map((place) => jobOf(ci, { place })));
  for (const { page, text } of jobs) await writeFile(new URL(page, folder), text);
  return `${jobs.length} jobs`;
}
