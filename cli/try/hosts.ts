// Determines which private hosts the service of `try` may visit. A configuration may come from somebody else's repository: it may name this
// machine, where the site runs during development; any other private host must be named by the person at the terminal.
import { isIP } from "node:net";
import { isLocalhostName, targetOfUrl } from "../../domain/net/targets.ts";
import { wrongUse } from "../client/exit.ts";
import { hostToAllow } from "../first/permission.ts";
import { hostOf } from "../local/config.ts";

type Visiting = {
  address: string;
  /** Origins of other pages. */
  others: readonly string[];
  /** Value of the option. */
  url: string | null;
  dataDir: string;
  env: Readonly<Record<string, string | undefined>>;
};

/** Returns the hosts to allow in addition to the site's. Throws ClientError (2) if the site is private and the person has not named it. */
export async function hostsToVisit({ address, others, url, dataDir, env }: Visiting): Promise<string[]> {
  if (!isThisMachine(address)) {
    const host = await hostToAllow(address, { dataDir, env });
    if (host !== null && url === null)
      throw wrongUse(`${host} is a private address: pass --url ${address} to let Plumbline visit it.`);
  }
  return others.filter(isThisMachine).map(hostOf);
}

function isThisMachine(address: string): boolean {
  const { host = "", ip } = targetOfUrl(address) ?? {};
  return ip === undefined ? isLocalhostName(host) : ip === "::1" || (isIP(ip) === 4 && ip.startsWith("127."));
}
