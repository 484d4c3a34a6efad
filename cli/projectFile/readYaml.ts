// Parses YAML as a document and as data, or throws an error with the position of each mistake.
import type { Document, YAMLError } from "yaml";
import { ClientError, wrongUse } from "../client/exit.ts";

/** The first errors are enough for a file that is completely broken. */
const MAX_ERRORS = 5;

/** Throws ClientError (2) with file, line and column of each error. `name`: the file's name as the person knows it. */
export async function readYaml(text: string, name: string): Promise<{ document: Document; data: unknown }> {
  const { parseDocument } = await import("./yaml.ts");
  try {
    const document = parseDocument(text);
    if (document.errors.length > 0) throw notYaml(document.errors, name);
    // The parser itself refuses aliases that expand endlessly, and nests only as deep as its stack allows.
    return { document, data: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    if (error instanceof ClientError) throw error;
    throw wrongUse(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function notYaml(errors: readonly YAMLError[], name: string): ClientError {
  const told = errors.slice(0, MAX_ERRORS).map(({ message, linePos }) => {
    const at = linePos?.[0];
    // The parser's message ends with the position and the text of the line, which may contain anything.
    const [sentence = ""] = message.split(/ at line \d+, column \d+/);
    return `${name}${at ? `:${at.line}:${at.col}` : ""} ${sentence}${TABS.test(sentence) ? HOW_TO_INDENT : ""}`;
  });
  return wrongUse(`${name} is not YAML: ${told.join("\n  ")}`);
}

const TABS = /\btabs?\b/i;
const HOW_TO_INDENT = ": indent with spaces";
