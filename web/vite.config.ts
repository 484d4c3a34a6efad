// How the dashboard is built: hashed names below assets/, each also compressed, and addresses that work under any path.
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const compress = promisify(brotliCompress);
const COMPRESSIBLE = /\.(?:js|css|svg|json)$/;

/** Writes `NAME.br` beside each text file, so that the API compresses nothing while it serves. */
function brotli(): Plugin {
  return {
    name: "brotli",
    apply: "build",
    async writeBundle({ dir = "" }) {
      for (const file of await readdir(path.join(dir, "assets"))) {
        if (!COMPRESSIBLE.test(file)) continue;
        const at = path.join(dir, "assets", file);
        const bytes = await readFile(at);
        await writeFile(`${at}.br`, await compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
      }
    },
  };
}

/** What stands around every screen of those who are signed in, and the screen that most of them open first. */
const AHEAD = ["src/app/Frame.tsx", "src/features/overview/Overview.tsx"];

/** Asks for these files with the page's own, round trips sooner. The API leaves these links out for who is not signed in. */
function frameAhead(): Plugin {
  return {
    name: "frame-ahead",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
        const files = AHEAD.flatMap((source) => {
          const at = path.join(import.meta.dirname, source);
          const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === at);
          if (!chunk) throw new Error(`${source} has no file of its own any more: the page cannot ask for it ahead.`);
          return [chunk.fileName, ...chunk.imports];
        });
        return [...new Set(files)]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: "link",
            // Not before the styles and the program itself: the first picture would wait for them.
            attrs: {
              rel: "modulepreload",
              "data-frame": "",
              fetchpriority: "low",
              crossorigin: true,
              href: `./${file}`,
            },
            injectTo: "head" as const,
          }));
      },
    },
  };
}

/** `npm run dev:web`: pages from here, answers from a service that runs (PLUMBLINE_API, http://127.0.0.1:4400 unless set). */
const api = process.env.PLUMBLINE_API ?? "http://127.0.0.1:4400";
const proxy = Object.fromEntries(["/api", "/mcp", "/trace-viewer"].map((at) => [at, { target: api }]));

// biome-ignore lint/style/noDefaultExport: vite reads the default export
export default defineConfig({
  root: import.meta.dirname,
  // Relative to <base>, which the API sets to the path that the service is reached under.
  base: "./",
  plugins: [react(), brotli(), frameAhead()],
  server: { proxy, host: "127.0.0.1" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    // A few files, not dozens of small ones: on a phone's network each is a round trip of its own.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What other versions leave as it is stays in the browser's cache.
            { name: "packages", tags: ["$initial"], test: /node_modules/, priority: 3 },
            { name: "start", tags: ["$initial"], priority: 2 },
            // No group imports one that stands below it: files that import each other begin before what they need.
            {
              name: "controls",
              // Not what a few forms alone have: the frame would wait for it.
              test: /node_modules[\\/](?:@base-ui(?![\\/]react[\\/](?:combobox|popover))|@floating-ui|lucide-react)/,
              minShareCount: 2,
              priority: 1,
            },
            { name: "shared", test: /web[\\/]src|domain/, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
