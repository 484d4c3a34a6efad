import { expect } from "chai";
import { type AllowList, judgeAddresses, parseAllowList } from "../../../domain/net/allowList.ts";
import { isMetadataAddress } from "../../../domain/net/metadata.ts";
import { targetOfUrl } from "../../../domain/net/targets.ts";
import { singleHosts, visitGrant } from "../../../domain/net/visitGrant.ts";

const list = (text: string): AllowList => {
  const parsed = parseAllowList(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.list;
};
const grant = (url: string, addresses: string[], allowed = "", ofHost: string[] = []) => {
  const target = targetOfUrl(url);
  if (!target) throw new Error(url);
  return visitGrant(list(allowed), target, addresses, new Set(ofHost));
};

describe("whether a site may be visited", () => {
  for (const [what, url, addresses, expected] of [
    ["a public site", "https://example.com", ["93.184.216.34"], { state: "open" }],
    ["this machine", "http://localhost:3000", ["127.0.0.1"], { state: "ask", entry: "localhost:3000" }],
    ["its IPv6 address", "http://[::1]:3000", ["::1"], { state: "ask", entry: "[::1]:3000" }],
    ["a host of the network", "http://shop.test", ["10.1.2.3"], { state: "ask", entry: "shop.test:80" }],
    ["a metadata service", "http://169.254.169.254", ["169.254.169.254"], { state: "never", reason: "metadata" }],
    ["a name of one", "http://metadata.test", ["100.100.100.200"], { state: "never", reason: "metadata" }],
    ["a link-local address", "http://169.254.1.1", ["169.254.1.1"], { state: "never", reason: "link_local" }],
    ["no real address", "http://0.0.0.0:3000", ["0.0.0.0"], { state: "never", reason: "unspecified" }],
  ] as const)
    it(what, () => expect(grant(url, [...addresses])).to.deep.equal(expected));

  it("what is allowed, and this machine under a public address", () => {
    expect(grant("http://localhost:3000", ["127.0.0.1"], "localhost:3000").state).to.equal("open");
    expect(grant("http://localhost:3001", ["127.0.0.1"], "localhost:3000").state).to.equal("ask");
    expect(grant("http://here.test", ["93.184.216.34"], "", ["93.184.216.34"]).state).to.equal("ask");
  });

  it("no list opens a metadata service, in any spelling", () => {
    for (const address of ["169.254.169.254", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "fd00:ec2::254"]) {
      expect(isMetadataAddress(address), address).to.equal(true);
      const judged = judgeAddresses(list("0.0.0.0/0,::/0"), { host: "x.test", port: 80 }, [address]);
      expect(judged.permitted).to.deep.equal([]);
      expect(judged.refused?.reason).to.equal("metadata");
    }
    expect(isMetadataAddress("169.254.169.253")).to.equal(false);
  });

  it("of stored hosts only single ones with a port count", () => {
    const entries = [
      "localhost:3000",
      "10.0.0.1:80",
      "[::1]:80",
      "localhost",
      "*.test:80",
      "10.0.0.0/8:80",
      "0.0.0.0/0",
    ];
    expect(singleHosts(entries).map(({ text }) => text)).to.deep.equal(entries.slice(0, 3));
  });
});
