// Maps Node's error codes to the few kinds that a report can explain, and remembers the last failure of each host.
import { AddressRefusedError, type FailureKind, RequestFailedError } from "../../domain/net/errors.ts";
import { formatTarget, type Target } from "../../domain/net/targets.ts";

export type HostFailureKind = FailureKind | "address_refused";

/** `at` is in milliseconds since the epoch; `message` is a sentence for people. */
export type HostFailure = { kind: HostFailureKind; message: string; at: number };

const KIND_OF_CODE: Readonly<Record<string, FailureKind>> = {
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  EAI_FAIL: "dns",
  EAI_NODATA: "dns",
  EAI_NONAME: "dns",
  ENODATA: "dns",
  ESERVFAIL: "dns",
  ECONNREFUSED: "refused",
  ETIMEDOUT: "timeout",
  ESOCKETTIMEDOUT: "timeout",
  ECONNRESET: "reset",
  ECONNABORTED: "reset",
  EPIPE: "reset",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  EAFNOSUPPORT: "unreachable",
  EACCES: "unreachable",
  EPERM: "unreachable",
  EPROTO: "tls",
};

/** The codes of rejected certificates (Node: "X.509 certificate error codes"). */
const TLS_CODE = /^ERR_(TLS|SSL)_|CERT|^UNABLE_TO_|^HOSTNAME_MISMATCH$|^INVALID_(CA|PURPOSE)$|^PATH_LENGTH_EXCEEDED$/;

const TEXT: Readonly<Record<FailureKind, string>> = {
  dns: "the host name does not resolve",
  refused: "the connection was refused",
  timeout: "the host did not answer in time",
  reset: "the connection was closed before the answer was complete",
  tls: "the secure connection could not be established",
  unreachable: "the host cannot be reached from here",
  protocol: "the answer is not valid HTTP",
  too_large: "the answer is larger than allowed",
  redirects: "there were too many redirects",
};

/** Returns a network error of any origin as a RequestFailedError; one that already is one is returned unchanged. */
export function toRequestFailure(error: unknown, target: Target): RequestFailedError {
  if (error instanceof RequestFailedError) return error;
  const code = codeOf(error);
  const kind = kindOfCode(code);
  const message = `${formatTarget(target)}: ${TEXT[kind]}${code === "" ? "" : ` (${code})`}`;
  return new RequestFailedError({ kind, message, host: target.host, port: target.port, cause: error });
}

function kindOfCode(code: string): FailureKind {
  const known = KIND_OF_CODE[code];
  if (known !== undefined) return known;
  if (TLS_CODE.test(code)) return "tls";
  return /^(HPE|ERR|Z)_/.test(code) ? "protocol" : "reset";
}

/** For several addresses Node throws an AggregateError; the code of its last attempt counts, because that one has no short limit. */
function codeOf(error: unknown): string {
  const one = error instanceof AggregateError ? (error.errors.at(-1) ?? error) : error;
  return typeof one === "object" && one !== null && "code" in one && typeof one.code === "string" ? one.code : "";
}

/** The last failure of each host and port, cleared by the next successful connection. Bounded: the oldest entry is dropped first. */
export class FailureLog {
  readonly #kept = new Map<string, HostFailure>();
  readonly #now: () => number;
  readonly #most: number;

  constructor(now: () => number, most = 1_000) {
    this.#now = now;
    this.#most = most;
  }

  record(target: Target, error: AddressRefusedError | RequestFailedError): void {
    const key = formatTarget(target);
    const kind = error instanceof AddressRefusedError ? "address_refused" : error.kind;
    this.#kept.delete(key);
    this.#kept.set(key, { kind, message: error.message, at: this.#now() });
    if (this.#kept.size > this.#most) this.#kept.delete(this.#kept.keys().next().value ?? key);
  }

  clear(target: Target): void {
    if (this.#kept.size > 0) this.#kept.delete(formatTarget(target));
  }

  find(target: Target): HostFailure | undefined {
    return this.#kept.get(formatTarget(target));
  }
}
