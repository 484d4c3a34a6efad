// The site of the truth benchmark: calm pages in many variants, and restless pages, on its own server.
import { readdir, readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Edit } from "./changes.ts";
import { landscape, landscapePng } from "./pictures.ts";
import { RESTLESS, restlessDocument } from "./restless.ts";

const FOLDER = new URL("./", import.meta.url);

export type TruthSite = {
  origin: string;
  /** Serves the site with this edit from now on; null for the original. */
  show(edit: Edit | null): void;
  close(): Promise<void>;
};

/** Returns the names of the calm pages. */
export async function calmPages(): Promise<string[]> {
  const files = await readdir(new URL("pages/", FOLDER));
  return files
    .filter((file) => file.endsWith(".html"))
    .map((file) => file.slice(0, -".html".length))
    .sort();
}

export const fileOf = (page: string): string => `pages/${page}.html`;

/** Returns the file with the edit applied. Throws unless the replaced text occurs exactly once. */
export async function edited(file: string, page: string, edit: Edit | null): Promise<string> {
  const html = await readFile(new URL(file, FOLDER), "utf8");
  if (edit === null || !("find" in edit) || (edit.file ?? fileOf(page)) !== file) return html;
  const parts = html.split(edit.find);
  if (parts.length !== 2) throw new Error(`${file} holds ${JSON.stringify(edit.find)} ${parts.length - 1} times`);
  return parts.join(edit.replace);
}

const send = (response: ServerResponse, type: string, body: string | Uint8Array): void => {
  response.writeHead(200, { "content-type": type, "cache-control": "no-store" }).end(body);
};
const missing = (response: ServerResponse): void => {
  response.writeHead(404, { "content-type": "text/html" }).end("<h1>Nothing here</h1>");
};

const MOVING = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><circle cx="20" cy="40" r="14" fill="#d6336c"><animate attributeName="cx" values="20;180;20" dur="1.7s" repeatCount="indefinite"/></circle></svg>`;

/** Returns the delay of a response in ms: most are short, but one in five comes only after the network has been idle for a while. */
function slowness(): number {
  return Math.random() < 0.2 ? 1_000 + Math.random() * 3_000 : 50 + Math.random() * 450;
}

/** `slow`: delays every response. */
export async function startTruthSite({ slow = false }: { slow?: boolean } = {}): Promise<TruthSite> {
  let edit: Edit | null = null;

  async function picture(name: string, response: ServerResponse): Promise<void> {
    const changed = edit !== null && "image" in edit && edit.image === name ? edit : null;
    const seed = changed ? `${name} redrawn` : name;
    if (name.startsWith("missing.") || (changed && "gone" in changed)) missing(response);
    else if (name.endsWith(".svg")) send(response, "image/svg+xml", landscape(seed));
    else send(response, "image/png", await landscapePng(seed));
  }

  function restless(name: string, path: string, response: ServerResponse): void {
    const page = RESTLESS.find((one) => one.name === name);
    const answer = page?.answers?.[path];
    if (page && path === "") send(response, "text/html; charset=utf-8", restlessDocument(page));
    else if (answer) answer(response);
    else missing(response);
  }

  async function answer(path: string, response: ServerResponse): Promise<void> {
    if (slow) await new Promise((resolve) => setTimeout(resolve, slowness()));
    const [, area = "", name = "", rest = ""] = path.split("/");
    switch (area) {
      case "calm":
        return send(response, "text/html; charset=utf-8", await edited(fileOf(name), name, edit));
      case "frame":
        return send(response, "text/html; charset=utf-8", await edited(`pages/frames/${name}`, "", edit));
      case "img":
        return picture(name, response);
      case "slow":
        await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 700));
        return picture(name, response);
      case "restless":
        return restless(decodeURIComponent(name), rest, response);
      case "moving.svg":
        return send(response, "image/svg+xml", MOVING);
      default:
        return missing(response);
    }
  }

  const server = createServer((request, response) => {
    answer((request.url ?? "/").split("?")[0] ?? "/", response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show(next) {
      edit = next;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
