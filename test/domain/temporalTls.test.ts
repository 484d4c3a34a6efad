import { expect } from "chai";
import { readConfig } from "../../domain/config.ts";
import { chooseTemporalTls, type TemporalTlsSettings } from "../../domain/temporalTls.ts";

const NONE: TemporalTlsSettings = {
  temporalTls: null,
  temporalApiKey: null,
  temporalTlsCert: null,
  temporalTlsKey: null,
  temporalTlsCa: null,
  temporalTlsServerName: null,
};
const pair = { temporalTlsCert: "cert.pem", temporalTlsKey: "key.pem" };

describe("TLS to Temporal", () => {
  for (const [what, settings, tls] of [
    ["nothing said", {}, false],
    ["asked for", { temporalTls: "true" }, true],
    ["an API key", { temporalApiKey: "k" }, true],
    ["an API key and TLS refused outright", { temporalApiKey: "k", temporalTls: "false" }, false],
    ["a client certificate", pair, true],
    ["an authority of one's own", { temporalTlsCa: "ca.pem" }, true],
    ["a server name", { temporalTlsServerName: "temporal.internal" }, true],
  ] as [string, Partial<TemporalTlsSettings>, boolean][])
    it(`is ${tls ? "on" : "off"} with ${what}`, () =>
      expect(chooseTemporalTls({ ...NONE, ...settings })).to.deep.equal({ tls, problems: [] }));

  for (const [what, settings, problem] of [
    ["a certificate without its key", { temporalTlsCert: "cert.pem" }, /go together/],
    ["a key without its certificate", { temporalTlsKey: "key.pem" }, /go together/],
    ["details beside a no", { ...pair, temporalTls: "false" }, /TEMPORAL_TLS is false.*CLIENT_CERT_PATH.*KEY_PATH/],
  ] as [string, Partial<TemporalTlsSettings>, RegExp][])
    it(`has a problem with ${what}`, () =>
      expect(chooseTemporalTls({ ...NONE, ...settings }).problems.join()).to.match(problem));

  it("is read under the names that Temporal's own command knows, and what is wrong is said at start", () => {
    const config = readConfig({ TEMPORAL_API_KEY: "k", TEMPORAL_TLS_SERVER_CA_CERT_PATH: "ca.pem" });
    expect(config).to.include({ temporalApiKey: "k", temporalTlsCa: "ca.pem", temporalTls: null });
    expect(() => readConfig({ TEMPORAL_TLS_CLIENT_KEY_PATH: "key.pem" })).to.throw(/go together/);
    expect(() => readConfig({ TEMPORAL_TLS: "yes" })).to.throw(/must be one of true, false/);
  });
});
