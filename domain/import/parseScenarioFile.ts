// Entry point for scenario files: detects the format and calls its parser.
import { ProductError } from "../errors.ts";
import { isFields } from "../fields.ts";
import { parsePlainJson } from "../plainJson.ts";
import { parseBackstop } from "./backstop.ts";
import { parseOwnFile } from "./ownFormat.ts";
import { refused } from "./problems.ts";
import type { ScenarioImport } from "./types.ts";

/** Top-level fields of a BackstopJS configuration that our own format does not have. */
const BACKSTOP_MARKS = [
  "id",
  "paths",
  "engine",
  "engineOptions",
  "report",
  "scenarioDefaults",
  "onBeforeScript",
  "onReadyScript",
  "asyncCaptureLimit",
];

/**
 * Reads our own scenario file, or a BackstopJS configuration, from parsed JSON. Throws ProductError `validation_error`; its message and
 * `details.fields` name every invalid field by its path.
 */
export function parseScenarioFile(json: unknown): ScenarioImport {
  if (!isFields(json))
    throw refused("The scenario file is invalid", [{ path: "", message: 'must be an object with "scenarios"' }]);
  return looksLikeBackstop(json) ? parseBackstop(json) : parseOwnFile(json);
}

/**
 * Parses JSON from the text of a file. Also accepts a `.js` file whose `module.exports` is plain JSON; anything that would have to be
 * executed is refused with the command that converts it to JSON. `name`: the file's name in that command.
 */
export function readScenarioText(text: string, name = "FILE.js"): unknown {
  const body = text
    .replace(/^\uFEFF/, "")
    .trim()
    .replace(/^(?:module\.exports\s*=|export\s+default)\s*/, "")
    .replace(/;\s*$/, "");
  try {
    return parsePlainJson(body);
  } catch (error) {
    if (error instanceof ProductError) throw error;
    const script = /module\.exports|require\(|export\s+default/.test(text);
    // The parser's message ends in a piece of the text; only the position is helpful.
    const place =
      error instanceof Error ? /position \d+(?: \(line \d+ column \d+\))?/.exec(error.message)?.[0] : undefined;
    throw new ProductError(
      "validation_error",
      script
        ? `The file is a script, not JSON, and scripts are not run. Make JSON of it first: node -p 'JSON.stringify(require("./${name}"))' > ${name.replace(/\.[cm]?js$/, "")}.json`
        : `The file is not valid JSON${place ? `, at ${place}` : ""}.`,
    );
  }
}

function looksLikeBackstop(json: Record<string, unknown>): boolean {
  // Our own `viewports` is an object of sizes by name, theirs a list.
  return Array.isArray(json.viewports) || BACKSTOP_MARKS.some((mark) => Object.hasOwn(json, mark));
}
