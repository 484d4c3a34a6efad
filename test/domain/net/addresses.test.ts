import { expect } from "chai";
import { type AddressKind, classifyAddress } from "../../../domain/net/addresses.ts";

const ADDRESSES: [string, AddressKind][] = [
  ["1.1.1.1", "public"],
  ["93.184.216.34", "public"],
  ["172.15.255.255", "public"],
  ["172.32.0.0", "public"],
  ["100.63.255.255", "public"],
  ["2606:4700:4700::1111", "public"],
  ["[2606:4700:4700::1111]", "public"],
  ["0.0.0.0", "unspecified"],
  ["0.1.2.3", "unspecified"],
  ["::", "unspecified"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["::1", "loopback"],
  ["10.0.0.1", "private"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.168.1.1", "private"],
  ["169.254.169.254", "link_local"],
  ["fe80::1", "link_local"],
  ["fe80::1%eth0", "link_local"],
  ["100.64.0.1", "carrier_nat"],
  ["100.127.255.255", "carrier_nat"],
  ["fc00::1", "unique_local"],
  ["fd00:ec2::254", "unique_local"],
  ["fec0::1", "unique_local"],
  ["224.0.0.1", "multicast"],
  ["ff02::1", "multicast"],
  ["255.255.255.255", "broadcast"],
  ["192.0.2.1", "reserved"],
  ["198.18.0.1", "reserved"],
  ["203.0.113.9", "reserved"],
  ["240.0.0.1", "reserved"],
  ["2001:db8::1", "reserved"],
  ["100::1", "reserved"],
  ["4000::1", "reserved"],
  ["2002:7f00:1::", "tunnel"],
  ["2002:5db8:d822::1", "tunnel"],
  ["2001:0:4136:e378:8000:63bf:3fff:fdd2", "tunnel"],
  // IPv4 within IPv6: judged by the embedded address.
  ["::ffff:127.0.0.1", "loopback"],
  ["::ffff:7f00:1", "loopback"],
  ["::ffff:a9fe:a9fe", "link_local"],
  ["::ffff:1.1.1.1", "public"],
  ["64:ff9b::7f00:1", "loopback"],
  ["64:ff9b::a00:1", "private"],
  ["64:ff9b::101:101", "public"],
  // NAT64 within a network, and forms that no network routes.
  ["64:ff9b:1::101:101", "reserved"],
  ["::ffff:0:7f00:1", "reserved"],
  ["::7f00:1", "reserved"],
  ["::101:101", "reserved"],
  // Not addresses; a URL parser normalizes these first.
  ["127.1", "invalid"],
  ["2130706433", "invalid"],
  ["0x7f.0.0.1", "invalid"],
  ["0177.0.0.1", "invalid"],
  ["localhost", "invalid"],
  ["", "invalid"],
];

describe("classifyAddress", () => {
  for (const [address, kind] of ADDRESSES) {
    it(`${address || "(empty)"} is ${kind}`, () => {
      const found = classifyAddress(address);
      expect(found.kind).to.equal(kind);
      expect(found.public).to.equal(kind === "public");
    });
  }

  it("gives the canonical text", () => {
    expect(classifyAddress("::ffff:7f00:1").address).to.equal("127.0.0.1");
    expect(classifyAddress("[2606:4700:4700:0:0:0:0:1111]").address).to.equal("2606:4700:4700::1111");
  });
});
