// Extracts the project's visible texts with file and line: strings and JSX text of source files, and the prose of Markdown.
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { marked } from "marked";
import { parseSync, Visitor } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface VisibleText {
  /** Relative to the project root, with slashes. */
  file: string;
  line: number;
  /** One string, template or JSX text; "…" stands for the parts that a template or an element fills in. */
  text: string;
}

/** Returns the files below `folder` (or the file itself) that end in one of `endings`, relative to the project root. */
export function filesBelow(folder: string, endings: readonly string[]): string[] {
  const from = path.join(root, folder);
  const names = statSync(from).isFile()
    ? [folder]
    : readdirSync(from, { recursive: true }).map((name) => `${folder}/${name}`);
  return names
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .sort();
}

/** Returns the strings of a TypeScript or TSX file that can reach a screen: no types, imports or property names. */
export function stringsOf(file: string): VisibleText[] {
  const source = readFileSync(path.join(root, file), "utf8");
  const { program, errors } = parseSync(path.basename(file), source);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const lineAt = lineFinder(source);
  const found: VisibleText[] = [];
  const hidden = new Set<unknown>();
  const add = (start: number, text: string): void => {
    const plain = text.replace(/\s+/g, " ").trim();
    if (plain !== "") found.push({ file, line: lineAt(start), text: plain });
  };
  const hide = (node: { source?: unknown }): void => void hidden.add(node.source);
  new Visitor({
    ImportDeclaration: hide,
    ExportNamedDeclaration: hide,
    ExportAllDeclaration: hide,
    ImportExpression: hide,
    TSLiteralType: ({ literal }) => void hidden.add(literal),
    Property: ({ key, computed }) => {
      if (!computed) hidden.add(key);
    },
    Literal: (node) => {
      if (typeof node.value === "string" && !hidden.has(node)) add(node.start, node.value);
    },
    TemplateLiteral: ({ start, quasis }) => add(start, quasis.map(({ value }) => value.cooked ?? value.raw).join("…")),
    JSXText: ({ start, value }) => add(start + (value.length - value.trimStart().length), value),
  }).visit(program);
  return found;
}

/** Returns the prose of a Markdown file by line, without code blocks, code spans and link targets. */
export function proseOf(file: string): VisibleText[] {
  const source = readFileSync(path.join(root, file), "utf8");
  let at = 1;
  return marked.lexer(source).flatMap((token) => {
    const first = at;
    at += token.raw.split("\n").length - 1;
    if (token.type === "code") return [];
    return token.raw.split("\n").map((raw, index) => ({ file, line: first + index, text: withoutCode(raw) }));
  });
}

/** Removes code, link targets and HTML tags; of a tag, only its alternative text is visible. */
function withoutCode(line: string): string {
  return line
    .replace(/`+[^`]*`+/g, "`…`")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(
      /<\/?(?:picture|source|img)\b([^>]*)>/g,
      (_, attributes: string) => /\balt="([^"]*)"/.exec(attributes)?.[1] ?? "",
    );
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
