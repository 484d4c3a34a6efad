import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { expect } from "chai";
import { ClientError } from "../../../cli/client/exit.ts";
import { askLeave, hostToAllow } from "../../../cli/first/permission.ts";
import { checkSite, siteAddress } from "../../../cli/first/site.ts";

const never = new AbortController().signal;

/** Returns the error of the check, or "" if the site is fine. */
async function said(site: string, answerMs?: number): Promise<string> {
  try {
    await checkSite(site, never, () => undefined, answerMs);
    return "";
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    expect(error.exit).to.equal(2);
    return error.message;
  }
}

async function refused(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ClientError) return error.message;
    throw error;
  }
  throw new Error("was not refused");
}

describe("the first look at a site", () => {
  const servers: { close(): unknown }[] = [];
  const serve = async (handle: RequestListener): Promise<string> => {
    const server: Server = createServer(handle);
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  };
  const answering = (status: number, headers: Record<string, string> = { "content-type": "text/html" }) =>
    serve((_request, response) => response.writeHead(status, headers).end("x"));
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  it("a page is fine, also after a redirect on the same host", async () => {
    expect(await said(await answering(200))).to.equal("");
    const site = await serve((request, response) =>
      request.url === "/"
        ? response.writeHead(302, { location: "/en/" }).end()
        : response.writeHead(200, { "content-type": "text/html" }).end(),
    );
    expect(await said(site)).to.equal("");
  });

  it("an address that nobody answers, and a host that does not exist", async () => {
    const site = await answering(200);
    servers.pop()?.close();
    expect(await said(site)).to.match(/^Nothing answers at .* \(ECONNREFUSED\)\. Start the site/);
    expect(await said("http://nowhere.invalid/")).to.equal("There is no host nowhere.invalid: check the address.");
  });

  it("one that never answers is given up", async () => {
    const site = await serve(() => undefined);
    const server = servers.at(-1) as Server;
    expect(await said(site, 100)).to.match(/did not answer within 0\.1 s/);
    server.closeAllConnections();
  });

  for (const [status, pattern] of [
    [401, /requires a sign-in \(HTTP 401\)/],
    [403, /requires a sign-in/],
    [404, /answers HTTP 404: pass the address of a page/],
    [500, /answers HTTP 500: its server has an error/],
  ] as const)
    it(`HTTP ${status}`, async () => expect(await said(await answering(status))).to.match(pattern));

  it("a redirect to another host says which address to pass", async () => {
    const site = await answering(301, { location: "https://www.shop.example/home" });
    expect(await said(site)).to.match(/another site: pass --url https:\/\/www\.shop\.example\/home$/);
    expect(await said(await answering(302, { location: "/" }))).to.match(/redirects without end/);
  });

  it("a wrong port: no page, or no HTTP at all", async () => {
    expect(await said(await answering(200, { "content-type": "application/json" }))).to.match(/not with a page/);
    const other = createSocketServer((socket) => socket.on("error", () => undefined).end("not HTTP\r\n\r\n"));
    servers.push(other);
    await new Promise<void>((done) => other.listen(0, "127.0.0.1", done));
    expect(await said(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)).to.match(/does not speak HTTP/);
  });
});

describe("the address of a site", () => {
  it("needs no scheme, and loses query and fragment", () => {
    expect(siteAddress("localhost:3000")).to.equal("http://localhost:3000/");
    expect(siteAddress("https://shop.example/en?x=1#top")).to.equal("https://shop.example/en");
    expect(() => siteAddress("ftp://shop.example", "--base-url")).to.throw(/^--base-url takes/);
  });

  for (const text of ["", "ftp://shop.example", "http://", "http://user:secret@shop.example"])
    it(`is not "${text}"`, () =>
      expect(() => siteAddress(text))
        .to.throw(/--url/)
        .and.not.match(/secret/));
});

describe("leave to visit a private host", () => {
  const place = { dataDir: "/nowhere", env: {} };

  it("is needed for this machine, and not for what SVC_ALLOWED_HOSTS names", async () => {
    expect(await hostToAllow("http://localhost:3000/", place)).to.equal("localhost:3000");
    const env = { SVC_ALLOWED_HOSTS: "localhost:3000" };
    expect(await hostToAllow("http://localhost:3000/", { ...place, env })).to.equal(null);
    expect(await hostToAllow("http://93.184.216.34/", place)).to.equal(null);
  });

  it("is never given for a metadata service", async () =>
    expect(await refused(() => hostToAllow("http://169.254.169.254/", place))).to.match(/metadata service/));

  it("is asked for once, answered by --yes, and refused where nobody is there", async () => {
    const asked: string[] = [];
    const confirm = (answer: boolean) => async (question: string) => {
      asked.push(question);
      return answer;
    };
    await askLeave("localhost:3000", { yes: false, confirm: confirm(true) });
    expect(asked).to.have.length(1);
    await askLeave("localhost:3000", { yes: true, confirm: null });
    expect(await refused(() => askLeave("localhost:3000", { yes: false, confirm: confirm(false) }))).to.match(
      /nothing was started/,
    );
    expect(await refused(() => askLeave("localhost:3000", { yes: false, confirm: null }))).to.match(
      /no terminal .* --yes .* Nothing was started/,
    );
  });
});
