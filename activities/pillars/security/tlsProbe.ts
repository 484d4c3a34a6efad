// Connects to a host over TLS, through the same address filter as every request, and reads its certificate.
import { checkServerIdentity, connect, type PeerCertificate, type SecureVersion, type TLSSocket } from "node:tls";
import { AddressRefusedError, RequestFailedError } from "../../../domain/net/errors.ts";
import { formatTarget, targetOfUrl, type UrlTarget } from "../../../domain/net/targets.ts";
import type { TlsFacts } from "../../../domain/pillars/security/gathered.ts";
import { type ConnectRule, connectChecked } from "../../../platform/net/connect.ts";
import { toRequestFailure } from "../../../platform/net/failures.ts";

const HANDSHAKE_MS = 10_000;
/** What a modern server must refuse; OpenSSL supports it only at its lowest security level. */
const OLD = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
type Limits = { minVersion: SecureVersion; maxVersion: SecureVersion; ciphers?: string };
/** Outdated versions are supported too, so that they can be reported. */
const ANY: Limits = { minVersion: "TLSv1", maxVersion: "TLSv1.3", ciphers: "DEFAULT@SECLEVEL=0" };

/** `ca` (PEM) is trusted instead of the system's authorities. Throws only the signal's reason. */
export async function probeTls(rule: ConnectRule, url: string, signal: AbortSignal, ca?: string): Promise<TlsFacts> {
  const target = targetOfUrl(url);
  if (target === undefined) return { host: url.slice(0, 100), state: "not_measured", reason: "it is not an address" };
  const host = target.port === 443 ? target.host : formatTarget(target);
  try {
    const measured = await handshake(rule, target, ANY, signal, ca, (socket) => read(socket, target, host, Date.now()));
    if (measured.state !== "measured") return measured;
    const oldProtocol = await handshake(rule, target, OLD, signal, ca, (socket) => socket.getProtocol()).catch(
      () => null,
    );
    signal.throwIfAborted();
    return { ...measured, oldProtocol };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RequestFailedError || error instanceof AddressRefusedError)
      return { host, state: "not_measured", reason: error.message.slice(0, 300) };
    throw error;
  }
}

async function handshake<T>(
  rule: ConnectRule,
  target: UrlTarget,
  limits: Limits,
  signal: AbortSignal,
  ca: string | undefined,
  use: (socket: TLSSocket) => T,
): Promise<T> {
  const deadline = AbortSignal.timeout(HANDSHAKE_MS);
  const stop = AbortSignal.any([signal, deadline]);
  const plain = await connectChecked(rule, target, stop);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({
    socket: plain,
    ...(target.ip === undefined ? { servername: target.host } : { host: target.host }),
    ...limits,
    ca,
    // An invalid certificate is a finding, so it must be read first.
    rejectUnauthorized: false,
  });
  plain.on("error", () => undefined);
  const onStop = (): void => void socket.destroy(new Error("stopped"));
  stop.addEventListener("abort", onStop, { once: true });
  socket.once("secureConnect", resolve);
  socket.on("error", reject);
  socket.once("close", () => reject(new Error("closed")));
  try {
    if (stop.aborted) onStop();
    await promise;
    return use(socket);
  } catch (error) {
    if (deadline.aborted && !signal.aborted) {
      const message = `${formatTarget(target)} did not finish the TLS handshake within ${HANDSHAKE_MS / 1000} s`;
      throw new RequestFailedError({ kind: "timeout", message, host: target.host, port: target.port });
    }
    throw toRequestFailure(error, target);
  } finally {
    stop.removeEventListener("abort", onStop);
    socket.destroy();
    plain.destroy();
  }
}

function read(socket: TLSSocket, target: UrlTarget, host: string, now: number): TlsFacts {
  const certificate = socket.getPeerCertificate();
  const ends = Date.parse(certificate.valid_to);
  if (Number.isNaN(ends)) return { host, state: "not_measured", reason: "the server showed no certificate" };
  return {
    host,
    state: "measured",
    protocol: socket.getProtocol() ?? "unknown",
    oldProtocol: null,
    error: problemOf(socket, target, certificate),
    validTo: new Date(ends).toISOString(),
    days: Math.floor((ends - now) / 86_400_000),
    issuer: issuerOf(certificate),
  };
}

/** Node reports only the first error: a mismatched name is visible only if the chain is valid. */
function problemOf(socket: TLSSocket, target: UrlTarget, certificate: PeerCertificate): string | null {
  const chain: unknown = socket.authorizationError;
  if (chain !== undefined && chain !== null)
    return typeof chain === "object" && "code" in chain ? String(chain.code) : String(chain).slice(0, 60);
  return checkServerIdentity(target.host, certificate) === undefined ? null : "ERR_TLS_CERT_ALTNAME_INVALID";
}

function issuerOf({ issuer }: PeerCertificate): string {
  const name = issuer?.O ?? issuer?.CN ?? "";
  return (Array.isArray(name) ? (name[0] ?? "") : name).slice(0, 100);
}
