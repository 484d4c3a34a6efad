// Builds the Express app: the middleware that every request passes through, then the endpoints.
import compression from "compression";
import express from "express";
import helmet, { type HelmetOptions } from "helmet";
import type { Connection } from "mongoose";
import type { EndpointArea } from "./endpoints/define.ts";
import { AREAS } from "./endpoints/index.ts";
import { endpointRoutes } from "./endpoints/routes.ts";
import type { OperationContext } from "./lib/context.ts";
import { authentication } from "./middleware/authenticate.ts";
import { dashboard } from "./middleware/dashboard.ts";
import { errorHandler, notFound } from "./middleware/errors.ts";
import { rateLimits } from "./middleware/rateLimits.ts";
import { requestId } from "./middleware/requestId.ts";
import { requestLog } from "./middleware/requestLog.ts";
import { trace } from "./middleware/trace.ts";

export type AppOptions = {
  /** Signs cookies and links. Replaces `config.secretKey`, which may be unset. */
  secret?: string;
  /** Connection for the session store; the models' connection by default. */
  connection?: Connection;
  /** Shown by `/api/health`. */
  version?: string;
  /** Endpoint areas to serve; all of them by default. */
  areas?: readonly EndpointArea[];
  /** Folder of the built dashboard; no dashboard is served if unset. */
  dashboard?: string;
  /** Adds further routes, matched before the 404 handler. */
  extend?: (app: express.Express) => void;
};

/** Creates the Express app of the service. Throws if neither `options.secret` nor `config.secretKey` is set. */
export function createApp(context: OperationContext, options: AppOptions = {}): express.Express {
  const ctx = { ...context, config: { ...context.config, secretKey: options.secret ?? context.config.secretKey } };
  const app = express();
  app.set("trust proxy", ctx.config.trustProxy);
  app.set("query parser", "simple");
  // Artifacts set their own ETags, which are content hashes; weak ETags of small JSON answers are not worth computing.
  app.set("etag", false);

  app.use(requestId(ctx), trace, requestLog(ctx), helmet(headersFor(ctx)));
  const auth = authentication(ctx, options.connection);
  const parts = { ctx, version: options.version, auth, limits: rateLimits(ctx) };
  const areas = options.areas ?? AREAS;
  app.use(
    endpointRoutes(
      parts,
      areas.filter(({ yields }) => !yields),
    ),
  );
  // Mounted without compression because the dashboard's files are already compressed.
  const pages = options.dashboard ? dashboard(ctx, options.dashboard) : null;
  if (pages) app.use(pages);
  app.use(compression());
  options.extend?.(app);
  app.use(
    endpointRoutes(
      parts,
      areas.filter(({ yields }) => yields),
    ),
  );

  app.use(notFound);
  app.use(errorHandler(ctx));
  return app;
}

/** Plain HTTP is a valid setup inside a private network; asking browsers to upgrade requests would break loading of the page's scripts. */
function headersFor(ctx: OperationContext): HelmetOptions {
  if (ctx.config.publicUrl?.startsWith("https://")) return {};
  return { contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } }, strictTransportSecurity: false };
}
