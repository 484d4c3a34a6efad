// Installs Debian packages, where that is possible without asking anyone.
import { onPath } from "./paths.mjs";
import { run } from "./run.mjs";

let updated = false;

/** @returns {boolean} whether this is a Debian-like system and we are root */
export function canInstall() {
  return process.platform === "linux" && process.getuid?.() === 0 && onPath("apt-get") !== undefined;
}

/**
 * @param {string[]} packages
 * @param {{ what: string, log: (line: string) => void }} options
 * @throws {Error} when one of them cannot be installed
 */
export async function aptInstall(packages, { what, log }) {
  const options = { what, log, env: { DEBIAN_FRONTEND: "noninteractive" } };
  const waitForLock = ["-o", "DPkg::Lock::Timeout=120", "-q"];
  // After a set-up that was killed while it installed, apt refuses everything until this was done; else it does nothing.
  if (!updated) await run("dpkg", ["--configure", "-a"], options);
  if (!updated) await run("apt-get", [...waitForLock, "update"], options);
  updated = true;
  await run("apt-get", [...waitForLock, "install", "-y", "--no-install-recommends", ...packages], options);
}
