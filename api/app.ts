// The HTTP face: middleware in order, then thin routes over operations.
import compression from "compression";
import express from "express";
import helmet, { type HelmetOptions } from "helmet";
import type { Connection } from "mongoose";
import type { OperationContext } from "./lib/context.ts";
import { mcpServerRoutes } from "./mcp/routes.ts";
import { authentication } from "./middleware/authenticate.ts";
import { errorHandler, notFound } from "./middleware/errors.ts";
import { BODY_BOUNDS, jsonBody } from "./middleware/jsonBody.ts";
import { ownDatabase } from "./middleware/ownDatabase.ts";
import { rateLimits } from "./middleware/rateLimits.ts";
import { requestId } from "./middleware/requestId.ts";
import { requestLog } from "./middleware/requestLog.ts";
import { artifactRoutes } from "./routes/artifacts.ts";
import { authRoutes } from "./routes/auth.ts";
import { baselineRoutes } from "./routes/baselines.ts";
import { ciRoutes } from "./routes/ci.ts";
import { docsRoutes, openApiRoutes } from "./routes/docs.ts";
import { healthRoutes } from "./routes/health.ts";
import { keyRoutes } from "./routes/keys.ts";
import { mcpRoutes } from "./routes/mcp.ts";
import { metricsRoutes } from "./routes/metrics.ts";
import { qualityScoreRoutes } from "./routes/qualityScore.ts";
import { rootRoutes } from "./routes/root.ts";
import { testRoutes } from "./routes/tests.ts";

export type AppOptions = {
  /** Cookies and links are signed under it; it takes the place of `config.secretKey`, which may be unset. */
  secret?: string;
  /** Where sessions are kept; the models' connection unless set. */
  connection?: Connection;
  /** Shown by /api/health. */
  version?: string;
  /** Further routes, such as the dashboard's files; asked before the 404. */
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

  app.use(requestId(ctx), requestLog(ctx), helmet(headersFor(ctx)));
  app.use("/api", healthRoutes(ctx, options.version));
  app.use(metricsRoutes(ctx));
  app.use(ownDatabase(ctx));
  const auth = authentication(ctx, options.connection);
  const limits = rateLimits(ctx);
  // Before compression, which would hold back events until a stream ends.
  app.use("/mcp", mcpServerRoutes(ctx, limits, options.version));
  // Pictures are compressed already: the default filter goes by type and leaves them alone.
  app.use(compression());

  const { run, signIn, small } = BODY_BOUNDS;
  app.use("/api/ci", jsonBody(run), ciRoutes(ctx, auth, limits));
  app.use("/api/tests", jsonBody(run), testRoutes(ctx, auth, limits));
  app.use("/api/quality-score", jsonBody(small), qualityScoreRoutes(ctx, auth, limits));
  app.use("/api/auth", jsonBody(signIn), authRoutes(ctx, auth, limits));
  app.use("/api/baselines", jsonBody(small), baselineRoutes(ctx, auth, limits));
  app.use("/api/keys", jsonBody(small), keyRoutes(ctx, auth, limits));
  app.use("/api/artifacts", artifactRoutes(ctx, auth));
  app.use("/api/docs", docsRoutes());
  app.use("/api/mcp/v1", openApiRoutes(options.version));
  app.use("/api/mcp", mcpRoutes(ctx, auth, limits, options.version));
  options.extend?.(app);
  app.use(rootRoutes(options.version));

  app.use(notFound);
  app.use(errorHandler(ctx));
  return app;
}

/** Plain http is a fair way to run this inside a network; asking browsers to upgrade would leave a page without its scripts. */
function headersFor(ctx: OperationContext): HelmetOptions {
  if (ctx.config.publicUrl?.startsWith("https://")) return {};
  return { contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } }, strictTransportSecurity: false };
}
