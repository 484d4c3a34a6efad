// GET /: people are led to the documents, programs are told where things are. A dashboard takes its place.
import { Router } from "express";

export function rootRoutes(version: string | undefined): Router {
  const router = Router();
  router.get("/", (req, res) => {
    res.set({ "Cache-Control": "no-cache", Vary: "Accept" });
    if (req.accepts(["json", "html"]) === "html") res.status(302).location("/api/docs").end();
    else
      res.json({
        service: "plumbline",
        ...(version ? { version } : {}),
        documents: "/api/docs",
        openapi: "/api/mcp/v1/openapi.json",
        tools: "/api/mcp",
        mcp: "/mcp",
        health: "/api/health",
        ready: "/api/ready",
      });
  });
  return router;
}
