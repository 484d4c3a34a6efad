// Parses Gherkin. English only, so that one step library fits every feature.
import { AstBuilder, GherkinClassicTokenMatcher, Parser } from "@cucumber/gherkin";
import { type Feature, type GherkinDocument, IdGenerator } from "@cucumber/messages";
import { plural } from "../../text.ts";
import { type GherkinProblem, gherkinRefused } from "./problem.ts";
import { LIMITS } from "./size.ts";

export type ParsedFeature = { feature: Feature; document: GherkinDocument };

/** Returns the feature, or every problem that makes the text invalid. */
export function readFeature(text: string): ParsedFeature | { problems: GherkinProblem[] } {
  const tooLarge = sizeProblem(text);
  if (tooLarge) return { problems: [tooLarge] };
  const parser = new Parser(new AstBuilder(IdGenerator.incrementing()), new GherkinClassicTokenMatcher("en"));
  try {
    const document = parser.parse(text);
    const { feature } = document;
    if (!feature)
      return { problems: [{ line: 1, column: 1, message: 'The text holds no feature: begin with "Feature:".' }] };
    if (feature.language !== "en") {
      const message = `Features are written in English; "# language: ${feature.language}" is not supported.`;
      return { problems: [{ line: languageLine(text), column: 1, message }] };
    }
    return { feature, document };
  } catch (error) {
    return { problems: problemsOf(error).sort((a, b) => a.line - b.line || a.column - b.column) };
  }
}

/** Same as `readFeature`, but throws `validation_error` with the line and column of each problem. */
export function parseFeature(text: string): ParsedFeature {
  const read = readFeature(text);
  if ("problems" in read) throw gherkinRefused(read.problems);
  return read;
}

function sizeProblem(text: string): GherkinProblem | null {
  if (text.length > LIMITS.text) {
    const message = `The text has ${plural(text.length, "character")}; ${LIMITS.text.toLocaleString("en-US")} is the most.`;
    return { line: 1, column: 1, message };
  }
  const line = text.split("\n").findIndex((one) => one.length > LIMITS.line);
  if (line < 0) return null;
  const message = `The line has more than ${LIMITS.line.toLocaleString("en-US")} characters.`;
  return { line: line + 1, column: LIMITS.line + 1, message };
}

function languageLine(text: string): number {
  return text.split("\n").findIndex((line) => /^\s*#\s*language\s*:/.test(line)) + 1;
}

type ParserError = { message: string; location?: { line: number; column?: number }; errors?: unknown[] };

/** Flattens the parser's errors. An error without a location is a bug and is rethrown. */
function problemsOf(error: unknown): GherkinProblem[] {
  const { message, location, errors } = error as ParserError;
  if (Array.isArray(errors) && errors.length > 0) return errors.flatMap(problemsOf);
  if (!location) throw error;
  const { line, column } = location;
  // The parser's message begins with the location and quotes the invalid line.
  return [{ line, column: column || 1, message: message.replace(/^\(\d+:\d+\):\s*/, "").slice(0, 300) }];
}
