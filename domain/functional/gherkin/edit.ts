// Edits one part of a feature's text. Everything else (comments, blank lines, indentation, line endings) stays unchanged.
import type { Scenario, Step } from "@cucumber/messages";
import { ProductError } from "../../errors.ts";
import { listScenarios, type ScenarioNode, scenarioIds } from "./compile.ts";
import { parseFeature } from "./parse.ts";

/** Lines from `start` to `end`, both 1-based and inclusive. */
type Span = { start: number; end: number };

export function renameFeatureText(text: string, name: string): string {
  const { feature } = parseFeature(text);
  const lines = linesOf(text);
  const at = feature.location.line - 1;
  const [, before = "Feature:"] = /^(\s*[^:]+:)/.exec(lines[at] ?? "") ?? [];
  lines[at] = `${before} ${name}${lines[at]?.endsWith("\r") ? "\r" : ""}`;
  return lines.join("\n");
}

/** Adds a scenario at the end of the feature or of a rule. */
export function addScenarioText(text: string, scenario: string, rule?: string): string {
  const { feature } = parseFeature(text);
  checkScenario(scenario);
  const rules = feature.children.flatMap((child) => (child.rule ? [child.rule] : []));
  const within = rule === undefined ? null : rules.find(({ name }) => name === rule);
  if (within === undefined)
    throw missing(
      `The feature has no rule "${String(rule).slice(0, 100)}".`,
      rules.map(({ name }) => name),
    );
  const lines = linesOf(text);
  const starts = blockStarts(text);
  const [first] = rules;
  // A scenario after a rule would belong to it, so a scenario of the feature itself goes before the first rule.
  const before = within ? (rules[rules.indexOf(within) + 1] ?? null) : (first ?? null);
  const limit = before ? startOf(before) - 1 : lines.length;
  const end = trimmedEnd(lines, Math.max(feature.location.line, ...starts.filter((line) => line <= limit)), limit);
  const indent = within ? `${indentOf(lines, within.location.line)}  ` : `${indentOf(lines, feature.location.line)}  `;
  return inserted(text, lines, end, ["", ...indented(scenario, indent)]);
}

/** Replaces one scenario. */
export function replaceScenarioText(text: string, id: string, scenario: string): string {
  checkScenario(scenario);
  const { lines, span, indent } = scenarioSpan(text, id);
  return replaced(text, lines, span, indented(scenario, indent));
}

export function deleteScenarioText(text: string, id: string): string {
  const { lines, span } = scenarioSpan(text, id);
  // Also removes the blank line before it.
  const start = span.start > 1 && lines[span.start - 2]?.trim() === "" ? span.start - 1 : span.start;
  return replaced(text, lines, { start, end: span.end }, []);
}

/** Adds a step (with its table or doc string) before the step at the index, or at the end. */
export function addStepText(text: string, id: string, step: string, at?: number): string {
  checkStep(step);
  const { lines, node } = scenarioSpan(text, id);
  const { steps, location } = node.scenario;
  if (at !== undefined && at > steps.length) throw noStep(node.scenario, at);
  const spans = stepSpans(text, node.scenario, lines);
  const last = spans.at(-1);
  const following = at === undefined ? undefined : spans[at];
  const indent = indentOf(lines, steps[0]?.location.line ?? 0) || `${indentOf(lines, location.line)}  `;
  const after = following ? following.start - 1 : (last?.end ?? descriptionEnd(text, node.scenario, lines));
  return inserted(text, lines, after, indented(step, indent));
}

export function replaceStepText(text: string, id: string, index: number, step: string): string {
  checkStep(step);
  const { lines, span } = stepSpan(text, id, index);
  return replaced(text, lines, span, indented(step, indentOf(lines, span.start)));
}

export function removeStepText(text: string, id: string, index: number): string {
  const { lines, span } = stepSpan(text, id, index);
  return replaced(text, lines, span, []);
}

const linesOf = (text: string): string[] => text.split("\n");

const startOf = ({
  tags = [],
  location,
}: {
  tags?: readonly { location: { line: number } }[];
  location: { line: number };
}) => Math.min(location.line, ...tags.map((tag) => tag.location.line));

/** Returns the first lines of all parts of a feature and its rules. */
function blockStarts(text: string): number[] {
  const { feature } = parseFeature(text);
  const blocks = feature.children.flatMap((child) => [
    child.background,
    child.scenario,
    child.rule,
    ...(child.rule?.children.flatMap((one) => [one.background, one.scenario]) ?? []),
  ]);
  return blocks.flatMap((one) => (one ? [startOf(one)] : [])).sort((a, b) => a - b);
}

/** Returns the last line up to `limit` with content of the block that begins at `start`. Trailing comments and blank lines belong to no block. */
function trimmedEnd(lines: readonly string[], start: number, limit: number): number {
  let end = Math.min(limit, lines.length);
  while (end > start && /^\s*(#|$)/.test(lines[end - 1] ?? "")) end -= 1;
  return end;
}

function findScenario(text: string, id: string): ScenarioNode {
  const nodes = listScenarios(parseFeature(text).feature);
  const ids = scenarioIds(nodes);
  // The id of an outline's row refers to the outline.
  const known = nodes.map((node) => ids.get(node.scenario.id) ?? "");
  const at = known.findIndex(
    (one) => one === id || (id.startsWith(`${one}.`) && /^\.\d+\.\d+$/.test(id.slice(one.length))),
  );
  const node = nodes[at];
  if (!node) throw missing(`The feature has no scenario "${id.slice(0, 100)}".`, known);
  return node;
}

function scenarioSpan(text: string, id: string): { lines: string[]; span: Span; node: ScenarioNode; indent: string } {
  const node = findScenario(text, id);
  const lines = linesOf(text);
  const start = startOf(node.scenario);
  const next = blockStarts(text).find((line) => line > node.scenario.location.line);
  const end = trimmedEnd(lines, node.scenario.location.line, next === undefined ? lines.length : next - 1);
  return { lines, span: { start, end }, node, indent: indentOf(lines, node.scenario.location.line) };
}

function stepSpans(text: string, scenario: Scenario, lines: readonly string[]): Span[] {
  const next = blockStarts(text).find((line) => line > scenario.location.line);
  const limit = Math.min(
    ...scenario.examples.map((one) => startOf(one) - 1),
    next === undefined ? lines.length : next - 1,
  );
  return scenario.steps.map((step: Step, at) => {
    const start = step.location.line;
    const following = scenario.steps[at + 1]?.location.line;
    return { start, end: trimmedEnd(lines, start, following === undefined ? limit : following - 1) };
  });
}

function stepSpan(text: string, id: string, index: number): { lines: string[]; span: Span } {
  const { lines, node } = scenarioSpan(text, id);
  const span = stepSpans(text, node.scenario, lines)[index];
  if (!span) throw noStep(node.scenario, index);
  return { lines, span };
}

/** Returns the last line of the description of a scenario without steps. */
function descriptionEnd(text: string, scenario: Scenario, lines: readonly string[]): number {
  const next = blockStarts(text).find((line) => line > scenario.location.line);
  const limit = Math.min(
    ...scenario.examples.map((one) => startOf(one) - 1),
    next === undefined ? lines.length : next - 1,
  );
  return trimmedEnd(lines, scenario.location.line, limit);
}

const indentOf = (lines: readonly string[], line: number): string => /^[ \t]*/.exec(lines[line - 1] ?? "")?.[0] ?? "";

/** Indents the lines of a part. Their relative indentation stays the same. */
function indented(part: string, indent: string): string[] {
  const lines = part
    .replace(/\r/g, "")
    .replace(/^(?:[ \t]*\n)+|\s+$/g, "")
    .split("\n");
  const own = Math.min(...lines.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)![0].length));
  return lines.map((line) => (line.trim() === "" ? "" : indent + line.slice(own)));
}

/** Inserts lines after line `after`, with the line endings of the text. */
function inserted(text: string, lines: string[], after: number, added: readonly string[]): string {
  return replaced(text, lines, { start: after + 1, end: after }, added);
}

function replaced(text: string, lines: string[], { start, end }: Span, added: readonly string[]): string {
  const eol = text.includes("\r\n") ? "\r" : "";
  const out = [...lines];
  const atEnd = start > out.length;
  // The last line of the text may have no line ending.
  if (atEnd && added.length > 0 && out.length > 0) out[out.length - 1] = `${out.at(-1)?.replace(/\r$/, "")}${eol}`;
  out.splice(start - 1, end - start + 1, ...added.map((line) => line + eol));
  return out.join("\n");
}

function checkScenario(scenario: string): void {
  const { feature } = parsePart("Feature: part\n", scenario, "a scenario");
  const [child, ...more] = feature.children;
  if (!child?.scenario || more.length > 0)
    throw notOne("scenario", 'It begins with "Scenario:" or "Scenario Outline:".');
}

function checkStep(step: string): void {
  const { feature } = parsePart("Feature: part\nScenario: part\n", step, "a step");
  const scenario = feature.children[0]?.scenario;
  const alone = feature.children.length === 1 && scenario?.steps.length === 1 && scenario.examples.length === 0;
  if (!alone || scenario.description.trim() !== "")
    throw notOne(
      "step",
      "It begins with Given, When, Then, And, But or *, and may have a table or doc string below it.",
    );
}

function parsePart(above: string, part: string, what: string) {
  if (/^\s*#\s*language\s*:/m.test(part)) throw notOne(what.replace(/^a /, ""), "A language cannot be chosen.");
  return parseFeature(above + part);
}

const notOne = (what: string, hint: string) =>
  new ProductError("validation_error", `The text must hold one ${what} and nothing else. ${hint}`, {
    fields: [{ path: what, message: `must hold one ${what} and nothing else` }],
  });

const noStep = ({ steps, name }: Scenario, index: number) =>
  new ProductError(
    "not_found",
    `The scenario "${name.slice(0, 100)}" has no step ${index}: its ${steps.length} steps are counted from 0.`,
  );

function missing(message: string, known: readonly string[]): ProductError {
  const names = known.slice(0, 10).map((one) => `"${one}"`);
  return new ProductError(
    "not_found",
    `${message} It has ${names.join(", ") || "none"}${known.length > 10 ? " and others" : ""}.`,
  );
}
