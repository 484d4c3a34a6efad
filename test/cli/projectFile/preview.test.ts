import { expect } from "chai";
import type { Manifest } from "../../../cli/projectFile/manifest.ts";
import { previewOf, USUAL_PREVIEW } from "../../../cli/projectFile/preview.ts";

const readNothing = async () => null;
const withFiles = (files: Record<string, string>) => async (name: string) => files[name] ?? null;
const of = (dependency: string, scripts: Record<string, string> = {}): Manifest => ({
  devDependencies: { [dependency]: "1" },
  scripts: { build: "build", ...scripts },
});

describe("how a repository serves its built site", () => {
  for (const [dependency, scripts, serve, port] of [
    ["astro", { preview: "astro preview" }, "npm run preview", 4321],
    ["vite", { preview: "vite preview" }, "npm run preview", 4173],
    ["vite", {}, "npx vite preview", 4173],
    ["@sveltejs/kit", { preview: "vite preview" }, "npm run preview", 4173],
    ["next", { start: "next start" }, "npm start", 3000],
    ["nuxt", { preview: "nuxt preview" }, "npm run preview", 3000],
    ["gatsby", { serve: "gatsby serve" }, "npm run serve", 9000],
    ["@11ty/eleventy", {}, "npx @11ty/eleventy --serve", 8080],
    ["@docusaurus/core", { serve: "docusaurus serve" }, "npm run serve", 3000],
    ["vitepress", { "docs:preview": "vitepress preview docs" }, "npm run docs:preview", 4173],
    ["astro", { preview: "astro preview --port 5000" }, "npm run preview", 5000],
    ["next", { start: "next start -p 4000" }, "npm start", 4000],
    ["express", { start: "PORT=8081 node server.js" }, "npm start", 8081],
  ] as const)
    it(`${dependency} with ${JSON.stringify(scripts)}: ${serve} at ${port}`, async () => {
      const found = await previewOf(of(dependency, scripts), readNothing);
      expect(found).to.deep.equal({
        install: ["npm install", "npm run build"],
        serve,
        url: `http://localhost:${port}`,
      });
    });

  for (const [lock, command] of [
    ["package-lock.json", "npm ci"],
    ["pnpm-lock.yaml", "corepack pnpm install --frozen-lockfile"],
    ["yarn.lock", "corepack yarn install --frozen-lockfile"],
  ] as const)
    it(`installs what ${lock} lists`, async () => {
      const { install } = await previewOf(of("vite"), withFiles({ [lock]: "" }));
      expect(install).to.deep.equal([command, "npm run build"]);
    });

  it("takes the port of the tool's configuration, of a section that counts", async () => {
    const vite = "export default { server: { port: 1111 }, preview: { host: true, port: 5050 } }";
    expect((await previewOf(of("vite"), withFiles({ "vite.config.ts": vite }))).url).to.match(/:5050$/);
    const astro = "export default defineConfig({ server: { port: 2222 } })";
    expect((await previewOf(of("astro"), withFiles({ "astro.config.mjs": astro }))).url).to.match(/:2222$/);
  });

  it("builds a framework before what it is built on, and nothing where no package.json is", async () => {
    const both: Manifest = { dependencies: { astro: "5", vite: "7" }, scripts: {} };
    const found = await previewOf(both, readNothing);
    expect(found).to.deep.equal({ install: ["npm install"], serve: "npx astro preview", url: "http://localhost:4321" });
    expect(await previewOf(null, withFiles({ "hugo.toml": "title = 1" }))).to.deep.equal({
      install: [],
      serve: "hugo server",
      url: "http://localhost:1313",
    });
    expect(await previewOf(null, readNothing)).to.equal(USUAL_PREVIEW);
  });
});
