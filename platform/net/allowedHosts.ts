// Hosts with private addresses that somebody at the installation's own terminal allowed, in addition to SVC_ALLOWED_HOSTS. They are stored
// in a file of the data folder that only the service's user can write, so no caller of the API reaches it. Every process of the service
// reads it again when it changes, so no restart is needed.
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { Config } from "../../domain/config.ts";
import { type AllowList, allowListOf } from "../../domain/net/allowList.ts";
import { singleHosts } from "../../domain/net/visitGrant.ts";

/** `host`: `host:port`. `at`: ISO 8601. */
export type AllowedHost = { host: string; at: string };

const FILE = "allowed-hosts.json";
const fileOf = (dataDir: string): string => path.join(path.resolve(dataDir), FILE);

/** Returns the hosts in the order in which they were allowed, or none if there is no file. Throws if the file is damaged. */
export function readAllowedHosts(dataDir: string): AllowedHost[] {
  const file = fileOf(dataDir);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
  const hosts = parseAllowedHosts(text);
  if (hosts === null) throw new Error(`${file} is damaged: remove it, and allow the hosts again.`);
  return hosts;
}

/** Returns the list in a file, or null if the file is damaged. */
export function parseAllowedHosts(text: string): AllowedHost[] | null {
  try {
    const { hosts } = JSON.parse(text) as { hosts?: unknown };
    return Array.isArray(hosts) && hosts.every(isAllowedHost) ? hosts : null;
  } catch {
    return null;
  }
}

/** Returns the file for this list: its path in the data folder, and its bytes. */
export const allowedHostsFile = (hosts: readonly AllowedHost[]): { file: string; bytes: Buffer } => ({
  file: FILE,
  bytes: Buffer.from(`${JSON.stringify({ hosts }, null, 2)}\n`),
});

/**
 * Returns the hosts that the service may visit, evaluated at each connection: SVC_ALLOWED_HOSTS and the file. An unreadable file allows
 * nothing. Only for visiting sites: webhooks and code hosts use SVC_ALLOWED_HOSTS alone.
 */
export function visitableHosts(config: Pick<Config, "allowedHosts" | "dataDir">): () => AllowList {
  const configured = allowListOf(config);
  const file = fileOf(config.dataDir);
  let known: { version: string; list: AllowList } | null = null;
  return () => {
    const version = versionOf(file);
    if (known?.version !== version) known = { version, list: [...configured, ...storedIn(config.dataDir)] };
    return known.list;
  };
}

function storedIn(dataDir: string): AllowList {
  try {
    return singleHosts(readAllowedHosts(dataDir).map(({ host }) => host));
  } catch {
    return [];
  }
}

/** Each write creates a new file, so the inode distinguishes two writes in the same millisecond. */
function versionOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.ino} ${found.mtimeMs} ${found.size}`;
}

const isAllowedHost = (one: unknown): one is AllowedHost =>
  typeof one === "object" &&
  one !== null &&
  "host" in one &&
  "at" in one &&
  typeof one.host === "string" &&
  typeof one.at === "string";
