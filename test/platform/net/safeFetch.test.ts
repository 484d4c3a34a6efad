import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { AddressRefusedError, RequestFailedError } from "../../../domain/net/errors.ts";
import { headerText, type SafeFetchOptions, type SafeResponse, safeFetch } from "../../../platform/net/safeFetch.ts";
import { allow, names } from "./helpers.ts";
import { CERTIFICATE, closedPort, redirectTo, type Site, startSite } from "./site.ts";

describe("safeFetch", () => {
  const known = names({ "shop.test": ["127.0.0.1"], "inside.test": ["10.0.0.1"], "secure.test": ["127.0.0.1"] });
  let site: Site;
  let secure: Site;
  let forbidden: Site;

  function get(url: string, options: Partial<SafeFetchOptions> = {}): Promise<SafeResponse> {
    const allowList = allow(`127.0.0.1:${site.port},127.0.0.1:${secure.port}`);
    return safeFetch(url, { allowList, resolve: known.resolve, ...options });
  }

  async function failure(url: string, options: Partial<SafeFetchOptions> = {}): Promise<[string, string]> {
    const error: unknown = await get(url, options).catch((thrown: unknown) => thrown);
    if (error instanceof AddressRefusedError) return [error.code, error.reason];
    if (error instanceof RequestFailedError) return [error.code, error.kind];
    throw error instanceof Error ? error : new Error("it was answered");
  }

  before(async () => {
    forbidden = await startSite();
    secure = await startSite({ "/": (_incoming, answer) => void answer.end("secret") }, { secure: true });
    site = await startSite({
      "/hello": (_incoming, answer) =>
        void answer.writeHead(200, ["Set-Cookie", "a=1", "Set-Cookie", "b=2", "X-One", "1"]).end("hello"),
      "/echo": (incoming, answer) => {
        answer.writeHead(200, { "x-method": incoming.method, "x-headers": JSON.stringify(incoming.headers) });
        incoming.pipe(answer);
      },
      "/gzip-empty": (_incoming, answer) => void answer.writeHead(204, { "content-encoding": "gzip" }).end(),
      "/br-empty": (_incoming, answer) =>
        void answer.writeHead(302, { "content-encoding": "br", location: "/gzip" }).end(),
      "/gzip": (_incoming, answer) =>
        void answer.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("packed")),
      "/bomb": (_incoming, answer) =>
        void answer.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(5_000_000))),
      "/torn": (_incoming, answer) => void answer.writeHead(200, { "content-encoding": "gzip" }).end("no gzip at all"),
      "/large": (_incoming, answer) => void answer.end(Buffer.alloc(100_000)),
      "/silent": () => {},
      "/slow-body": (_incoming, answer) => void answer.write("begun"),
      "/drop": (incoming) => void incoming.socket.destroy(),
      "/loop": redirectTo("/loop"),
      "/301": redirectTo("/echo", 301),
      "/303": redirectTo("/echo", 303),
      "/307": redirectTo("/echo", 307),
      "/by-name": (incoming, answer) =>
        redirectTo(`http://shop.test:${incoming.socket.localPort}/echo`)(incoming, answer),
      "/to-private": redirectTo("http://inside.test/"),
      "/to-metadata": redirectTo("http://169.254.169.254/latest/meta-data/"),
      "/to-short": (incoming, answer) => redirectTo(`http://127.1:${forbidden.port}/`)(incoming, answer),
      "/to-file": redirectTo("file:///etc/passwd"),
    });
  });

  after(async () => {
    expect(forbidden.connections()).to.equal(0);
    await site.close();
    await secure.close();
    await forbidden.close();
  });

  it("returns status, headers, final address and body", async () => {
    const answer = await get(`http://user:pw@shop.test:${site.port}/hello?q=1#part`);
    expect(answer).to.include({ status: 200, url: `http://shop.test:${site.port}/hello?q=1`, truncated: false });
    expect(answer.body.toString()).to.equal("hello");
    expect(answer.redirects).to.deep.equal([]);
    expect(headerText(answer.headers, "X-One")).to.equal("1");
    expect(headerText(answer.headers, "set-cookie")).to.equal("a=1, b=2");
  });

  it("sends method, body and headers, under the name that was judged", async () => {
    const options = { method: "post", body: "abc", headers: { Host: "other.test", "X-Sent": "1" } };
    const { headers, body } = await get(`http://me:p%40ss@shop.test:${site.port}/echo`, options);
    const seen = JSON.parse(String(headers["x-headers"])) as Record<string, string>;
    expect(body.toString()).to.equal("abc");
    expect(seen).to.include({ host: `shop.test:${site.port}`, "x-sent": "1", authorization: "Basic bWU6cEBzcw==" });
  });

  it("decodes the body", async () => {
    expect((await get(`${site.url}/gzip`)).body.toString()).to.equal("packed");
    // Servers leave the header in answers without a body.
    expect((await get(`${site.url}/gzip-empty`)).status).to.equal(204);
    expect((await get(`${site.url}/br-empty`)).body.toString()).to.equal("packed");
  });

  it("speaks https, and checks the certificate", async () => {
    const url = `https://secure.test:${secure.port}/`;
    expect((await get(url, { ca: CERTIFICATE })).body.toString()).to.equal("secret");
    expect((await get(url, { acceptInvalidCertificates: true })).body.toString()).to.equal("secret");
    expect(await failure(url)).to.deep.equal(["request_failed", "tls"]);
    expect(await failure(`https://shop.test:${secure.port}/`, { ca: CERTIFICATE })).to.deep.equal([
      "request_failed",
      "tls",
    ]);
    expect(await failure(`https://shop.test:${site.port}/`)).to.deep.equal(["request_failed", "tls"]);
  });

  describe("redirects", () => {
    it("are followed and listed", async () => {
      const answer = await get(`${site.url}/301`);
      expect(answer.url).to.equal(`${site.url}/echo`);
      expect(answer.redirects).to.deep.equal([{ status: 301, from: `${site.url}/301`, to: `${site.url}/echo` }]);
    });

    const methods: [string, string, string][] = [
      ["/301", "POST", "GET"],
      ["/303", "PUT", "GET"],
      ["/303", "HEAD", "HEAD"],
      ["/307", "POST", "POST"],
    ];
    for (const [path, method, then] of methods) {
      it(`${path.slice(1)} turns ${method} into ${then}`, async () => {
        const body = method === "HEAD" ? undefined : "abc";
        const answer = await get(`${site.url}${path}`, { method, body });
        expect(answer.headers["x-method"]).to.equal(then);
        expect(answer.body.toString()).to.equal(then === "POST" ? "abc" : "");
      });
    }

    it("to another origin take no secrets along", async () => {
      const headers = { authorization: "Bearer x", cookie: "a=1", "x-kept": "1" };
      const answer = await get(`${site.url}/by-name`, { headers });
      const seen = JSON.parse(String(answer.headers["x-headers"])) as Record<string, string>;
      expect(seen).to.include({ "x-kept": "1" });
      expect(seen).to.not.have.any.keys("authorization", "cookie");
    });

    it("can be left alone", async () => {
      const answer = await get(`${site.url}/to-private`, { followRedirects: false });
      expect([answer.status, answer.headers.location]).to.deep.equal([302, "http://inside.test/"]);
    });
  });

  describe("is refused", () => {
    const cases: [string, string][] = [
      ["http://127.0.0.1:1/", "loopback"],
      ["http://2130706433:1/", "loopback"],
      ["http://0x7f.1:1/", "loopback"],
      ["http://[::ffff:127.0.0.1]:1/", "loopback"],
      ["http://localhost:1/", "loopback"],
      ["http://169.254.169.254/latest/meta-data/", "metadata"],
      ["http://inside.test/", "private"],
      ["file:///etc/passwd", "scheme"],
      ["ftp://shop.test/", "scheme"],
      ["ws://shop.test/", "scheme"],
      ["data:text/plain,x", "scheme"],
      ["not a url", "malformed"],
      ["http://%zz@shop.test/", "malformed"],
    ];
    for (const [url, reason] of cases) {
      it(`${url} (${reason})`, async () => {
        expect(await failure(url)).to.deep.equal(["address_refused", reason]);
      });
    }

    const redirected: [string, string][] = [
      ["/to-private", "private"],
      ["/to-metadata", "metadata"],
      ["/to-short", "loopback"],
      ["/to-file", "scheme"],
    ];
    for (const [path, reason] of redirected) {
      it(`after a redirect ${path} (${reason})`, async () => {
        expect(await failure(`${site.url}${path}`)).to.deep.equal(["address_refused", reason]);
      });
    }

    it("when the name turns to a private address for the second hop", async () => {
      let asked = 0;
      const resolve = async () => [{ address: asked++ === 0 ? "127.0.0.1" : "127.0.0.2", family: 4 }];
      const url = `http://rebind.test:${site.port}/301`;
      expect(await failure(url, { resolve })).to.deep.equal(["address_refused", "loopback"]);
      expect(asked).to.equal(2);
    });
  });

  describe("fails", () => {
    it("by the kind of what went wrong", async () => {
      const port = await closedPort();
      const allowList = allow("127.0.0.1");
      expect(await failure("http://missing.test/")).to.deep.equal(["request_failed", "dns"]);
      expect(await failure(`http://127.0.0.1:${port}/`, { allowList })).to.deep.equal(["request_failed", "refused"]);
      expect(await failure(`${site.url}/drop`)).to.deep.equal(["request_failed", "reset"]);
      expect(await failure(`${site.url}/torn`)).to.deep.equal(["request_failed", "protocol"]);
      expect(await failure(`${site.url}/loop`)).to.deep.equal(["request_failed", "redirects"]);
    });

    it("when head or body take too long", async () => {
      expect(await failure(`${site.url}/silent`, { timeoutMs: 50 })).to.deep.equal(["request_failed", "timeout"]);
      expect(await failure(`${site.url}/slow-body`, { timeoutMs: 50 })).to.deep.equal(["request_failed", "timeout"]);
      const resolve = (): Promise<never> => new Promise(() => {});
      expect(await failure("http://slow.test/", { timeoutMs: 20, resolve })).to.deep.equal([
        "request_failed",
        "timeout",
      ]);
    });

    it("when the body is too large, packed or not, unless its beginning is enough", async () => {
      const tooLarge = ["request_failed", "too_large"];
      expect(await failure(`${site.url}/large`, { maxBytes: 99_999 })).to.deep.equal(tooLarge);
      expect(await failure(`${site.url}/bomb`, { maxBytes: 1_000_000 })).to.deep.equal(tooLarge);
      expect((await get(`${site.url}/large`, { maxBytes: 100_000 })).body).to.have.length(100_000);
      const cut = await get(`${site.url}/large`, { maxBytes: 10, overflow: "truncate" });
      expect([cut.body.length, cut.truncated]).to.deep.equal([10, true]);
    });

    it("with the caller's own reason when the caller stops it", async () => {
      const stop = new AbortController();
      const reason = new Error("cancelled");
      const pending = get(`${site.url}/silent`, { signal: stop.signal });
      stop.abort(reason);
      expect(await pending.catch((error: unknown) => error)).to.equal(reason);
    });
  });
});
