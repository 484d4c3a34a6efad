// The only way out: every connection of the proxy and of safeFetch is opened here, so the rule is applied in one place.
import { connect, type Socket } from "node:net";
import { type AllowList, judgeAddresses } from "../../domain/net/allowList.ts";
import { AddressRefusedError, RequestFailedError } from "../../domain/net/errors.ts";
import { formatTarget, isLocalhostName, type Target } from "../../domain/net/targets.ts";
import { unlessAborted } from "../unlessAborted.ts";
import { toRequestFailure } from "./failures.ts";
import { hostAddresses } from "./hostAddresses.ts";
import type { Resolve } from "./resolve.ts";

export type ConnectRule = {
  /** A list that may change while it is in use is passed as a function. */
  allowList: AllowList | (() => AllowList);
  resolve: Resolve;
  /** Milliseconds for the lookup and the TCP handshake together. */
  connectTimeoutMs: number;
  /** Addresses of this machine, which count as private; by default those of the operating system. */
  ofHost?: () => ReadonlySet<string>;
};

/** The addresses that browsers use for `localhost` and names below it, without a resolver. */
const LOCALHOST: readonly string[] = ["127.0.0.1", "::1"];

/** RFC 8305 recommends 250 ms before the next address of a name is tried. */
const NEXT_ADDRESS_AFTER_MS = 250;

/**
 * Resolves the target once, checks its addresses, and connects to one of those that passed: there is no second lookup between the check
 * and the connection. Throws AddressRefusedError or RequestFailedError.
 */
export async function connectChecked(rule: ConnectRule, target: Target, signal?: AbortSignal): Promise<Socket> {
  const deadline = AbortSignal.timeout(rule.connectTimeoutMs);
  const stop = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
  try {
    const addresses = await permittedAddresses(rule, target, stop);
    return await open(addresses, target.port, stop);
  } catch (error) {
    if (error instanceof AddressRefusedError) throw error;
    if (deadline.aborted) {
      const message = `${formatTarget(target)} did not answer within ${rule.connectTimeoutMs} ms`;
      throw new RequestFailedError({ kind: "timeout", message, ...target });
    }
    throw toRequestFailure(error, target);
  }
}

async function permittedAddresses(rule: ConnectRule, target: Target, stop: AbortSignal): Promise<string[]> {
  const found = await addressesOf(rule.resolve, target, stop);
  const list = typeof rule.allowList === "function" ? rule.allowList() : rule.allowList;
  const { permitted, refused } = judgeAddresses(list, target, found, (rule.ofHost ?? hostAddresses)());
  if (refused !== undefined) throw new AddressRefusedError({ ...target, ...refused });
  if (permitted.length === 0) throw Object.assign(new Error("the name has no addresses"), { code: "ENODATA" });
  return permitted;
}

async function addressesOf(resolve: Resolve, target: Target, stop: AbortSignal): Promise<readonly string[]> {
  if (target.ip !== undefined) return [target.ip];
  return isLocalhostName(target.host) ? LOCALHOST : resolveUntil(resolve, target.host, stop);
}

/** getaddrinfo cannot be stopped; a late answer is dropped. */
async function resolveUntil(resolve: Resolve, host: string, stop: AbortSignal): Promise<string[]> {
  stop.throwIfAborted();
  const found = await unlessAborted(resolve(host), stop);
  return found.map(({ address }) => address);
}

function open(addresses: string[], port: number, stop: AbortSignal): Promise<Socket> {
  stop.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({
    // A name that only Node's own code sees: for several addresses it calls `lookup`, which returns the checked ones.
    host: addresses.length === 1 ? addresses[0] : "pinned.invalid",
    port,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    lookup: (_host, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: familyOf(address) })),
      ),
  });
  const onAbort = (): void => {
    socket.destroy(stop.reason instanceof Error ? stop.reason : new Error("stopped"));
  };
  const settle = (): void => {
    stop.removeEventListener("abort", onAbort);
    socket.off("error", onError);
  };
  const onError = (error: Error): void => {
    settle();
    reject(error);
  };
  stop.addEventListener("abort", onAbort, { once: true });
  socket.once("error", onError);
  socket.once("connect", () => {
    settle();
    resolve(socket);
  });
  return promise;
}

function familyOf(address: string): 4 | 6 {
  return address.includes(":") ? 6 : 4;
}
