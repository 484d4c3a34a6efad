// One shop at several addresses: the released site and branch previews. Requests without its header are rejected.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export const SECRET = "only-for-the-shop-1f0c";

export type ShopAt = {
  url: string;
  port: number;
  /** Paths requested with the header, and without it. */
  entered: string[];
  turnedAway: string[];
  /** Adds a fault to the cart. */
  spoil(): void;
  close(): Promise<void>;
};

const HEAD = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="description" content="A shop for tests that says what it holds, in some twenty words, so that nobody has to guess what comes next.">`;
const page = (title: string, body: string, head = "") =>
  `<!doctype html><html lang="en"><head>${HEAD}<title>${title}, a shop for tests</title>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`;

/** `released`: the address of the released shop, which the pages link to; omitted for the released shop itself. */
export async function startShopAt(released?: string): Promise<ShopAt> {
  const entered: string[] = [];
  const turnedAway: string[] = [];
  let spoiled = "";
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://shop.test");
    if (request.headers["x-shop"] !== SECRET) {
      turnedAway.push(pathname);
      response.writeHead(401).end();
      return;
    }
    entered.push(pathname);
    const own = released ?? url;
    const pages: Record<string, string> = {
      "/": page(
        "Shop",
        `<p>Words.</p><a href="${own}/cart">Cart</a> <a href="${own}/gone">Sale</a>`,
        `<link rel="canonical" href="${own}/">`,
      ),
      "/cart": page("Cart", `<p>Nothing in it.</p><a href="/">Home</a><img src="/logo.png">${spoiled}`),
    };
    const text = pages[pathname];
    response.writeHead(text === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(text ?? page("Not here", "<p>No.</p>"));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    entered,
    turnedAway,
    spoil() {
      spoiled = `<a href="/nowhere">Voucher</a>`;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
