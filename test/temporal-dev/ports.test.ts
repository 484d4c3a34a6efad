import { createServer } from "node:net";
import { expect } from "chai";
import { addressOf, isFree, releasePort, takePort } from "../../temporal-dev/ports.ts";

/** Occupies a free port of the loopback interface. */
async function holdPort(): Promise<{ port: number; release: () => Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return { port, release: () => new Promise((resolve) => server.close(() => resolve())) };
}

describe("free ports", () => {
  it("gives the preferred port when it is free, and not twice", async () => {
    const held = await holdPort();
    await held.release();
    expect(await takePort(held.port)).to.equal(held.port);
    expect(await takePort(held.port)).not.to.equal(held.port);
    releasePort(held.port);
    expect(await takePort(held.port)).to.equal(held.port);
    releasePort(held.port);
  });

  it("gives another, free one when the preferred port is taken", async () => {
    const held = await holdPort();
    try {
      expect(await isFree(held.port)).to.equal(false);
      const port = await takePort(held.port);
      expect(port).not.to.equal(held.port);
      expect(await isFree(port)).to.equal(true);
      releasePort(port);
    } finally {
      await held.release();
    }
  });

  for (const [host, address] of [
    ["127.0.0.1", "http://127.0.0.1:4400"],
    ["plumbline.example", "http://plumbline.example:4400"],
    ["0.0.0.0", "http://127.0.0.1:4400"],
    ["::", "http://[::1]:4400"],
    ["fd00::1", "http://[fd00::1]:4400"],
  ] as const)
    it(`are reached at ${address} on ${host}`, () => expect(addressOf(host, 4400)).to.equal(address));

  it("gives different ports when any will do", async () => {
    const ports = await Promise.all(Array.from({ length: 10 }, () => takePort(0)));
    expect(new Set(ports).size).to.equal(10);
    // Any program's outgoing connection could take a port outside of this range before its service listens.
    for (const port of ports) expect(port).to.be.within(10_100, 32_767);
    for (const port of ports) releasePort(port);
  });
});
