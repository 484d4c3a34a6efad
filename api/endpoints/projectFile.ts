// A project's configuration as a file: read, planned and applied as a whole.
import { object } from "yup";
import { convert } from "../../domain/import/convert.ts";
import { FORMATS } from "../../domain/import/formats.ts";
import { refused } from "../../domain/import/problems.ts";
import { APPLY_MODES } from "../../domain/projectFile/types.ts";
import { bodyOf, choice, closed, flag, requiredText, text, validated } from "../lib/validate.ts";
import { projectFileSchema } from "../openapi/projectFileSchema.ts";
import { requireChange } from "../operations/keys/planGate.ts";
import {
  type ApplyInput,
  applyProjectFile,
  isCiKey,
  requireApplyRight,
  requirePlanRight,
} from "../operations/projectFile/apply.ts";
import { readProjectFile } from "../operations/projectFile/present.ts";
import { appliedConfig, configFile, convertedConfig } from "./answers/projectFile.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";
import { toolReaders } from "./permits.ts";

/** Maximum length of a file to convert, in characters. */
const MAX_TEXT = 1_000_000;

const read = defineEndpoint({
  ...toolReaders,
  method: "get",
  path: "/api/config",
  id: "readConfig",
  tag: "Administration",
  summary: "A project's configuration, as in plumbline.yml",
  description:
    "Values by which protected sites are entered are never in it, only the names of the variables that they came from.",
  access: "either",
  query: closed({ project: text(100) }),
  limits: ["ci"],
  noStore: true,
  answers: { 200: { description: "The configuration.", json: configFile } },
  refusals: { 404: "The project is unknown." },
  handle: async ({ ctx, caller, query }) => ({ json: await readProjectFile(ctx, caller, query) }),
});

const ENVELOPE = {
  project: text(100).meta({ description: "Slug of the project; without it the one that the file names" }),
  mode: choice(APPLY_MODES).required().meta({
    description:
      "compare: the differences, also those that could not be applied. plan: refuses what apply would refuse",
  }),
  prune: flag().meta({ description: "Also delete what the file's sections do not name" }),
  branch: text(255).meta({
    description:
      "The branch that the file is of. Of another one than the main branch only new scenarios are taken, and only runs of that branch visit them",
  }),
  expected: text(100).meta({ description: "The state that was planned from; another one is a conflict" }),
};

const apply = defineEndpoint({
  method: "post",
  path: "/api/config",
  id: "applyConfig",
  tag: "Administration",
  summary: "Plan or apply a configuration",
  description:
    "`config` is plumbline.yml as JSON, with the contents of the files that it names; `values` holds the environment variables that it names. Only `apply` changes anything. Applying the same again changes nothing either.",
  access: "either",
  allowed:
    "keys of scope mcp_full, on plans that let agents change things; to plan, keys of scope ci too; the role admin",
  async permit(ctx, caller) {
    requirePlanRight(caller);
    if (!isCiKey(caller)) await requireChange(ctx, caller, "Applying a configuration");
  },
  bodyDocument: object({ ...ENVELOPE, values: object().meta({ description: "By name" }), config: object().required() }),
  bounds: "projectFile",
  bodyRead: "last",
  limits: ["ci"],
  noStore: true,
  answers: { 200: { description: "What differs, or what was changed.", json: appliedConfig } },
  refusals: {
    404: "The project is unknown.",
    409: "The project has changed since it was planned, or another configuration is being applied.",
  },
  async handle({ ctx, caller, req }) {
    const { config, values, ...rest } = bodyOf(req) as Record<string, unknown>;
    const envelope = await validated(closed(ENVELOPE), rest);
    if (envelope.mode === "apply") requireApplyRight(caller);
    return {
      json: await applyProjectFile(ctx, caller, { ...envelope, config, values: valuesOf(values) } as ApplyInput),
    };
  },
});

/** Returns the texts by name. An error names the wrong entry, never its value. */
function valuesOf(values: unknown): Record<string, string> {
  if (values === undefined) return {};
  const entries = Object.entries(typeof values === "object" && values !== null ? values : { values });
  const wrong = entries.filter(([, value]) => typeof value !== "string" || value.length > 64_000);
  if (wrong.length > 0)
    throw refused(
      "The values are not right",
      wrong.map(([name]) => ({ path: `values.${name}`, message: "must be a text of at most 64,000 characters" })),
    );
  return Object.fromEntries(entries) as Record<string, string>;
}

const schema = defineEndpoint({
  method: "get",
  path: "/api/config/schema",
  id: "configSchema",
  tag: "Service",
  summary: "JSON Schema of plumbline.yml, for editors",
  access: "open",
  withoutDatabase: true,
  answers: { 200: { description: "The schema.", types: ["application/schema+json"] } },
  handle({ res }) {
    res.set("Cache-Control", "no-cache").type("application/schema+json").send(JSON.stringify(projectFileSchema()));
  },
});

const CONVERT = closed({ format: choice(FORMATS).required(), text: requiredText(MAX_TEXT) });

const convertFile = defineEndpoint({
  ...toolReaders,
  method: "post",
  path: "/api/config/convert",
  id: "convertConfig",
  tag: "Administration",
  summary: "The configuration of another tool as sections of plumbline.yml",
  description: "Changes nothing. What has no counterpart is listed, with the reason.",
  access: "either",
  body: CONVERT,
  bounds: "tool",
  bodyRead: "last",
  limits: ["ci"],
  answers: { 200: { description: "The sections.", json: convertedConfig } },
  handle: ({ body }) => ({ json: convert(body.format, body.text) }),
});

export const projectFileEndpoints: EndpointArea = {
  name: "projectFile",
  endpoints: [read, apply, convertFile, schema],
};
