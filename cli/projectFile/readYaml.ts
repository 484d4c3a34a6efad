// YAML as a document and as data, or an error that says where it is none.
import type { Document, YAMLError } from "yaml";
import { ClientError, wrongUse } from "../client/exit.ts";

/** Of a file that is broken all over, the first ones are enough. */
const MAX_ERRORS = 5;

/** Throws ClientError (2) with file, line and column of each error. `name`: the file, as the person calls it. */
export async function readYaml(text: string, name: string): Promise<{ document: Document; data: unknown }> {
  const { parseDocument } = await import("./yaml.ts");
  try {
    const document = parseDocument(text);
    if (document.errors.length > 0) throw notYaml(document.errors, name);
    // The reader itself refuses aliases that unfold without end, and nests only as deep as its stack.
    return { document, data: document.toJS({ maxAliasCount: 100 }) };
  } catch (error) {
    if (error instanceof ClientError) throw error;
    throw wrongUse(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function notYaml(errors: readonly YAMLError[], name: string): ClientError {
  const told = errors.slice(0, MAX_ERRORS).map(({ message, linePos }) => {
    const at = linePos?.[0];
    // The reader's sentence ends with the place and the text of the line, which may hold anything.
    const [sentence = ""] = message.split(/ at line \d+, column \d+/);
    return `${name}${at ? `:${at.line}:${at.col}` : ""} ${sentence}${TABS.test(sentence) ? HOW_TO_INDENT : ""}`;
  });
  return wrongUse(`${name} is not YAML: ${told.join("\n  ")}`);
}

const TABS = /\btabs?\b/i;
const HOW_TO_INDENT = ": indent with spaces";
