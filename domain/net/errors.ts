// Network errors: a target that may not be visited, and a request that failed.
import type { AddressKind } from "./addresses.ts";
import { formatTarget } from "./targets.ts";

/** Why a target is refused: the kind of its address, a scheme other than http(s), an unparsable URL, or credentials in the URL. */
export type RefusalReason =
  | Exclude<AddressKind, "public">
  | "own_host"
  | "metadata"
  | "scheme"
  | "malformed"
  | "credentials";

/** How a request to a permitted target failed. */
export type FailureKind =
  | "dns"
  | "refused"
  | "timeout"
  | "reset"
  | "tls"
  | "unreachable"
  | "protocol"
  | "too_large"
  | "redirects";

const REFUSAL_TEXT: Readonly<Record<RefusalReason, string>> = {
  unspecified: "is the unspecified address",
  loopback: "is an address of this machine itself",
  private: "is a private address",
  link_local: "is a link-local address",
  carrier_nat: "is an address inside a carrier's network",
  unique_local: "is a private (unique local) address",
  multicast: "is a multicast address",
  broadcast: "is the broadcast address",
  tunnel: "is a tunnel address (6to4 or Teredo)",
  reserved: "is a reserved address",
  invalid: "is not an IP address",
  own_host: "is an address of the machine that this service runs on",
  metadata: "is the address of a cloud's metadata service, which is never visited",
  scheme: "does not start with http:// or https://",
  malformed: "is not a valid address",
  credentials: "contains a user name or password, which belong in the environment's access",
};

/** Thrown if the service does not visit a target. Retrying does not help; only the operator's allow list does. */
export class AddressRefusedError extends Error {
  readonly code = "address_refused";
  readonly host: string;
  readonly port: number | undefined;
  readonly reason: RefusalReason;
  readonly address: string | undefined;

  constructor(refused: { host: string; port?: number; reason: RefusalReason; address?: string }) {
    super(refusalMessage(refused));
    this.name = "AddressRefusedError";
    this.host = refused.host;
    this.port = refused.port;
    this.reason = refused.reason;
    this.address = refused.address;
  }
}

/** Thrown if a request to a permitted target failed; `kind` determines the message and whether to retry. */
export class RequestFailedError extends Error {
  readonly code = "request_failed";
  readonly kind: FailureKind;
  readonly host: string;
  readonly port: number | undefined;

  constructor(failed: { kind: FailureKind; message: string; host: string; port?: number; cause?: unknown }) {
    super(failed.message, failed.cause === undefined ? undefined : { cause: failed.cause });
    this.name = "RequestFailedError";
    this.kind = failed.kind;
    this.host = failed.host;
    this.port = failed.port;
  }
}

function refusalMessage({ host, port, reason, address }: ConstructorParameters<typeof AddressRefusedError>[0]): string {
  const text = REFUSAL_TEXT[reason];
  if (port === undefined) return `${host} ${text}`;
  const where = address === undefined || address === host ? text : `leads to ${address}, which ${text}`;
  const said = `${formatTarget({ host, port })} ${where}`;
  return reason === "metadata" ? said : `${said}; an operator can allow it in SVC_ALLOWED_HOSTS`;
}
