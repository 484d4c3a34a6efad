// What people see of the project, with file and line: the strings and JSX text of source files, and the prose of Markdown.
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { marked } from "marked";
import { parseSync, Visitor } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface VisibleText {
  /** From the project's root, with slashes. */
  file: string;
  line: number;
  /** One string, template or JSX text; "…" stands for what a template or an element fills in. */
  text: string;
}

/** The files below `folder` (or the file itself) that end in one of `endings`, from the project's root. */
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

/** The strings of a TypeScript or TSX file that can reach a screen: not types, imports or names of properties. */
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

/** The prose of a Markdown file, a line each: no code blocks, no code spans, no targets of links. */
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

/** Without code, addresses of links and the tags of HTML, of which people see the alternative text alone. */
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
