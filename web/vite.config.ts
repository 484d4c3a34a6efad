// Builds the dashboard: hashed file names below assets/, a compressed copy of each, and addresses that work under any path.
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const compress = promisify(brotliCompress);
const COMPRESSIBLE = /\.(?:js|css|svg|json)$/;

/** Writes `NAME.br` beside each text file, so that the API does not have to compress anything. */
function brotli(): Plugin {
  return {
    name: "brotli",
    apply: "build",
    async writeBundle({ dir = "" }) {
      for (const file of await readdir(path.join(dir, "assets"))) {
        if (!COMPRESSIBLE.test(file)) continue;
        const at = path.join(dir, "assets", file);
        const bytes = await readFile(at);
        await writeFile(
          `${at}.br`,
          await compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
        );
      }
    },
  };
}

/** The frame of the signed-in screens, and the screen that most people open first. */
const AHEAD = ["src/app/Frame.tsx", "src/features/overview/Overview.tsx"].map((source) =>
  path.join(import.meta.dirname, source),
);

type Modules = { getModuleInfo(id: string): { importers: readonly string[] } | null };

/** Puts into this file what the first screen shares with others, and nothing else, because that screen would wait for it. */
const firstFile =
  (file: string) =>
  (id: string, modules: Modules): string | null => {
    const seen = new Set([id]);
    for (const one of seen) {
      if (AHEAD.includes(one)) return file;
      for (const importer of modules.getModuleInfo(one)?.importers ?? []) seen.add(importer);
    }
    return null;
  };

/** Preloads these files together with the page, which saves round trips. The API removes the links if nobody is signed in. */
function frameAhead(): Plugin {
  return {
    name: "frame-ahead",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
        const files = AHEAD.flatMap((at) => {
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === at);
          if (!chunk) throw new Error(`${at} has no file of its own any more: the page cannot ask for it ahead.`);
          return [chunk.fileName, ...chunk.imports];
        });
        return [...new Set(files)]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "modulepreload", "data-frame": "", crossorigin: true, href: `./${file}` },
            injectTo: "head" as const,
          }));
      },
    },
  };
}

/** Gives all preloaded scripts a low priority, because the first render would otherwise wait for them before the styles. */
function stylesFirst(): Plugin {
  return {
    name: "styles-first",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"'),
    },
  };
}

/** `npm run dev:web` serves pages from here and proxies the API to a running service (PLUMBLINE_API, default http://127.0.0.1:4400). */
const api = process.env.PLUMBLINE_API ?? "http://127.0.0.1:4400";
const proxy = Object.fromEntries(["/api", "/mcp", "/trace-viewer"].map((at) => [at, { target: api }]));

// biome-ignore lint/style/noDefaultExport: vite reads the default export
export default defineConfig({
  root: import.meta.dirname,
  // Relative to <base>, which the API sets to the path of the service.
  base: "./",
  plugins: [react(), brotli(), frameAhead(), stylesFirst()],
  server: { proxy, host: "127.0.0.1" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    // A few larger files instead of dozens of small ones, because on a phone's network each file costs a round trip.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Two files arrive sooner than one on connections that have just begun.
            {
              name: "react",
              tags: ["$initial"],
              test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
              priority: 4,
            },
            // Packages rarely change between versions, so their file stays in the browser's cache.
            { name: "packages", tags: ["$initial"], test: /node_modules/, priority: 3 },
            { name: "start", tags: ["$initial"], priority: 2 },
            // No group imports from a group below it, because files in a cycle would run before their dependencies.
            { name: firstFile("controls"), test: /node_modules/, minShareCount: 2, priority: 1 },
            { name: firstFile("first"), minShareCount: 2, priority: 0.5 },
            { name: "shared", test: /web[\\/]src|domain/, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
