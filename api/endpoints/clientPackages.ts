// The npm packages of this installation: `npx --yes "$SVC_URL/cli.tgz"` needs no public registry and no sign-in.
import type { Response } from "express";
import { clientPackage, clientPackages } from "../operations/clientPackages.ts";
import { clientPackages as clientPackagesAnswer } from "./answers/service.ts";
import { type Answer, defineEndpoint, type EndpointArea } from "./define.ts";

const list = defineEndpoint({
  method: "get",
  path: "/api/packages",
  id: "listClientPackages",
  tag: "Service",
  summary: "The npm packages that this service hands out, with version and integrity",
  description: "`integrity` is what npm writes into a lock file.",
  access: "open",
  withoutDatabase: true,
  noStore: true,
  answers: { 200: { description: "The packages.", json: clientPackagesAnswer } },
  refusals: { 503: "The packages are not built." },
  async handle() {
    const packages = (await clientPackages()).map(({ name, version, description, file, bytes, integrity }) => ({
      name,
      version,
      description,
      path: `/${file}`,
      bytes,
      integrity,
    }));
    return { json: { packages } };
  },
});

const ANSWERS: Record<number, Answer> = {
  200: {
    description: "The package, as npm installs it.",
    types: ["application/gzip"],
    headers: ["ETag", "Repr-Digest", "Content-Disposition"],
  },
  304: { description: "Not modified: `If-None-Match` still matches.", headers: ["ETag"] },
};
/** Always revalidated, because the next version has the same URL; unchanged packages are answered with 304. */
const CACHE = "public, no-cache";

async function send(file: string, req: { fresh: boolean }, res: Response): Promise<undefined> {
  const { name, version, integrity, content } = await clientPackage(file);
  const digest = integrity.replace(/^sha512-/, "");
  res.set({ ETag: `"${Buffer.from(digest, "base64").toString("hex")}"`, "Cache-Control": CACHE });
  if (req.fresh) return void res.status(304).end();
  res.attachment(`${name}-${version}.tgz`);
  // Set after `attachment`, which guesses a type from the file name.
  res.set({ "Content-Type": "application/gzip", "Repr-Digest": `sha-512=:${digest}:` });
  res.send(content);
}

const cli = defineEndpoint({
  method: "get",
  path: "/cli.tgz",
  id: "getCliPackage",
  tag: "Service",
  summary: "The command line as an npm package",
  description: '`npx --yes "$SVC_URL/cli.tgz" run visual --wait` runs it. It contains everything that it loads.',
  access: "open",
  withoutDatabase: true,
  answers: ANSWERS,
  refusals: { 503: "The packages are not built." },
  handle: ({ req, res }) => send("cli.tgz", req, res),
});

const playwright = defineEndpoint({
  method: "get",
  path: "/playwright.tgz",
  id: "getPlaywrightPackage",
  tag: "Service",
  summary: "The package for Playwright tests",
  description: '`npm install --save-dev "$SVC_URL/playwright.tgz"` installs it as `plumbline-playwright`.',
  access: "open",
  withoutDatabase: true,
  answers: ANSWERS,
  refusals: { 503: "The packages are not built." },
  handle: ({ req, res }) => send("playwright.tgz", req, res),
});

export const clientPackageEndpoints: EndpointArea = { name: "client packages", endpoints: [list, cli, playwright] };
