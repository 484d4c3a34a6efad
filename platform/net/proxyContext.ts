// What the handlers of one proxy share: the checked way out, the record of failures, and how a request is refused.
import { Agent, type ClientRequestArgs } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AddressRefusedError, type RequestFailedError } from "../../domain/net/errors.ts";
import { type Target, targetOfHost } from "../../domain/net/targets.ts";
import { type ConnectRule, connectChecked } from "./connect.ts";
import { FailureLog, toRequestFailure } from "./failures.ts";
import { ERROR_HEADER, REFUSED_HEADER } from "./proxyHeaders.ts";

/** `address` is missing if the URL itself was refused. */
export type Refusal = { method: string; host: string; port?: number; reason: string; address?: string };

export type ProxyEvents = {
  log?: (message: string, fields: Record<string, unknown>) => void;
  onRefused?: (refusal: Refusal) => void;
};

export type Denial = { status: number; text: string; headers: string[]; body: string };

/** How long an idle connection is kept if the server sets no limit. */
const IDLE_UPSTREAM_MS = 30_000;

/**
 * Returns the response for a refused target (403, or 400 if malformed) or a failed one (502). The page receives the body, so it names no
 * address.
 */
export function denialOf(error: AddressRefusedError | RequestFailedError): Denial {
  const refused = error instanceof AddressRefusedError;
  const [status, text] = refused
    ? error.reason === "malformed"
      ? [400, "Bad Request"]
      : [403, "Forbidden"]
    : [502, "Bad Gateway"];
  const why = refused ? error.reason : error.kind;
  const body = refused
    ? `Plumbline does not visit this address (${why}).\n`
    : `Plumbline could not reach this host (${why}).\n`;
  const headers = [
    refused ? REFUSED_HEADER : ERROR_HEADER,
    why,
    "Content-Type",
    "text/plain; charset=utf-8",
    "Content-Length",
    String(Buffer.byteLength(body)),
    "Cache-Control",
    "no-store",
    "X-Content-Type-Options",
    "nosniff",
  ];
  return { status, text, headers, body };
}

/** The shared state of one running proxy. */
export class ProxyContext {
  /** Connections that are kept for further requests. */
  readonly pooled: Agent;
  /** One connection per request: for bodies that cannot be sent twice, upgrades, and second attempts. */
  readonly single: Agent;
  readonly failures = new FailureLog(Date.now);
  readonly maxResponseBytes: number;
  readonly #rule: ConnectRule;
  readonly #events: ProxyEvents;
  readonly #upstream = new Set<Socket>();
  #closed = false;

  constructor(rule: ConnectRule, events: ProxyEvents, maxResponseBytes: number) {
    this.#rule = rule;
    this.#events = events;
    this.maxResponseBytes = maxResponseBytes;
    this.pooled = new CheckedAgent(this, { keepAlive: true, timeout: IDLE_UPSTREAM_MS, scheduling: "lifo" });
    this.single = new CheckedAgent(this, { keepAlive: false });
  }

  /** Opens a checked connection; a successful one clears the recorded failure of its target. */
  async connect(target: Target, signal?: AbortSignal): Promise<Socket> {
    const socket = await connectChecked(this.#rule, target, signal);
    this.failures.clear(target);
    this.#upstream.add(socket);
    socket.once("close", () => this.#upstream.delete(socket));
    if (this.#closed) socket.destroy();
    return socket;
  }

  /** Records a failure, notifies the observers, and returns the response. */
  deny(method: string, target: Target | undefined, error: unknown): Denial {
    const known =
      error instanceof AddressRefusedError ? error : toRequestFailure(error, target ?? { host: "?", port: 0 });
    if (target !== undefined) this.failures.record(target, known);
    const denial = denialOf(known);
    if (known instanceof AddressRefusedError) {
      const { host, port, reason, address } = known;
      this.#events.onRefused?.({ method, host, port, reason, address });
      this.#events.log?.("address refused", { method, host, port, reason, address });
    } else
      this.#events.log?.("request failed", {
        method,
        host: known.host,
        port: known.port,
        kind: known.kind,
        message: known.message,
      });
    return denial;
  }

  close(): void {
    this.#closed = true;
    for (const socket of this.#upstream) socket.destroy();
    this.pooled.destroy();
    this.single.destroy();
  }
}

/** An agent that opens all its connections through the checked way out. */
class CheckedAgent extends Agent {
  readonly #context: ProxyContext;

  constructor(context: ProxyContext, options: ConstructorParameters<typeof Agent>[0]) {
    super(options);
    this.#context = context;
  }

  override createConnection(
    options: ClientRequestArgs,
    done?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const target = targetOfHost(options.host ?? "", Number(options.port));
    this.#context.connect(target).then(
      (socket) => done?.(null, socket),
      // Node's own callback accepts an error without a stream; its published type does not.
      (error: Error) => (done as ((error: Error) => void) | undefined)?.(error),
    );
  }
}
