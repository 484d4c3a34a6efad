// What a tool of the gateway is: one declared object, from which validation, gates, catalogue, OpenAPI, MCP and documents come.
import type { AnyObject, ObjectSchema, ObjectShape, Schema } from "yup";
import type { IntentWords } from "../../domain/guidance/intents.ts";
import type { Environment } from "../../models/environments/schema.ts";
import type { Project } from "../../models/projects/schema.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { closed, type Validated } from "../lib/validate.ts";
import { COMMON_ARGS } from "./args.ts";

/** Files of this folder, in the order in which the catalogue shows them. */
export const TOOL_AREAS = [
  "setup",
  "jobs",
  "vrt",
  "functional",
  "pages",
  "audits",
  "reports",
  "tracking",
  "guidance",
] as const;
export type ToolArea = (typeof TOOL_AREAS)[number];

/** A call that makes sense next: valid args of a tool that exists. */
export type NextAction = {
  label: string;
  tool: string;
  args?: Record<string, unknown>;
  /** Of a tool that changes something: a person agrees before `confirm: true` is added. */
  needsConfirm?: true;
};

/** A stored picture that an answer is about; faces that can show pictures load it. */
export type ToolPicture = { artifactId: string; label: string };

/** What a tool answers; the envelope is put around it in one place. */
export type ToolAnswer<D = unknown> = {
  /** One line for a person, without a line break. */
  summary: string;
  data: D;
  warnings?: string[];
  nextActions?: NextAction[];
  pictures?: ToolPicture[];
  /** The tool ran, and what it tells of failed: the envelope is an error that carries all the data. */
  failed?: { code: "proof_failed"; message: string };
};

/** What a tool works with. The gates have been passed, args are valid, and the project is one that the caller may see. */
export type ToolUse = {
  ctx: OperationContext;
  caller: Caller;
  /** The project that the call means. Throws where the tool was declared without one. */
  project: Project;
  /** The environment that was named, or null. */
  environment: Environment | null;
  /** The catalogue that this tool was found in. */
  tools: readonly AnyTool[];
  /** Fires when the caller disconnects. */
  signal: AbortSignal;
};

type Declared<A extends ObjectShape> = {
  name: string;
  title: string;
  /** Two or three sentences: what it answers, when to call it, what to call next. Agents pay for each word. */
  description: string;
  area: ToolArea;
  profile: "qa" | "full";
  /** Listed by the profile `core` too, beside a tool that finds the others and one that calls them. */
  core?: true;
  /** Changes something: needs `confirm: true`, the scope mcp_full and a plan with mutating tools. */
  mutating: boolean;
  /** The contract lists it among the reading tools, and its calls add to what is stored: it asks for the right to change, not for confirm. */
  adds?: true;
  /** Of a mutating tool: it takes away or overwrites what was there. */
  destructive?: boolean;
  /** Of a mutating tool: the same call again changes nothing more. */
  idempotent?: boolean;
  /** Reaches out to the site, to GitHub or to the like, beyond the service's own data. */
  openWorld?: boolean;
  /** Answers a CI shape instead of the envelope. `status`: of a success. */
  ci?: { status: 200 | 202 };
  /** Starts a job and answers its id. */
  async?: true;
  /** Whether a project is resolved before `run`; false for tools that are about all of them. */
  project: boolean;
  /** The args that agents are shown; a common one named here may be made stricter (required). The others are accepted too. */
  args: A;
  /** Its lists of scenarios and viewports choose what it works on: `scenarioLabel` and `viewport` then mean one entry of them. */
  narrows?: true;
  /** Args of `args` that are accepted and documented, but not worth a token of every conversation. */
  quiet?: readonly string[];
  /** Parts of `data` that quote tested pages, such as `findings` or `regions[].text`: answers that hold some are marked. */
  pageText?: readonly string[];
  /** Shape of `data`, for the catalogue; tests hold every answer against it. */
  data: Schema;
  /** How a message asks for it; a tool without it is found by its name only. */
  intent?: IntentWords;
  /** Valid args, for documents and tests; a mutating tool's are shown with `confirm: true`. */
  example: Record<string, unknown>;
};

export type ToolArgs<A extends ObjectShape> = Validated<ReturnType<typeof closed<typeof COMMON_ARGS & A>>>;

export type Tool<A extends ObjectShape = ObjectShape> = Declared<A> & {
  /** The common args and its own. */
  schema: ObjectSchema<AnyObject>;
  run(use: ToolUse, args: ToolArgs<A>): Promise<ToolAnswer>;
};

// biome-ignore lint/suspicious/noExplicitAny: a registry of tools whose args differ; each was checked where it was declared.
export type AnyTool = Tool<any>;

/** The right that a caller needs to call it. */
export const rightOf = ({ mutating, adds }: Pick<AnyTool, "mutating" | "adds">): "mcpRead" | "mcpWrite" =>
  mutating || adds ? "mcpWrite" : "mcpRead";

/** What is known by name of each tool that was declared: suggestions are made of tools of files that import one another. */
const DECLARED = new Map<string, { args: ReadonlySet<string>; mutating: boolean }>();

/** Whether the tool declares the arg, and does not merely accept it as every tool does the common ones. */
export const takes = (tool: string, arg: string): boolean => DECLARED.get(tool)?.args.has(arg) ?? false;

/** Whether the tool changes something. */
export const isMutating = (tool: string): boolean => DECLARED.get(tool)?.mutating ?? false;

/** What the catalogue knows of each suggested call; no tool says it by itself. */
export const withConfirms = (actions: readonly NextAction[]): NextAction[] =>
  actions.map((action) => (isMutating(action.tool) ? { ...action, needsConfirm: true } : action));

/** Declares a tool. Throws at start-up when the declaration contradicts itself. */
export function defineTool<const A extends ObjectShape>(
  declared: Declared<A> & { run(use: ToolUse, args: ToolArgs<A>): Promise<ToolAnswer> },
): Tool<A> {
  if (!/^[a-z][a-z0-9_]*$/.test(declared.name)) throw new Error(`${declared.name} is not the name of a tool.`);
  if (!declared.mutating && (declared.destructive || declared.idempotent !== undefined))
    throw new Error(`${declared.name} changes nothing, so it cannot be destructive or idempotent.`);
  DECLARED.set(declared.name, { args: new Set(Object.keys(declared.args)), mutating: declared.mutating });
  // The exact type lives on in the parameter of `run`; a registry needs the general one.
  const shape: ObjectShape = { ...COMMON_ARGS, ...declared.args };
  const schema: ObjectSchema<AnyObject> = closed(shape);
  return { ...declared, schema };
}
