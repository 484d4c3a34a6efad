// Creates the Express routes of declared endpoints, each behind its gates in a fixed order.
import compression from "compression";
import { type RequestHandler, Router } from "express";
import type { Authentication } from "../middleware/authenticate.ts";
import { BODY_BOUNDS, readBody } from "../middleware/jsonBody.ts";
import { ownDatabase } from "../middleware/ownDatabase.ts";
import type { Access, Endpoint, EndpointArea, Parts } from "./define.ts";

/**
 * Authentication handler for each kind of access. `opensSession` is not listed: it reads the session after the limits, because nobody
 * needs to be signed in.
 */
const GATE_OF: Record<Exclude<Access, "open" | "opensSession">, keyof Authentication> = {
  key: "key",
  keyOrBearer: "keyOrBearer",
  agentBearer: "agentBearer",
  session: "session",
  either: "either",
  link: "link",
};

/** Returns a router with the routes of all areas. */
export function endpointRoutes(parts: Parts, areas: readonly EndpointArea[]): Router {
  const all = Router();
  // Pictures are already compressed; the default filter goes by content type and skips them.
  const shared = { database: ownDatabase(parts.ctx), compress: compression() };
  for (const { endpoints, errors } of areas) {
    const router = Router();
    for (const endpoint of endpoints) {
      const path = endpoint.path.replace(/\{(\w+)\}/g, ":$1");
      const gates = gatesOf(endpoint, parts, shared);
      if (endpoint.mount) router.use(path, ...gates, endpoint.mount(parts));
      else if (endpoint.serve) router[endpoint.method](path, ...gates, endpoint.serve(parts));
    }
    if (errors) router.use(errors(parts));
    all.use(router);
  }
  return all;
}

type Shared = { database: RequestHandler; compress: RequestHandler };

function gatesOf(endpoint: Endpoint, parts: Parts, { database, compress }: Shared): RequestHandler[] {
  const { access, bounds, bodyRead = "first", limits = [] } = endpoint;
  const { auth } = parts;
  const parse = bounds ? [readBody(BODY_BOUNDS[bounds])] : [];
  return [
    ...(endpoint.noStore ? [noStore] : []),
    ...(endpoint.withoutDatabase ? [] : [database]),
    ...(endpoint.uncompressed ? [] : [compress]),
    ...(endpoint.first?.(parts) ?? []),
    ...(bodyRead === "last" ? [] : bodyRead === "toldLast" ? parse.map(toldLast) : parse),
    ...(access === "open" || access === "opensSession" ? [] : [auth[GATE_OF[access]]]),
    ...limits.map((name) => parts.limits[name]),
    ...(bodyRead === "last" ? parse : []),
    ...(access === "opensSession" ? [auth.open] : []),
  ];
}

const noStore: RequestHandler = (_req, res, next) => {
  res.set("Cache-Control", "no-store");
  next();
};

/** Defers body errors until after authentication and limits, so that callers without a key learn nothing else. */
function toldLast(parse: RequestHandler): RequestHandler {
  return (req, res, next) => {
    parse(req, res, (error?: unknown) => {
      res.locals.bodyError = error;
      next();
    });
  };
}
