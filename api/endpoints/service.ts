// Information about the service itself: where things are, health and readiness, metrics.
import { isIP } from "node:net";
import type { Request } from "express";
import { ProductError } from "../../domain/errors.ts";
import type { OperationContext } from "../lib/context.ts";
import { readMetrics } from "../lib/metrics.ts";
import { checkup } from "../operations/checkup.ts";
import { lastMissingWorkers } from "../operations/missingWorkers.ts";
import { sharedReadiness } from "../operations/readiness.ts";
import { lastVersions } from "../operations/versions.ts";
import { checkup as checkupAnswer, health as healthAnswer, readiness, root as rootAnswer } from "./answers/service.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { readers } from "./permits.ts";

/** Redirects browsers to the API documentation and tells programs where things are. Replaced by the dashboard if there is one. */
const root = defineEndpoint({
  method: "get",
  path: "/",
  id: "root",
  tag: "Service",
  summary: "Where things are",
  access: "open",
  withoutDatabase: true,
  answers: {
    200: { description: "Paths of the documents, the tools and the probes.", json: rootAnswer },
    302: { description: "A browser is led to the documents.", headers: ["Location"] },
  },
  handle({ version, req, res }) {
    res.set({ "Cache-Control": "no-cache", Vary: "Accept" });
    if (req.accepts(["json", "html"]) === "html") {
      res.status(302).location("/api/docs").end();
      return;
    }
    return {
      json: {
        service: "plumbline",
        ...(version ? { version } : {}),
        documents: "/api/docs",
        openapi: "/api/mcp/v1/openapi.json",
        tools: "/api/mcp",
        mcp: "/mcp",
        health: "/api/health",
        ready: "/api/ready",
      },
    };
  },
});

/** Depends on nothing else: answers as long as the process can. */
const health = defineEndpoint({
  method: "get",
  path: "/api/health",
  id: "health",
  tag: "Service",
  summary: "Is the process alive?",
  access: "open",
  withoutDatabase: true,
  noStore: true,
  answers: { 200: { description: "It is.", json: healthAnswer } },
  handle: ({ ctx, version }) => ({
    json: {
      status: "ok" as const,
      service: "plumbline",
      ...(version ? { version } : {}),
      versions: lastVersions(ctx),
      missingWorkers: lastMissingWorkers(ctx),
    },
  }),
});

const ready = defineEndpoint({
  method: "get",
  path: "/api/ready",
  id: "readiness",
  tag: "Service",
  summary: "Is every part there?",
  access: "open",
  withoutDatabase: true,
  noStore: true,
  answers: {
    200: { description: "Every part is there.", json: readiness },
    503: { description: "A part is unavailable; see `parts`.", json: readiness, headers: ["Retry-After"] },
  },
  async handle({ ctx }) {
    const answer = await sharedReadiness(ctx);
    return answer.ready ? { json: answer } : { status: 503, headers: { "Retry-After": "5" }, json: answer };
  },
});

const check = defineEndpoint({
  ...readers,
  method: "get",
  path: "/api/ci/checkup",
  id: "checkup",
  tag: "Service",
  summary: "Disk, clocks and the state for production where the service runs",
  description: "For `plumbline doctor`, in addition to the probes.",
  access: "either",
  limits: ["ci"],
  noStore: true,
  answers: { 200: { description: "What there is.", json: checkupAnswer } },
  handle: async ({ ctx, caller }) => ({ json: await checkup(ctx, caller) }),
});

/** Prometheus metrics on the API's own port, according to SVC_METRICS_ACCESS. Callers without access get a 404. */
const metrics = defineEndpoint({
  method: "get",
  path: "/metrics",
  id: "metrics",
  tag: "Service",
  summary: "Figures for Prometheus",
  description:
    "For callers that `SVC_METRICS_ACCESS` allows; others get a 404. Also served on the port of `SVC_METRICS_PORT`.",
  access: "open",
  withoutDatabase: true,
  noStore: true,
  uncompressed: true,
  answers: { 200: { description: "The figures.", types: ["text/plain"] } },
  refusals: { 404: "Not for this caller." },
  async handle({ ctx, req, res }) {
    if (!mayRead(ctx, req)) throw new ProductError("not_found", `There is no ${req.method} ${req.path}.`);
    res.type("text/plain; version=0.0.4; charset=utf-8").send(await readMetrics(ctx));
  },
});

/** Headers that proxies add. A proxy on this machine has a loopback address as well, but its requests carry one of these or name the public host. */
const FORWARDED = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip"];

function mayRead(ctx: OperationContext, req: Request): boolean {
  const access = ctx.config.metricsAccess;
  if (access !== "local") return access === "anyone";
  if (ctx.config.trustProxy > 0 || FORWARDED.some((name) => req.headers[name] !== undefined)) return false;
  return isLoopback(req.socket.remoteAddress ?? "") && isLoopback(hostOf(req));
}

/** Returns the host that the caller named, without brackets and port. A request under another name that resolves to this machine is not local. */
function hostOf(req: Request): string {
  return URL.parse(`http://${req.headers.host ?? ""}`)?.hostname.replace(/^\[|\]$/g, "") ?? "";
}

function isLoopback(host: string): boolean {
  const plain = host.replace(/^::ffff:/, "");
  return plain === "localhost" || plain === "::1" || (isIP(plain) === 4 && plain.startsWith("127."));
}

export const serviceEndpoints: EndpointArea = { name: "service", endpoints: [health, ready, check, metrics] };
export const rootEndpoints: EndpointArea = { name: "root", endpoints: [root], yields: true };
