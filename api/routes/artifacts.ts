// Pictures, maps and reports. What came from an audited page must never act in the name of the service.
import { type RequestHandler, Router } from "express";
import { ProductError } from "../../domain/errors.ts";
import type { OperationContext } from "../lib/context.ts";
import { signedLinkQuery } from "../lib/schemas.ts";
import { param, validated } from "../lib/validate.ts";
import type { Authentication } from "../middleware/authenticate.ts";
import { callerOf } from "../middleware/caller.ts";
import { findArtifact, type SignedLink } from "../operations/readArtifact.ts";

/** Types a browser may show in place; everything else is a download. */
const SHOWN = new Set(["image/png", "image/jpeg", "image/webp", "application/json", "text/plain"]);
const YEAR_S = 31_536_000;

export function artifactRoutes(ctx: OperationContext, auth: Authentication): Router {
  const router = Router();

  /** A signed link needs no one to be signed in. */
  const unlessSigned: RequestHandler = (req, res, next) =>
    req.query.sig === undefined ? auth.either(req, res, next) : next();

  router.get("/:id", unlessSigned, async (req, res) => {
    const { expires, sig } = await validated(signedLinkQuery, req.query);
    const link: SignedLink | null = sig === undefined ? null : { sig, expires: expires ?? "" };
    const who = link ?? callerOf(res);
    if (!who) throw new ProductError("unauthorized", "Send an API key in the header X-API-Key, or sign in.");
    const artifact = await findArtifact(ctx, who, param(req, "id"));
    res.set({
      ETag: `"${artifact.artifactId}"`,
      "Cache-Control": artifact.immutable ? `private, max-age=${YEAR_S}, immutable` : "private, no-cache",
    });
    if (req.fresh) {
      res.status(304).end();
      return;
    }
    const bytes = await artifact.read();
    const type = artifact.contentType.split(";")[0]?.trim() ?? "";
    if (!SHOWN.has(type)) res.attachment(`${artifact.artifactId.slice(0, 12)}${EXTENSION[type] ?? ""}`);
    // After `attachment`, which guesses a type from the name.
    res.set({
      "Content-Type": artifact.contentType,
      "Content-Security-Policy": "sandbox",
      "X-Content-Type-Options": "nosniff",
    });
    res.send(bytes);
  });

  return router;
}

const EXTENSION: Record<string, string> = {
  "text/html": ".html",
  "application/pdf": ".pdf",
  "application/zip": ".zip",
  "image/svg+xml": ".svg",
};
