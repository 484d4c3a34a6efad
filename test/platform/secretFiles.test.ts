import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { ConfigError, readConfig } from "../../domain/config.ts";
import { takeSecretFiles } from "../../platform/secretFiles.ts";

const SECRET = "9f1c27d4b86e03a5f7d218c0e46b93ad";

describe("secrets in files", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "plumbline-test-secrets-"));
    writeFileSync(path.join(folder, "key"), `${SECRET}\n`);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("are read, and the settings take them", () => {
    const env: NodeJS.ProcessEnv = { SVC_SECRET_KEY_FILE: path.join(folder, "key") };
    takeSecretFiles(env);
    expect(env).to.deep.equal({ SVC_SECRET_KEY: SECRET });
    expect(readConfig(env).secretKey).to.equal(SECRET);
  });

  it("are refused when they cannot be read, or when both variables are set", () => {
    const missing = { SVC_SECRET_KEY_FILE: path.join(folder, "none") };
    expect(() => takeSecretFiles(missing)).to.throw(ConfigError, /SVC_SECRET_KEY_FILE cannot be read/);
    const both = { SVC_SECRET_KEY: "x", SVC_SECRET_KEY_FILE: path.join(folder, "key") };
    expect(() => takeSecretFiles(both)).to.throw(ConfigError, /both set/);
  });
});
