import { expect } from "chai";
import { type AllowList, isAllowed, judgeAddresses, parseAllowList } from "../../../domain/net/allowList.ts";

function listOf(text: string): AllowList {
  const parsed = parseAllowList(text);
  if (!parsed.ok) throw new Error(parsed.errors.map(({ message }) => message).join("; "));
  return parsed.list;
}

describe("parseAllowList", () => {
  it("is empty for nothing", () => {
    for (const text of [undefined, "", " ", ",", " , "]) expect(listOf(text ?? "")).to.deep.equal([]);
    expect(parseAllowList(undefined)).to.deep.equal({ ok: true, list: [] });
  });

  it("keeps each entry as it was written, with its port", () => {
    const list = listOf("localhost:3000, *.shop.test ,10.0.0.0/8:8080,[::1]:81,fd00::/8,Stage.Example.com.");
    expect(list.map(({ kind, text, port }) => [kind, text, port])).to.deep.equal([
      ["name", "localhost:3000", 3000],
      ["suffix", "*.shop.test", undefined],
      ["range", "10.0.0.0/8:8080", 8080],
      ["range", "[::1]:81", 81],
      ["range", "fd00::/8", undefined],
      ["name", "Stage.Example.com.", undefined],
    ]);
  });

  const wrong: [string, string][] = [
    ["127.1", "write that"],
    ["0x7f.1:80", "this is another way to write 127.0.0.1"],
    ["::ffff:10.0.0.1", "this is another way to write 10.0.0.1"],
    ["fe80::1%eth0", "leave the zone out"],
    ["10.0.0.1/8", "write 10.0.0.0/8"],
    ["fd00::1/8", "write fd00::/8"],
    ["10.0.0.0/33", "not a number from 0 to 32"],
    ["::/129", "not a number from 0 to 128"],
    ["10.0.0.0/", "not a number from 0 to 32"],
    ["example.com/path", "is not an IP address"],
    ["http://localhost:3000/x", "without scheme and path: localhost:3000"],
    ["localhost:0", 'the port "0"'],
    ["localhost:65536", 'the port "65536"'],
    ["localhost:", 'the port ""'],
    ["localhost:http", 'the port "http"'],
    ["[::1", "[address]:port"],
    ["[::1]3000", "[address]:port"],
    ["[localhost]:80", "brackets are for IPv6"],
    ["::1:x", "is not an IPv6 address"],
    ["*", "use 0.0.0.0/0 and ::/0"],
    ["a.*.example", "a star is allowed only at the start"],
    ["*.*.example", "a star is allowed only at the start"],
    ["*.1.2.3.4", "a star is allowed only at the start"],
    ["one two", "separate entries with commas"],
    ["me@host", "no user name"],
    ["a..b", "is not a host name"],
    ["-a.example", "is not a host name"],
    ["300.1.1.1", "is not a host name"],
  ];
  for (const [entry, message] of wrong) {
    it(`explains ${entry}`, () => {
      const parsed = parseAllowList(`localhost, ${entry}`);
      expect(parsed.ok).to.equal(false);
      if (parsed.ok) return;
      expect(parsed.errors).to.have.length(1);
      expect(parsed.errors[0]).to.include({ entry, position: 2 });
      expect(parsed.errors[0]?.message).to.include(message);
    });
  }

  it("names every bad entry at once", () => {
    const parsed = parseAllowList("127.1,ok.example,a b");
    expect(parsed.ok ? [] : parsed.errors.map(({ position }) => position)).to.deep.equal([1, 3]);
  });
});

describe("isAllowed", () => {
  const cases: [string, { host: string; ip: string; port: number }, boolean][] = [
    ["shop.test", { host: "shop.test", ip: "10.0.0.1", port: 80 }, true],
    ["shop.test", { host: "www.shop.test", ip: "10.0.0.1", port: 80 }, false],
    ["shop.test:80", { host: "shop.test", ip: "10.0.0.1", port: 81 }, false],
    ["*.shop.test", { host: "a.b.shop.test", ip: "10.0.0.1", port: 80 }, true],
    ["*.shop.test", { host: "shop.test", ip: "10.0.0.1", port: 80 }, false],
    ["*.shop.test", { host: "evilshop.test", ip: "10.0.0.1", port: 80 }, false],
    ["10.0.0.0/8", { host: "any.test", ip: "10.200.0.1", port: 80 }, true],
    ["10.0.0.0/8", { host: "any.test", ip: "11.0.0.1", port: 80 }, false],
    ["10.0.0.0/8", { host: "any.test", ip: "::ffff:10.0.0.1", port: 80 }, true],
    ["10.0.0.0/8", { host: "any.test", ip: "64:ff9b::a00:1", port: 80 }, false],
    ["127.0.0.1:3000", { host: "127.0.0.1", ip: "127.0.0.1", port: 3000 }, true],
    ["127.0.0.1:3000", { host: "127.0.0.1", ip: "127.0.0.1", port: 3001 }, false],
    ["127.0.0.1:3000", { host: "localhost", ip: "::1", port: 3000 }, false],
    ["127.0.0.1:3000", { host: "0.0.0.0", ip: "0.0.0.0", port: 3000 }, false],
    ["::/0", { host: "any.test", ip: "10.0.0.1", port: 80 }, false],
    ["0.0.0.0/0", { host: "any.test", ip: "10.0.0.1", port: 80 }, true],
    ["[fd00::/8]:80", { host: "any.test", ip: "fd12::1", port: 80 }, true],
    ["shop.test", { host: "127.0.0.1", ip: "127.0.0.1", port: 80 }, false],
    ["", { host: "any.test", ip: "10.0.0.1", port: 80 }, false],
  ];
  for (const [text, target, allowed] of cases) {
    it(`"${text}" ${allowed ? "covers" : "does not cover"} ${target.host} at ${target.ip} port ${target.port}`, () => {
      expect(isAllowed(listOf(text), target)).to.equal(allowed);
    });
  }
});

describe("judgeAddresses", () => {
  const target = { host: "mixed.test", port: 80 };

  it("keeps the public addresses of a name that has private ones too", () => {
    expect(judgeAddresses([], target, ["10.0.0.1", "1.1.1.1", "::1", "2606:4700::1"])).to.deep.equal({
      permitted: ["1.1.1.1", "2606:4700::1"],
    });
  });

  it("says why when nothing is left", () => {
    expect(judgeAddresses([], target, ["169.254.169.254", "::1"])).to.deep.equal({
      permitted: [],
      refused: { reason: "metadata", address: "169.254.169.254" },
    });
  });

  it("lets an entry by name open the private addresses of that name", () => {
    expect(judgeAddresses(listOf("mixed.test:80"), target, ["10.0.0.1"])).to.deep.equal({ permitted: ["10.0.0.1"] });
  });

  it("hands on what it judged, not what it was given", () => {
    expect(judgeAddresses(listOf("127.0.0.1"), target, ["::ffff:7f00:1"])).to.deep.equal({ permitted: ["127.0.0.1"] });
  });

  it("takes an address of the machine itself for private, however public it looks", () => {
    const own = new Set(["203.1.2.3", "2606:4700::9"]);
    for (const address of own)
      expect(judgeAddresses([], target, [address], own)).to.deep.equal({
        permitted: [],
        refused: { reason: "own_host", address },
      });
    // The same address through the well-known NAT64 prefix.
    expect(judgeAddresses([], target, ["64:ff9b::cb01:203"], own).refused?.reason).to.equal("own_host");
    expect(judgeAddresses([], target, ["::ffff:203.1.2.3", "1.1.1.1"], own)).to.deep.equal({ permitted: ["1.1.1.1"] });
    expect(judgeAddresses(listOf("203.1.2.3:80"), target, ["203.1.2.3"], own).permitted).to.deep.equal(["203.1.2.3"]);
    expect(judgeAddresses([], target, ["10.0.0.1"], new Set(["10.0.0.1"])).refused?.reason).to.equal("private");
  });
});
