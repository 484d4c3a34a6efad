// Page to read and try the API. All of its files are served locally, so it works without a network.
import { readFile } from "node:fs/promises";
import { ProductError } from "../../domain/errors.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";

const PAGE = new URL("../openapi/page/", import.meta.url);
const FILES: Record<string, string> = { "docs.js": "text/javascript", "docs.css": "text/css" };

const docs = defineEndpoint({
  method: "get",
  path: "/api/docs",
  id: "docs",
  tag: "Service",
  summary: "The OpenAPI document as a page, to read and to try",
  access: "open",
  withoutDatabase: true,
  answers: { 200: { description: "A page.", types: ["text/html"] } },
  async handle({ res }) {
    const page = await readFile(new URL("index.html", PAGE));
    res.set("Cache-Control", "no-cache").type("text/html").send(page);
  },
});

const docsFile = defineEndpoint({
  method: "get",
  path: "/api/docs/{file}",
  id: "docsFile",
  tag: "Service",
  summary: "Script and style of that page",
  access: "open",
  params: { file: "docs.js or docs.css" },
  withoutDatabase: true,
  answers: { 200: { description: "The file.", types: ["text/javascript", "text/css"] } },
  async handle({ params: { file }, req, res }) {
    const type = Object.hasOwn(FILES, file) ? FILES[file] : undefined;
    if (type === undefined) throw new ProductError("not_found", `There is no ${req.method} ${req.path}.`);
    const text = await readFile(new URL(file, PAGE));
    res.set("Cache-Control", "no-cache").type(type).send(text);
  },
});

export const docsEndpoints: EndpointArea = { name: "docs", endpoints: [docs, docsFile] };
