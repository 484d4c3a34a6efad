import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { firstLinkLines, temporalUiLines } from "../../temporal-dev/firstLink.ts";

describe("the link that npm start prints", () => {
  const linesOf = async (firstStart: boolean, terminal: boolean) => {
    const server = createServer((_req, res) => res.end(JSON.stringify({ password: true, oidc: null, firstStart })));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    let made = 0;
    try {
      const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const makeLink = async () => `${apiUrl}/welcome#token-${++made}`;
      return { lines: (await firstLinkLines({ apiUrl, terminal, makeLink })).join("\n"), made };
    } finally {
      server.close();
    }
  };

  it("is there at a terminal while there is no user", async () => {
    const { lines } = await linesOf(true, true);
    expect(lines).to.match(/\/welcome#token-1\n/);
  });
  it("is not written where output may be kept: the command is named", async () => {
    const { lines, made } = await linesOf(true, false);
    expect([lines.includes("users first-link"), lines.includes("#"), made]).to.deep.equal([true, false, 0]);
  });
  it("is not made once there is a user", async () => {
    expect(await linesOf(false, true)).to.deep.equal({ lines: "", made: 0 });
  });
});

describe("the line of the Temporal UI", () => {
  const temporalUiUrl = "http://127.0.0.1:8233";
  const temporalUiLink = `${temporalUiUrl}/plumbline-sign-in?token=secret`;
  for (const [what, ui, terminal, lines] of [
    ["has the link at a terminal", { temporalUiLink, temporalUiUrl }, true, [`Temporal UI ${temporalUiLink}`]],
    ["keeps it out of a log", { temporalUiLink, temporalUiUrl }, false, [`Temporal UI ${temporalUiUrl}`]],
    [
      "has the address of another server",
      { temporalUiLink: null, temporalUiUrl },
      true,
      [`Temporal UI ${temporalUiUrl}`],
    ],
    ["is left out without one", { temporalUiLink: null, temporalUiUrl: null }, true, []],
  ] as const)
    it(what, () => expect(temporalUiLines(ui, terminal)).to.deep.equal(lines));
});
