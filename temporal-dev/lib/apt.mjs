// Installs Debian packages if that is possible without asking the user.
import { onPath } from "./paths.mjs";
import { run } from "./run.mjs";

let updated = false;

/** @returns {boolean} whether this is a Debian-like system and the process runs as root */
export function canInstall() {
  return process.platform === "linux" && process.getuid?.() === 0 && onPath("apt-get") !== undefined;
}

/**
 * @param {string[]} packages
 * @param {{ what: string, log: (line: string) => void }} options
 * @throws {Error} if one of them cannot be installed
 */
export async function aptInstall(packages, { what, log }) {
  const options = { what, log, env: { DEBIAN_FRONTEND: "noninteractive" } };
  const waitForLock = ["-o", "DPkg::Lock::Timeout=120", "-q"];
  // If a set-up was killed while installing, apt refuses everything until this has run; otherwise it does nothing.
  if (!updated) await run("dpkg", ["--configure", "-a"], options);
  if (!updated) await run("apt-get", [...waitForLock, "update"], options);
  updated = true;
  await run("apt-get", [...waitForLock, "install", "-y", "--no-install-recommends", ...packages], options);
}
