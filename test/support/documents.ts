// Reads the project's documents for the tests of their contents.
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** A code block: its language, the text after the language on the fence line, and its content. */
export type CodeBlock = { language: string; name: string; text: string };

export type Document = {
  /** Path relative to the project root. */
  file: string;
  text: string;
  /** Anchors of its headings, as GitHub generates them. */
  anchors: ReadonlySet<string>;
  links: readonly string[];
  blocks: readonly CodeBlock[];
};

/** Folders that may have their own README.md. */
const ROOMS = [
  "activities",
  "api",
  "browsers",
  "cli",
  "domain",
  "mcp",
  "models",
  "platform",
  "web",
  "workers",
  "workflows",
];

/** Reads the documents of the root, of docs/, and those next to the code they describe. */
export async function readDocuments(): Promise<Document[]> {
  const files = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"];
  const exclude = (name: string) => path.basename(name) === "node_modules";
  for await (const file of glob(["docs/**/*.md", `{${ROOMS.join(",")}}/**/README.md`], { cwd: ROOT, exclude }))
    files.push(file);
  return Promise.all(files.sort().map(async (file) => documentOf(file, await readFile(path.join(ROOT, file), "utf8"))));
}

export function documentOf(file: string, text: string): Document {
  const blocks: CodeBlock[] = [];
  const prose = text.replace(/^( *)```(\S*)[ ]*(.*)\n([\s\S]*?)^ *```$/gm, (_, _indent, language, name, lines) => {
    blocks.push({ language, name, text: lines });
    return "";
  });
  const headings = [...prose.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = ""]) => title);
  // A bracket within code is not a link.
  const links = [...prose.replace(/`[^`\n]*`/g, "").matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return { file, text, anchors: new Set(anchorsOf(headings)), links, blocks };
}

/** A repeated heading gets a number. */
function anchorsOf(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading) => {
    const anchor = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-");
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
}
