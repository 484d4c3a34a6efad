// Asks the person at the terminal once, before anything is started, whether the service may visit the site.
import { lookup } from "node:dns/promises";
import { AddressRefusedError } from "../../domain/net/errors.ts";
import { formatTarget, isLocalhostName, type Target, targetOfUrl } from "../../domain/net/targets.ts";
import { visitGrant } from "../../domain/net/visitGrant.ts";
import { visitableHosts } from "../../platform/net/allowedHosts.ts";
import { hostAddresses } from "../../platform/net/hostAddresses.ts";
import { CLIENT_EXIT, ClientError, wrongUse } from "../client/exit.ts";

type Env = Readonly<Record<string, string | undefined>>;

export type Asking = {
  /** Whether --yes was given. */
  yes: boolean;
  /** Asks the person; null if there is no terminal. */
  confirm: ((question: string) => Promise<boolean>) | null;
};

/** Returns the `host:port` that must be allowed; null if it may already be visited. Throws ClientError (2) for hosts that are never visited. */
export async function hostToAllow(
  site: string,
  { dataDir, env }: { dataDir: string; env: Env },
): Promise<string | null> {
  const target = targetOfUrl(site);
  if (!target) throw wrongUse(`"${site}" is not the address of a site.`);
  const list = visitableHosts({ allowedHosts: env.SVC_ALLOWED_HOSTS ?? "", dataDir })();
  const grant = visitGrant(list, target, await addressesOf(target), hostAddresses());
  if (grant.state === "ask") return grant.entry;
  if (grant.state === "open") return null;
  const refused = new AddressRefusedError({ host: formatTarget(target), reason: grant.reason }).message;
  throw new ClientError(CLIENT_EXIT.usage, "address_refused", `${refused}: Plumbline does not test it.`);
}

/** Throws ClientError (2) if the person does not agree, or if there is nobody to ask. */
export async function askLeave(host: string, { yes, confirm }: Asking): Promise<void> {
  if (yes) return;
  if (confirm === null)
    throw wrongUse(
      `${host} is a private address, and there is no terminal to ask at: add --yes to let Plumbline visit it. Nothing was started.`,
    );
  if (!(await confirm(`${host} is a private address. May Plumbline visit it? This is stored. [Y/n] `)))
    throw wrongUse("Plumbline may not visit the site, so nothing was started.");
}

async function addressesOf({ host, ip }: Target): Promise<string[]> {
  if (ip !== undefined) return [ip];
  if (isLocalhostName(host)) return ["127.0.0.1"];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    throw wrongUse(`There is no host ${host}: check the address.`);
  }
}

/** Returns a function that asks at the terminal, or null if there is none. */
export function terminalConfirm(signal: AbortSignal): ((question: string) => Promise<boolean>) | null {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return null;
  return async (question) => {
    const { createInterface } = await import("node:readline/promises");
    const lines = createInterface({ input: stdin, output: stderr });
    // The readline interface captures Ctrl-C, so it is passed on to the process.
    lines.once("SIGINT", () => process.kill(process.pid, "SIGINT"));
    try {
      return /^(y|yes)?$/i.test((await lines.question(question, { signal })).trim());
    } finally {
      lines.close();
    }
  };
}
