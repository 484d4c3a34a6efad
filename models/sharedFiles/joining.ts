// Merges a folder from before shared files existed: hosts that the installation does not have, and newer advisories.
import type { Log } from "../../platform/log.ts";
import { allowedHostsFile, parseAllowedHosts } from "../../platform/net/allowedHosts.ts";
import type { FolderFile } from "./folder.ts";
import type { SharedFileName } from "./schema.ts";
import { type StoredFile, versionOf } from "./stored.ts";

/** Returns the merged file, or null if the installation's file stays unchanged. */
type Joining = (stored: FolderFile, local: FolderFile, log: Log) => FolderFile | null;

const JOINING: Record<SharedFileName, Joining> = {
  "allowed-hosts": (stored, local, log) => {
    const known = parseAllowedHosts(stored.bytes.toString("utf8"));
    const ours = parseAllowedHosts(local.bytes.toString("utf8"));
    if (ours === null) return replaced(stored, local, log);
    if (known === null) return local;
    const added = ours.filter(({ host }) => known.every((one) => one.host !== host));
    if (added.length === 0) return null;
    log("warn", "hosts that only this machine allowed are allowed on every machine from now on", {
      hosts: added.map(({ host }) => host),
    });
    return allowedHostsFile([...known, ...added]);
  },
  advisories: (stored, local, log) => {
    // Their names contain the date.
    if (local.file <= stored.file) return replaced(stored, local, log);
    log("info", "the advisories of this machine are newer and serve every machine from now on", {
      file: local.file,
      replaced: stored.file,
    });
    return local;
  },
};

function replaced(stored: FolderFile, local: FolderFile, log: Log): null {
  log("warn", "a file of this machine is replaced by that of the installation", {
    file: local.file,
    by: stored.file,
    sha256: versionOf(local.bytes),
  });
  return null;
}

/** Returns the installation's file after this folder has joined, or null if nothing changes. */
export const joined = (name: SharedFileName, stored: StoredFile, local: FolderFile, log: Log): FolderFile | null =>
  versionOf(local.bytes) === stored.version && local.file === stored.file ? null : JOINING[name](stored, local, log);
