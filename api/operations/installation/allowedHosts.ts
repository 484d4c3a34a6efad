// Private hosts that the service may visit. Only the operator at the installation's own terminal decides; no dashboard role and no key can,
// because such a host is in the machine's network, not on the person's site.
import { lookup } from "node:dns/promises";
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { AddressRefusedError } from "../../../domain/net/errors.ts";
import { formatTarget, isLocalhostName, type Target, targetOfUrl } from "../../../domain/net/targets.ts";
import { visitGrant } from "../../../domain/net/visitGrant.ts";
import { changeSharedFile, pullSharedFiles } from "../../../models/sharedFiles/share.ts";
import {
  type AllowedHost,
  allowedHostsFile,
  parseAllowedHosts,
  readAllowedHosts,
  visitableHosts,
} from "../../../platform/net/allowedHosts.ts";
import { hostAddresses } from "../../../platform/net/hostAddresses.ts";
import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";

/** `open`: may be visited without this list. `already`: already on the list. `added`: was added now. */
export type Allowing = { host: string; how: "open" | "already" | "added" };

/** `site` is `host:port` or an address. Throws `validation_error` if it is neither, and `forbidden` if it must never be visited. */
export async function allowHost(ctx: AdminContext, caller: Caller, site: string): Promise<Allowing> {
  mustBeAllowed(caller, "operate");
  const target = targetOf(site);
  const { dataDir } = ctx.config;
  await pullSharedFiles(ctx, dataDir);
  const list = visitableHosts(ctx.config)();
  const grant = visitGrant(list, target, await addressesOf(target), hostAddresses());
  if (grant.state === "never")
    throw new ProductError(
      "forbidden",
      `${new AddressRefusedError({ host: formatTarget(target), reason: grant.reason }).message}.`,
    );
  if (grant.state === "open") {
    const host = formatTarget(target);
    return { host, how: readAllowedHosts(dataDir).some((one) => one.host === host) ? "already" : "open" };
  }
  await changeHosts(ctx, (hosts) => {
    const others = hosts.filter(({ host }) => host !== grant.entry);
    return [...others, { host: grant.entry, at: ctx.now().toISOString() }];
  });
  await recordAudit(ctx, caller, "host.allow", grant.entry);
  return { host: grant.entry, how: "added" };
}

export async function listHosts(ctx: AdminContext, caller: Caller): Promise<AllowedHost[]> {
  mustBeAllowed(caller, "operate");
  await pullSharedFiles(ctx, ctx.config.dataDir);
  return readAllowedHosts(ctx.config.dataDir);
}

/** Throws `not_found` if the host is not on the list. */
export async function removeHost(ctx: AdminContext, caller: Caller, site: string): Promise<{ host: string }> {
  mustBeAllowed(caller, "operate");
  const host = formatTarget(targetOf(site));
  await changeHosts(ctx, (hosts) => {
    const kept = hosts.filter((one) => one.host !== host);
    if (kept.length === hosts.length) throw new ProductError("not_found", `${host} is not among the allowed hosts.`);
    return kept;
  });
  await recordAudit(ctx, caller, "host.remove", host);
  return { host };
}

const changeHosts = (ctx: AdminContext, change: (hosts: AllowedHost[]) => AllowedHost[]): Promise<void> =>
  changeSharedFile(ctx, ctx.config.dataDir, "allowed-hosts", (bytes) => {
    const hosts = bytes === null ? [] : parseAllowedHosts(bytes.toString("utf8"));
    if (hosts === null) throw new Error("The list of allowed hosts in the database is damaged: restore a backup.");
    return allowedHostsFile(change(hosts));
  });

function targetOf(site: string): Target {
  const target = targetOfUrl(/^https?:\/\//i.test(site) ? site : `http://${site}`);
  if (target) return target;
  throw fieldError("site", `"${site.slice(0, 200)}" is not a host with its port, such as localhost:3000.`);
}

async function addressesOf({ host, ip }: Target): Promise<string[]> {
  if (ip !== undefined) return [ip];
  if (isLocalhostName(host)) return ["127.0.0.1"];
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    throw fieldError("site", `${host} has no address: check its spelling.`);
  }
}
