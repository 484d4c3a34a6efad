// The W3C's test cases for ACT rules, from a folder with `testcases.json`, `testcases/` and `test-assets/`, as found in w3c/wcag-act-rules
// below content-assets/wcag-act-rules. They are not part of this repository.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

export type Expected = "passed" | "failed" | "inapplicable";
export type ActCase = {
  id: string;
  rule: string;
  ruleName: string;
  approved: boolean;
  expected: Expected;
  title: string;
  /** Address at the W3C. */
  url: string;
  /** Path below the folder. */
  file: string;
  /** Success criteria that the rule lists, such as "1.4.3". */
  criteria: string[];
};

type Row = {
  ruleId: string;
  ruleName: string;
  ruleAccessibilityRequirements: Record<string, unknown> | null;
  expected: Expected;
  testcaseId: string;
  testcaseTitle: string;
  relativePath: string;
  url: string;
  approved?: boolean;
};

export async function readCases(folder: string): Promise<ActCase[]> {
  const { testcases } = JSON.parse(await readFile(path.join(folder, "testcases.json"), "utf8")) as { testcases: Row[] };
  return testcases.map((row) => ({
    id: row.testcaseId,
    rule: row.ruleId,
    ruleName: row.ruleName,
    approved: row.approved === true,
    expected: row.expected,
    title: row.testcaseTitle,
    url: row.url,
    file: row.relativePath,
    criteria: Object.keys(row.ruleAccessibilityRequirements ?? {}).flatMap(
      (key) => /^wcag2\d:(\d\.\d\.\d+)$/.exec(key)?.[1] ?? [],
    ),
  }));
}

/**
 * Rules alternate between the halves, in the order of the W3C's list. Plumbline's rules were written on the first half. The second half
 * was blind when first measured, but false failures of both were fixed afterwards, so neither is blind now.
 */
export function halfOf(cases: readonly ActCase[], rule: string): "first" | "second" {
  const rules = [...new Set(cases.map((one) => one.rule))];
  return rules.indexOf(rule) % 2 === 0 ? "first" : "second";
}

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".xhtml": "application/xhtml+xml",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".gif": "image/gif",
  ".mp3": "audio/mpeg",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".vtt": "text/vtt",
  ".pdf": "application/pdf",
  ".xml": "application/xml",
};
const ROOT = "/WAI/content-assets/wcag-act-rules/";

export type ServedCases = { addressOf(one: ActCase): string; close(): Promise<void> };

/** Serves the cases under their paths at the W3C, so that assets are found; absolute addresses are redirected here too. */
export async function serveCases(folder: string): Promise<ServedCases> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://act.test");
    const below = pathname.startsWith(ROOT) ? pathname.slice(ROOT.length) : pathname.slice(1);
    const file = path.join(folder, path.normalize(`/${decodeURIComponent(below)}`));
    const type = TYPES[path.extname(file)] ?? "application/octet-stream";
    try {
      const bytes = await readFile(file);
      const body = /^text\/|xml|svg/.test(type)
        ? bytes.toString("utf8").replaceAll(`https://www.w3.org${ROOT}`, ROOT)
        : bytes;
      response.writeHead(200, { "content-type": type }).end(body);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("There is no such file.");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    addressOf: ({ file }) => `${origin}${ROOT}${file}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
