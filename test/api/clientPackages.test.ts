// The packages that the service serves, installed by npm itself without access to a public registry.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { clientPackages } from "../../api/operations/clientPackages.ts";
import { BUNDLES, bundle } from "../../temporal-dev/clients/bundle.ts";
import { tarballOf } from "../../temporal-dev/clients/tarball.ts";
import { setUp } from "../../temporal-dev/setup.mjs";
import { makeWorld, type World } from "./support/world.ts";

const run = promisify(execFile);

/** Sends the same request headers as npm; `fetch` would add a header that bypasses caches. */
const statusWith = (url: string, etag: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { "If-None-Match": etag } }, (answer) => resolve(answer.resume().statusCode)).on(
      "error",
      reject,
    );
  });

type Listed = { name: string; version: string; path: string; bytes: number; integrity: string };

describe("the packages that the service hands out", function () {
  this.timeout(120_000);
  let world: World;
  let folder: string;
  let listed: Listed[];
  before(async () => {
    await setUp({ parts: ["clients"] });
    world = await makeWorld();
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-clients-"));
    listed = ((await (await fetch(`${world.client.base}/api/packages`)).json()) as { packages: Listed[] }).packages;
  });
  after(async () => {
    await world?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs an npm program as on a fresh machine; every request to a registry fails. */
  const npm = (program: "npm" | "npx", cwd: string, ...args: string[]) =>
    run(program, args, {
      cwd,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        SVC_URL: world.client.base,
        npm_config_cache: path.join(folder, "cache"),
        npm_config_registry: "http://127.0.0.1:9/",
        npm_config_fetch_retries: "0",
        npm_config_update_notifier: "false",
        npm_config_audit: "false",
      },
    });

  it("are listed with version and integrity, and sent with both to everybody", async () => {
    expect(listed.map(({ name, path: at }) => [name, at])).to.deep.equal([
      ["plumbline-cli", "/cli.tgz"],
      ["plumbline-playwright", "/playwright.tgz"],
    ]);
    for (const { name, version, path: at, bytes, integrity } of listed) {
      const answer = await fetch(world.client.base + at);
      const content = Buffer.from(await answer.arrayBuffer());
      const digest = createHash("sha512").update(content).digest("base64");
      expect([answer.status, content.length, `sha512-${digest}`]).to.deep.equal([200, bytes, integrity]);
      expect(answer.headers.get("repr-digest")).to.equal(`sha-512=:${digest}:`);
      expect(answer.headers.get("content-type")).to.equal("application/gzip");
      expect(answer.headers.get("content-disposition")).to.contain(`${name}-${version}.tgz`);
      expect(answer.headers.get("cache-control")).to.equal("public, no-cache");
      expect(await statusWith(world.client.base + at, answer.headers.get("etag") ?? "")).to.equal(304);
    }
  });

  it("have the same bytes however often they are built", async () => {
    for (const [index, one] of BUNDLES.entries()) {
      const { files } = await bundle(one);
      const sha512 = createHash("sha512").update(tarballOf(files.toReversed())).digest("base64");
      expect(`sha512-${sha512}`).to.equal(listed[index]?.integrity);
    }
  });

  it("the command line runs by npx, which asks nobody else", async () => {
    const { stdout } = await npm("npx", folder, "--yes", `${world.client.base}/cli.tgz`, "--version");
    expect(stdout.trim()).to.equal(listed[0]?.version);
    // Modules that are loaded on demand are part of the package too.
    await writeFile(path.join(folder, "plumbline.yml"), "version: 1\nproject: { slug: shop }\n");
    const planned = await npm("npx", folder, "--yes", `${world.client.base}/cli.tgz`, "plan", "--json").catch(
      (error: { stderr: string }) => error,
    );
    expect(planned.stderr).to.contain('"code":"no_key"');
  });

  it("npm installs the package for tests from the service, which tests import and require", async () => {
    const project = path.join(folder, "shop-tests");
    await mkdir(project);
    await writeFile(path.join(project, "package.json"), JSON.stringify({ name: "shop-tests", private: true }));
    // A project with Playwright tests already has Playwright, so nothing must be downloaded.
    await npm("npm", project, "install", "--save-dev", "--legacy-peer-deps", `${world.client.base}/playwright.tgz`);
    const lock = JSON.parse(await readFile(path.join(project, "package-lock.json"), "utf8"));
    expect(lock.packages["node_modules/plumbline-playwright"].integrity).to.equal(listed[1]?.integrity);
    await symlink(path.join(process.cwd(), "node_modules/playwright"), path.join(project, "node_modules/playwright"));
    await symlink(
      path.join(process.cwd(), "node_modules/playwright-core"),
      path.join(project, "node_modules/playwright-core"),
    );
    const uses = `import("plumbline-playwright").then(({ plumbline }) =>
      console.log(typeof plumbline, typeof require("plumbline-playwright").steady))`;
    expect((await run(process.execPath, ["-e", uses], { cwd: project })).stdout).to.equal("function function\n");
  });

  it("are told to be built where they are not", async () => {
    const failure = await clientPackages(folder).catch((error: unknown) => error);
    expect(failure).to.include({ code: "unavailable" });
    expect(String(failure)).to.contain("npm run build:clients");
  });
});
