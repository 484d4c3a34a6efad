// Declares gateway tools: one object each, from which validation, gates, catalogue, OpenAPI, MCP and documents are derived.
import type { AnyObject, ObjectSchema, ObjectShape, Schema } from "yup";
import type { IntentWords } from "../../domain/guidance/intents.ts";
import type { Environment } from "../../models/environments/schema.ts";
import type { Project } from "../../models/projects/schema.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { closed, type Validated } from "../lib/validate.ts";
import { COMMON_ARGS } from "./args.ts";

/** Files of this folder, in the catalogue's order. */
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

/** A suggested next call: valid args of an existing tool. */
export type NextAction = {
  label: string;
  tool: string;
  args?: Record<string, unknown>;
  /** Set if the tool changes something: a person must agree before `confirm: true` is added. */
  needsConfirm?: true;
};

/** A stored picture that an answer is about; clients that can show pictures get it. */
export type ToolPicture = { artifactId: string; label: string };

/** Answer of a tool; the envelope is added in one place. */
export type ToolAnswer<D = unknown> = {
  /** One line for a person, without a line break. */
  summary: string;
  data: D;
  warnings?: string[];
  nextActions?: NextAction[];
  pictures?: ToolPicture[];
  /** Set if the tool ran but reports a failure: the envelope is then an error that contains all the data. */
  failed?: { code: "proof_failed"; message: string };
};

/** What a tool works with. The gates have been passed, the args are valid, and the caller may see the project. */
export type ToolUse = {
  ctx: OperationContext;
  caller: Caller;
  /** Project of the call. Throws if the tool does not take one. */
  project: Project;
  /** The named environment, or null. */
  environment: Environment | null;
  /** The catalogue that contains this tool. */
  tools: readonly AnyTool[];
  /** Aborts when the caller disconnects. */
  signal: AbortSignal;
};

type Declared<A extends ObjectShape> = {
  name: string;
  title: string;
  /** Two or three sentences: what it returns, when to call it, what to call next. Every word costs agents tokens. */
  description: string;
  area: ToolArea;
  profile: "qa" | "full";
  /** Also listed by the profile `core`, which otherwise has only a tool to find the others and one to call them. */
  core?: true;
  /** Whether it changes something: it then needs `confirm: true`, the scope mcp_full and a plan with mutating tools. */
  mutating: boolean;
  /** Set if its calls add to stored data although the contract lists it as a reading tool: it needs the right to change, but no confirm. */
  adds?: true;
  /** For mutating tools: whether it removes or overwrites existing data. */
  destructive?: boolean;
  /** For mutating tools: whether repeating the call changes nothing more. */
  idempotent?: boolean;
  /** Whether it accesses the site, GitHub or other systems beyond the service's own data. */
  openWorld?: boolean;
  /** Set if it answers in a CI shape instead of the envelope. `status` is that of a success. */
  ci?: { status: 200 | 202 };
  /** Set if it starts a job and returns its id. */
  async?: true;
  /**
   * Args that agents are shown. Listing a common arg here can make it stricter (required); the other common args are accepted too. With
   * `project`, the project is resolved before `run`; tools without it cover all projects.
   */
  args: A;
  /** Set if its lists of scenarios and viewports select what it works on, so that `scenarioLabel` and `viewport` stand for a list with one entry. */
  narrows?: true;
  /** Args that are accepted and documented, but not worth their tokens in every conversation. */
  quiet?: readonly string[];
  /** Parts of `data` that quote tested pages, such as `findings` or `regions[].text`; answers that contain any are marked. */
  pageText?: readonly string[];
  /** Schema of `data` for the catalogue; tests check every answer against it. */
  data: Schema;
  /** How a message asks for it; a tool without it is found only by its name. */
  intent?: IntentWords;
  /** Valid args for documents and tests; those of a mutating tool are shown with `confirm: true`. */
  example: Record<string, unknown>;
};

export type ToolArgs<A extends ObjectShape> = Validated<ReturnType<typeof closed<typeof COMMON_ARGS & A>>>;

export type Tool<A extends ObjectShape = ObjectShape> = Declared<A> & {
  /** Whether it works in one project. */
  project: boolean;
  /** The common args and the tool's own. */
  schema: ObjectSchema<AnyObject>;
  run(use: ToolUse, args: ToolArgs<A>): Promise<ToolAnswer>;
};

// biome-ignore lint/suspicious/noExplicitAny: the tools of a registry have different args; each is checked where it is declared.
export type AnyTool = Tool<any>;

/** Returns the right that a caller needs. */
export const rightOf = ({ mutating, adds }: Pick<AnyTool, "mutating" | "adds">): "mcpRead" | "mcpWrite" =>
  mutating || adds ? "mcpWrite" : "mcpRead";

/** What suggestions need to know about each tool, by name. Kept here because the files that define the tools import one another. */
const DECLARED = new Map<string, { args: ReadonlySet<string>; mutating: boolean }>();

/** Whether the tool declares the arg itself, rather than just accepting it as a common arg. */
export const takes = (tool: string, arg: string): boolean => DECLARED.get(tool)?.args.has(arg) ?? false;

export const isMutating = (tool: string): boolean => DECLARED.get(tool)?.mutating ?? false;

/** Adds `needsConfirm` to suggested calls according to the catalogue; tools do not set it themselves. */
export const withConfirms = (actions: readonly NextAction[]): NextAction[] =>
  actions.map((action) => (isMutating(action.tool) ? { ...action, needsConfirm: true } : action));

/** Declares a tool. Throws at start-up if the declaration contradicts itself. */
export function defineTool<const A extends ObjectShape>(
  declared: Declared<A> & { run(use: ToolUse, args: ToolArgs<A>): Promise<ToolAnswer> },
): Tool<A> {
  if (!/^[a-z][a-z0-9_]*$/.test(declared.name)) throw new Error(`${declared.name} is not the name of a tool.`);
  if (!declared.mutating && (declared.destructive || declared.idempotent !== undefined))
    throw new Error(`${declared.name} changes nothing, so it cannot be destructive or idempotent.`);
  DECLARED.set(declared.name, { args: new Set(Object.keys(declared.args)), mutating: declared.mutating });
  // The exact type is kept in the parameter of `run`; a registry needs the general one.
  const shape: ObjectShape = { ...COMMON_ARGS, ...declared.args };
  const schema: ObjectSchema<AnyObject> = closed(shape);
  return { ...declared, project: "project" in declared.args, schema };
}
