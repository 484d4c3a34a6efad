// Serves pictures, page maps and reports. Content from audited pages must never run with the service's origin.
import { ProductError } from "../../domain/errors.ts";
import { signedLinkQuery } from "../lib/schemas.ts";
import { findArtifact, type SignedLink } from "../operations/readArtifact.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";

/** Types that a browser may display inline; everything else is downloaded. */
const SHOWN = new Set(["image/png", "image/jpeg", "image/webp", "application/json", "text/plain"]);
const YEAR_S = 31_536_000;
const EXTENSION: Record<string, string> = {
  "text/html": ".html",
  "application/pdf": ".pdf",
  "application/zip": ".zip",
  "image/svg+xml": ".svg",
};

const getArtifact = defineEndpoint({
  method: "get",
  path: "/api/artifacts/{id}",
  id: "getArtifact",
  tag: "CI",
  summary: "A screenshot, page map or report",
  description: "Answers carry signed links to artifacts, which need no credentials until they expire.",
  access: "link",
  params: { id: "Id of the artifact" },
  query: signedLinkQuery,
  answers: {
    200: { description: "The bytes.", types: ["*/*"], headers: ["ETag", "Content-Disposition"] },
    304: { description: "Not modified: `If-None-Match` still matches.", headers: ["ETag"] },
  },
  refusals: {
    403: "The link has expired or was changed.",
    422: "The screenshot could not be created or its file is damaged.",
  },
  async handle({ ctx, caller, params, query: { expires, sig }, req, res }) {
    const link: SignedLink | null = sig === undefined ? null : { sig, expires: expires ?? "" };
    const who = link ?? caller;
    if (!who) throw new ProductError("unauthorized", "Send an API key in the header X-API-Key, or sign in.");
    const artifact = await findArtifact(ctx, who, params.id);
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
    // Set after `attachment`, which guesses a type from the file name.
    res.set({
      "Content-Type": artifact.contentType,
      "Content-Security-Policy": "sandbox",
      "X-Content-Type-Options": "nosniff",
    });
    res.send(bytes);
  },
});

export const artifactEndpoints: EndpointArea = { name: "artifacts", endpoints: [getArtifact] };
