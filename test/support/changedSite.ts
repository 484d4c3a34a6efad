// A site in two versions that differ by three visible changes and one fault that only an audit detects.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type ChangedSite = {
  url: string;
  port: number;
  /** Switches the site to its second version. */
  change(): void;
  close(): Promise<void>;
};

const PAGES: Record<string, { title: string; body: (isChanged: boolean) => string; plain?: true }> = {
  "/": {
    title: "Home",
    body: (isChanged) => `<p class="offer">${offer(isChanged)}</p><p>Tables, lamps and chairs.</p>`,
  },
  "/lamps": {
    title: "Lamps",
    body: (isChanged) => `<p class="offer">${offer(isChanged)}</p><p>For desks and ceilings.</p>`,
  },
  "/chair": {
    title: "Oak chair",
    body: (isChanged) => `<p>Solid oak, 80 cm high.</p><div>${isChanged ? "" : "<button>Add to basket</button>"}</div>`,
  },
  "/about": { title: "About", body: () => "<p>Four people in a shed near the harbour.</p>" },
  "/terms": { title: "Terms", body: () => "<p>Thirty days to return what you bought.</p>", plain: true },
};
const offer = (isChanged: boolean): string => (isChanged ? "Half price until Sunday" : "Free delivery on every order");

const STYLE = `body{font:18px/1.6 sans-serif;margin:24px;color:#222;background:#fff}.offer{height:32px}div{height:48px}
button{font:inherit;width:180px;height:44px}footer{margin-top:40px;border-top:1px solid #888}`;

/** Paths of the pages by scenario label; all but the last have the footer. */
export const CHANGED_PAGES = { Home: "/", Lamps: "/lamps", Chair: "/chair", About: "/about", Terms: "/terms" };

export async function startChangedSite(): Promise<ChangedSite> {
  let isChanged = false;
  const server = createServer((request, response) => {
    const path = URL.parse(request.url ?? "/", "http://site.test")?.pathname ?? "/";
    const page = PAGES[path];
    if (!page) return void response.writeHead(404, { "content-type": "text/plain" }).end("Not here.");
    // A page without a `lang` attribute looks the same but has an accessibility fault.
    const lang = isChanged && page.body(true) !== page.body(false) ? "" : ' lang="en"';
    const added = isChanged ? "<section><h2>Our sponsors</h2><p>Harbour Bank and Northern Timber</p></section>" : "";
    const footer = page.plain ? "" : `<footer><p>Sailcloth and Oak, Harbour Road 4</p>${added}</footer>`;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(
      `<!doctype html><html${lang}><head><meta charset="utf-8"><title>${page.title}</title><meta name="viewport" content="width=device-width">
<style>${STYLE}</style></head><body><main><h1>${page.title}</h1>${page.body(isChanged)}</main>${footer}</body></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    change() {
      isChanged = true;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
