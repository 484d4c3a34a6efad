// The HTTP face: what every request passes, then the endpoints.
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
  /** Cookies and links are signed under it; it takes the place of `config.secretKey`, which may be unset. */
  secret?: string;
  /** Where sessions are kept; the models' connection unless set. */
  connection?: Connection;
  /** Shown by /api/health. */
  version?: string;
  /** The endpoints that are served; all of them unless set. */
  areas?: readonly EndpointArea[];
  /** The folder of the built dashboard; none is served unless set. */
  dashboard?: string;
  /** Further routes; asked before the 404. */
  extend?: (app: express.Express) => void;
};

/** The service's HTTP face. Throws when there is neither `options.secret` nor `config.secretKey`. */
export function createApp(context: OperationContext, options: AppOptions = {}): express.Express {
  const ctx = { ...context, config: { ...context.config, secretKey: options.secret ?? context.config.secretKey } };
  const app = express();
  app.set("trust proxy", ctx.config.trustProxy);
  app.set("query parser", "simple");
  // The artifacts' own ETags are hashes; weak ones of small JSON answers are not worth their computing.
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
  // Its files are compressed already.
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

/** Plain http is a fair way to run this inside a network; asking browsers to upgrade would leave a page without its scripts. */
function headersFor(ctx: OperationContext): HelmetOptions {
  if (ctx.config.publicUrl?.startsWith("https://")) return {};
  return { contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } }, strictTransportSecurity: false };
}
