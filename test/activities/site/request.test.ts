import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { hop, retryAfterOf } from "../../../activities/site/request.ts";
import type { SiteTools } from "../../../activities/site/tools.ts";
import { parseAllowList } from "../../../domain/net/allowList.ts";
import { safeFetch } from "../../../platform/net/safeFetch.ts";

const NOW = Date.UTC(2026, 2, 10, 12, 0, 0);

describe("Retry-After", () => {
  const cases: [string | undefined, number | null][] = [
    ["0", 0],
    ["120", 120_000],
    [" 5 ", 5_000],
    ["Tue, 10 Mar 2026 12:00:30 GMT", 30_000],
    ["Tue, 10 Mar 2026 11:00:00 GMT", 0],
    ["-5", null],
    ["1.5", null],
    ["soon", null],
    ["", null],
    [undefined, null],
  ];
  for (const [header, ms] of cases) it(`${header}: ${ms}`, () => expect(retryAfterOf(header, NOW)).to.equal(ms));
});

describe("a request to a site", () => {
  let server: Server;
  let port: number;
  let last: IncomingMessage | undefined;
  before(async () => {
    server = createServer((request, response) => {
      last = request;
      response.setHeader("set-cookie", ["seen=1; Path=/; HttpOnly", "lang=de", "no pair"]);
      response.writeHead(503, { "retry-after": "7" }).end("busy");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ({ port } = server.address() as AddressInfo);
  });
  after(() => server.close());

  const toolsWith = (access: SiteTools["access"]): Pick<SiteTools, "fetch" | "access" | "signal"> => {
    const allowed = parseAllowList(`127.0.0.1:${port}`);
    if (!allowed.ok) throw new Error("the list does not parse");
    const { signal } = new AbortController();
    return { access, signal, fetch: (url, options = {}) => safeFetch(url, { ...options, allowList: allowed.list }) };
  };

  it("says how long to wait and which cookies were set", async () => {
    const answer = await hop(toolsWith(undefined), `http://127.0.0.1:${port}/`);
    expect(answer).to.deep.include({ status: 503, retryAfterMs: 7_000, cookies: ["seen=1", "lang=de"] });
    expect(last?.headers).not.to.have.property("cookie");
  });

  it("hands cookies on beside those of the environment", async () => {
    const origin = `http://127.0.0.1:${port}`;
    const options = { cookies: ["seen=1", "lang=de"] };
    await hop(toolsWith({ origin, cookies: [{ name: "gate", value: "open" }] }), `${origin}/`, options);
    expect(last?.headers.cookie).to.equal("gate=open; seen=1; lang=de");
    await hop(toolsWith({ origin, headers: { Cookie: "own=1" } }), `${origin}/`, options);
    expect(last?.headers.cookie).to.equal("own=1; seen=1; lang=de");
    await hop(toolsWith(undefined), `${origin}/`, options);
    expect(last?.headers.cookie).to.equal("seen=1; lang=de");
  });
});
