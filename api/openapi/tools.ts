// Tool calls in the OpenAPI document: one endpoint with many shapes, distinguished by the tool's name.
import { exampleCall } from "../tools/catalogue.ts";
import { dataSchemaOf, inputSchemaOf, type JsonSchema } from "../tools/jsonSchema.ts";
import type { AnyTool } from "../tools/tool.ts";

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const callName = (tool: AnyTool) => `${tool.name}_call`;
const answerName = (tool: AnyTool) => `${tool.name}_answer`;

/** Returns body, examples, responses and components of an endpoint that calls these tools. */
export function callsOf(tools: readonly AnyTool[]) {
  const answering = (some: readonly AnyTool[]) => ({ anyOf: some.map((tool) => ref(answerName(tool))) });
  return {
    bodyDocument: {
      oneOf: tools.map((tool) => ref(callName(tool))),
      discriminator: {
        propertyName: "tool",
        mapping: Object.fromEntries(tools.map((tool) => [tool.name, `#/components/schemas/${callName(tool)}`])),
      },
    },
    examples: Object.fromEntries(tools.map((tool) => [tool.name, exampleCall(tool)])),
    answers: {
      200: { description: "The tool's answer.", schema: answering(tools) },
      202: {
        description: "The run has started (tools that map to CI endpoints).",
        schema: answering(tools.filter(({ ci }) => ci?.status === 202)),
      },
    },
    components: () => toolSchemas(tools),
  };
}

/** Returns the call and the response of every tool as components. */
function toolSchemas(tools: readonly AnyTool[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    tools.flatMap((tool) => [
      [callName(tool), callSchema(tool)],
      [answerName(tool), answerSchema(tool)],
    ]),
  );
}

function callSchema(tool: AnyTool): JsonSchema {
  const args = inputSchemaOf(tool);
  return {
    title: tool.title,
    description: tool.description,
    type: "object",
    properties: { tool: { const: tool.name }, args },
    required: args.required === undefined ? ["tool"] : ["tool", "args"],
  };
}

function answerSchema(tool: AnyTool): JsonSchema {
  const data = dataSchemaOf(tool);
  if (tool.ci) return { title: `${tool.title}: the CI body`, ...data };
  return {
    title: `Answer of ${tool.name}`,
    allOf: [ref("ToolSuccess"), { type: "object", properties: { tool: { const: tool.name }, data } }],
  };
}
