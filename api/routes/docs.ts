// The API's documents: OpenAPI for programs, and a page to read and try it. All files are ours, so it works without a network.
import { readFile } from "node:fs/promises";
import { Router } from "express";
import { ProductError } from "../../domain/errors.ts";
import { param } from "../lib/validate.ts";
import { openApiDocument } from "../openapi.ts";

const PAGE = new URL("../openapi/page/", import.meta.url);
const FILES: Record<string, string> = { "docs.js": "text/javascript", "docs.css": "text/css" };

/** GET /api/docs and its files; the headers that every answer has allow exactly these. */
export function docsRoutes(): Router {
  const router = Router();
  router.get("/", async (_req, res) => {
    res
      .set("Cache-Control", "no-cache")
      .type("text/html")
      .send(await readFile(new URL("index.html", PAGE)));
  });
  router.get("/:file", async (req, res) => {
    const file = param(req, "file");
    const type = Object.hasOwn(FILES, file) ? FILES[file] : undefined;
    if (type === undefined) throw new ProductError("not_found", `There is no ${req.method} ${req.baseUrl}${req.path}.`);
    res
      .set("Cache-Control", "no-cache")
      .type(type)
      .send(await readFile(new URL(file, PAGE)));
  });
  return router;
}

/** GET /api/mcp/v1/openapi.json: made once for each process. */
export function openApiRoutes(version: string | undefined): Router {
  const router = Router();
  let text: string | undefined;
  router.get("/openapi.json", (_req, res) => {
    text ??= JSON.stringify(openApiDocument(version));
    res.set("Cache-Control", "no-cache").type("application/json").send(text);
  });
  return router;
}
