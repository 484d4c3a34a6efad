// Patterns of step definitions: Cucumber expressions, limited so that no text can make them slow.
import {
  CucumberExpression,
  type Node,
  NodeType,
  ParameterType,
  ParameterTypeRegistry,
} from "@cucumber/cucumber-expressions";
import { oneLine, truncate } from "../../text.ts";
import type { StepParam } from "../stepDef.ts";

export const MAX_PATTERN = 300;
const MAX_PARAMS = 10;
/** Maximum number of combinations of a pattern's optional and alternative texts. */
const MAX_CHOICES = 64;

export type PatternType = Exclude<StepParam["type"], "table" | "docString">;

/**
 * Parameter types of patterns: those of Cucumber, each with one regular expression (Cucumber's `int` has two). `{}` is `text`.
 * `apart`: which characters may be next to a parameter so that its end is unambiguous.
 */
const TYPES: Record<string, { type: PatternType; regexp: RegExp; apart: RegExp }> = {
  string: {
    type: "string",
    regexp: /"([^"\\]*(?:\\.[^"\\]*)*)"|'([^'\\]*(?:\\.[^'\\]*)*)'/,
    apart: /./su,
  },
  int: { type: "int", regexp: /-?\d+/, apart: /[^\d-]/u },
  float: { type: "float", regexp: /[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:[E][+-]?\d+)?/, apart: /[^\d.E+-]/u },
  word: { type: "word", regexp: /[^\s]+/, apart: /\s/u },
  "": { type: "text", regexp: /.*/, apart: /(?!)/u },
};

/** Also undoes `\\`, which Cucumber leaves: otherwise no text could end with a backslash, or have one before a quotation mark. */
const unescaped = (double?: string, single?: string): string => (double ?? single ?? "").replace(/\\(["'\\])/g, "$1");

/** Contains only our types. */
class Types extends ParameterTypeRegistry {
  override lookupByTypeName(name: string): ParameterType<unknown> | undefined {
    const known = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
    if (!known) return undefined;
    const transform = known.type === "string" ? unescaped : (text?: string) => text ?? "";
    return new ParameterType<unknown>(name, known.regexp, String, transform, false, false, true);
  }
}
const REGISTRY = new Types();

export type Pattern = {
  source: string;
  /** Types of its parameters, in order. */
  types: PatternType[];
  /** Returns the parameter values as written, strings without their quotation marks, or null if the text does not match. */
  match(text: string): string[] | null;
};

/** Parses a pattern. Returns an error sentence if it cannot be used. */
export function readPattern(source: string): Pattern | string {
  if (source.trim() === "" || source !== source.trim()) return "The pattern must be a text without blanks at its ends.";
  if (source.length > MAX_PATTERN) return `The pattern has more than ${MAX_PATTERN} characters.`;
  if (/[\r\n\t]/.test(source)) return "The pattern must be one line.";
  let expression: CucumberExpression;
  try {
    expression = new CucumberExpression(source, REGISTRY);
  } catch (error) {
    return `The pattern is not a cucumber expression: ${truncate(oneLine(error instanceof Error ? error.message : ""), 400)}`;
  }
  const slow = slowness(expression.ast);
  if (slow) return slow;
  const types = paramsIn(expression.ast).map((node) => TYPES[node.text()]!.type);
  return {
    source,
    types,
    match(text: string) {
      // The library's match also computes positions, which is much slower, and most texts do not match.
      if (!expression.regexp.test(text)) return null;
      return (expression.match(text) ?? []).map((argument) => String(argument.getValue(null) ?? ""));
    },
  };
}

function paramsIn(node: Node): Node[] {
  return node.type === NodeType.parameter ? [node] : (node.nodes ?? []).flatMap(paramsIn);
}

/**
 * Returns why a match could be slow, or null. A pattern is fast if each parameter has one possible end, and its optional and
 * alternative texts have few combinations. One parameter with an open end is allowed, because it tries each length of the text once.
 */
function slowness(root: Node): string | null {
  const nodes = root.nodes ?? [];
  const params = paramsIn(root);
  if (params.length > MAX_PARAMS) return `The pattern has more than ${MAX_PARAMS} parameters.`;
  let choices = 1;
  for (const node of nodes) {
    if (node.type === NodeType.optional) choices *= 2;
    if (node.type === NodeType.alternation)
      choices *= (node.nodes ?? []).reduce((all, one) => all + 2 ** optionalsIn(one), 0);
  }
  if (choices > MAX_CHOICES)
    return "The pattern has too many optional or alternative texts. Make two definitions of it.";
  if (params.length !== nodes.filter((node) => node.type === NodeType.parameter).length)
    return "A parameter cannot be in an optional or alternative text.";
  const open = nodes.filter((node, at) => node.type === NodeType.parameter && !hasOneEnd(nodes, at));
  if (open.length > 1)
    return "The pattern has two parameters whose end is open. Put quotation marks ({string}) or blanks around them.";
  return null;
}

const optionalsIn = (node: Node): number => (node.nodes ?? []).filter(({ type }) => type === NodeType.optional).length;

/** Whether what follows the parameter cannot be a part of it. */
function hasOneEnd(nodes: readonly Node[], at: number): boolean {
  const { type, apart } = TYPES[nodes[at]!.text()]!;
  if (type === "string") return true;
  const next = nodes[at + 1];
  if (!next) return type !== "text";
  return next.type === NodeType.text && apart.test([...next.text()][0] ?? "");
}
