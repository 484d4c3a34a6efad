// The APIs of Jira, GitHub and GitLab for a single ticket, over real HTTP.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export const TOKEN = "token-for-tests";
export const TEXT = "Adding is not measured. @everyone <b>bold</b>";

/** Ticket 12 (SHOP-12) in all three trackers, and its comments. */
export async function fakeTracker() {
  const state = { status: 200, comments: [] as { id: number; body: string }[], authorization: [] as string[] };
  const issue = {
    title: "Adding",
    body: TEXT,
    description: TEXT,
    html_url: "https://github.test/12",
    web_url: "https://gitlab.test/12",
    fields: { summary: "Adding", description: TEXT },
  };
  const me = { login: "us", id: 42, accountId: "us", author: { id: 42 } };
  const shown = ({ id, body }: { id: number; body: string }) => ({
    id,
    body,
    system: false,
    html_url: `https://github.test/12#${id}`,
    user: { login: "us", type: "User" },
    author: { id: 42, accountId: "us" },
  });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    state.authorization.push(request.headers.authorization ?? "");
    const { pathname } = new URL(request.url ?? "/", "http://host");
    const send = (body: unknown, status = state.status) =>
      response
        // Longer than any client waits, so a client that receives it gives up immediately.
        .writeHead(status, { "content-type": "application/json", ...(status === 429 ? { "retry-after": "3600" } : {}) })
        .end(status === 204 ? "" : JSON.stringify(body));
    if (state.status >= 400) return send({ message: `no ${TOKEN}`, errorMessages: [TOKEN] });
    const { body = "" } = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as { body?: string }) : {};
    const [, id] = /(?:comments?|notes)\/(\d+)$/.exec(pathname) ?? [];
    const list = /(?:comments?|notes)$/.test(pathname);
    if (request.method === "POST" && list) {
      state.comments.push({ id: state.comments.length + 1, body });
      return send(shown(state.comments.at(-1) ?? { id: 0, body }), 201);
    }
    if (request.method === "PUT" || request.method === "PATCH") {
      const found = state.comments.find((one) => one.id === Number(id));
      if (found) found.body = body;
      return send(shown(found ?? { id: 0, body }));
    }
    if (list)
      return send(pathname.startsWith("/rest/") ? { comments: state.comments.map(shown) } : state.comments.map(shown));
    return send(/user$|myself$/.test(pathname) ? me : issue);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
