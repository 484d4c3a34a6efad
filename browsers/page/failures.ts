// Classifies why a screenshot could not be taken, as one of a fixed set of reasons with a sentence for people.
import type { Reason, ReasonCode } from "../../domain/visual/outcome.ts";

/** Ends a capture with a reason caused by the page or the scenario. Retrying may help, but the service itself works. */
export class CaptureFailure extends Error {
  readonly reason: Reason;

  constructor(code: ReasonCode, message: string, data?: Reason["data"]) {
    super(message);
    this.name = "CaptureFailure";
    this.reason = data === undefined ? { code, message } : { code, message, data };
  }
}

/** Playwright's message when a call's time is up; it repeats the limit, with its fraction. */
export const CALL_TIMED_OUT = /Timeout [\d.]+ms exceeded/;

/** What the proxy knows about an unreachable host. Kinds: FailureKind of domain/net/errors.ts and `address_refused`. */
export type HostFailure = { kind: string; message: string };
export type ExplainFailure = (host: string, port: number) => HostFailure | undefined;

/** Returns the address without its query, fragment and credentials, which may be secret. */
export function shownUrl(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname}`;
  } catch {
    return "the address";
  }
}

const CODE_OF_KIND: Readonly<Record<string, ReasonCode>> = {
  dns: "host_not_found",
  refused: "connection_failed",
  reset: "connection_failed",
  unreachable: "connection_failed",
  protocol: "connection_failed",
  too_large: "connection_failed",
  timeout: "timeout",
  tls: "certificate_error",
  redirects: "too_many_redirects",
  address_refused: "address_refused",
};

const SENTENCE: Partial<Record<ReasonCode, (host: string) => string>> = {
  host_not_found: (host) => `The host ${host} was not found: its name does not resolve.`,
  connection_failed: (host) => `No connection to ${host} could be established.`,
  timeout: (host) => `${host} did not answer in time.`,
  certificate_error: (host) => `The certificate of ${host} is not valid, so the page was not opened.`,
  too_many_redirects: (host) => `${host} redirects in a loop.`,
  address_refused: (host) => `${host} leads to an address that this service does not visit; an operator can allow it.`,
  download: (host) => `${host} answered with a file to download instead of a page.`,
  page_error: (host) => `${host} did not answer with a page that can be shown.`,
};

/** First match wins. Chromium reports net::ERR_…, Firefox NS_ERROR_… or SEC_ERROR_…, WebKit sentences. */
const NET_ERRORS: readonly (readonly [RegExp, ReasonCode])[] = [
  [/Download is starting/i, "download"],
  [/ERR_NAME_|NS_ERROR_UNKNOWN_HOST|resolve host|hostname could not be found/i, "host_not_found"],
  [/ERR_TOO_MANY_REDIRECTS|NS_ERROR_REDIRECT_LOOP|too many HTTP redirects/i, "too_many_redirects"],
  [/ERR_CERT_|SEC_ERROR_|MOZILLA_PKIX_ERROR|SSL_ERROR_BAD_CERT|NS_ERROR_.*CERT|certificate/i, "certificate_error"],
  [/ERR_(CONNECTION_)?TIMED_OUT|NS_ERROR_NET_TIMEOUT|timed out/i, "timeout"],
  [CALL_TIMED_OUT, "timeout"],
  [/ERR_SSL_|SSL_ERROR_|ERR_BAD_SSL/i, "certificate_error"],
  [/ERR_UNSAFE_PORT|ERR_BLOCKED|NS_ERROR_PORT_ACCESS|deniedPortAccess/i, "address_refused"],
  [
    /ERR_CONNECTION_|ERR_EMPTY_RESPONSE|ERR_TUNNEL_|ERR_PROXY_|ERR_ADDRESS_|ERR_SOCKET|ERR_NETWORK|ERR_INTERNET_|ERR_HTTP2|ERR_QUIC|ERR_INVALID_(HTTP_)?RESPONSE|ERR_INCOMPLETE|ERR_CONTENT_|NS_ERROR_(CONNECTION_REFUSED|NET_|PROXY_|OFFLINE|ABORT)|Could not connect|connection was lost/i,
    "connection_failed",
  ],
];

/** Returns the failure for a navigation error. `url` is the last address the browser requested; after a redirect it differs from the scenario's. */
export function navigationFailure(message: string, url: string, explain?: ExplainFailure): CaptureFailure {
  const { host, known } = hostFailure(url, explain);
  const code = NET_ERRORS.find(([pattern]) => pattern.test(message))?.[1] ?? "page_error";
  // A failed tunnel does not report its cause to the browser; the proxy knows it.
  if (known !== undefined && code !== "certificate_error" && code !== "download") return reached(known, host);
  const net =
    /(?:net::)?(ERR_[A-Z0-9_]+|NS_ERROR_[A-Z_]+|SEC_ERROR_[A-Z_]+|SSL_ERROR_[A-Z_]+|MOZILLA_PKIX_[A-Z_]+)/.exec(
      message,
    )?.[1];
  const sentence = SENTENCE[code]?.(host) ?? `${host} did not answer with a page.`;
  return new CaptureFailure(code, sentence, { host, error: net ?? "" });
}

/** Returns the failure if the proxy or the site sent an error instead of a page; undefined for a page. */
export function answerFailure(
  status: number,
  statusText: string,
  headers: Readonly<Record<string, string>>,
  url: string,
): CaptureFailure | undefined {
  const { host } = hostFailure(url);
  if (headers["x-plumbline-refused"] !== undefined)
    return new CaptureFailure("address_refused", SENTENCE.address_refused?.(host) ?? "", {
      host,
      refusal: headers["x-plumbline-refused"].slice(0, 40),
    });
  const kind = headers["x-plumbline-error"];
  if (kind !== undefined) return reached({ kind, message: "" }, host);
  if (status < 400) return undefined;
  const text = statusText === "" ? (STATUS_TEXT[status] ?? "") : statusText;
  const access = status === 401 || status === 403 ? " The environment's access settings may be missing or wrong." : "";
  const answered = `The page answered ${status}${text === "" ? "" : ` ${text}`}.`;
  return new CaptureFailure("http_error", `${answered}${access}`, { status, url: shownUrl(url) });
}

function reached(known: HostFailure, host: string): CaptureFailure {
  const code = CODE_OF_KIND[known.kind] ?? "connection_failed";
  const sentence = SENTENCE[code]?.(host) ?? `No connection to ${host} could be established.`;
  const detail = known.message === "" ? sentence : `${sentence} (${known.message.replace(/\.$/, "")}.)`;
  return new CaptureFailure(code, detail, { host, error: known.kind });
}

function hostFailure(url: string, explain?: ExplainFailure): { host: string; known: HostFailure | undefined } {
  try {
    const { protocol, hostname, port } = new URL(url);
    const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
    return { host: port === "" ? hostname : `${hostname}:${port}`, known: explain?.(hostname, number) };
  } catch {
    return { host: "The site", known: undefined };
  }
}

/** HTTP/2 carries no status text. */
const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  410: "Gone",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};
