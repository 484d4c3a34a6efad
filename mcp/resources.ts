// Resources: what a client can give an agent without a call. Each is the answer of a tool.

import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { NOTHING_YET } from "../domain/errors.ts";
import { percentDecoded } from "../domain/text.ts";
import type { McpBackend } from "./backend.ts";

/** `empty`: the data if there is nothing yet, for tools that refuse the call then. */
type Backed = { name: string; tool: string; title: string; description: string; empty?: Record<string, unknown> };

const RESOURCES: readonly Backed[] = [
  {
    name: "latest-failures",
    tool: "get_run_failures",
    title: "Latest failures",
    description: "What failed in the latest completed visual run, worst first.",
    empty: { runId: null, failed: 0, total: 0, changes: 0, failures: [], nextCursor: null },
  },
  {
    name: "quality-score",
    tool: "get_quality_score",
    title: "Quality score",
    description: "The project's quality score and the scores of its pillars.",
  },
  {
    name: "site-health",
    tool: "get_site_health",
    title: "Site health",
    description: "Health of the site over its latest runs, with pillars and coverage.",
  },
  {
    name: "scenarios",
    tool: "list_scenarios",
    title: "Scenarios",
    description: "The pages under test, with URL, viewports and last verdict.",
  },
];

const mimeType = "application/json";

export function listResources(): Resource[] {
  return RESOURCES.map(({ name, title, description }) => ({
    uri: `svc://${name}`,
    name,
    title,
    description,
    mimeType,
  }));
}

/** Lists the same resources for a named project, for keys that can access several. */
export function listResourceTemplates(): ResourceTemplateType[] {
  return RESOURCES.map(({ name, title, description }) => ({
    uriTemplate: `svc://${name}/{project}`,
    name: `${name}-of-project`,
    title: `${title} of a project`,
    description,
    mimeType,
  }));
}

/**
 * Reads a resource. Throws a protocol error if the URI is unknown, or with the tool's message if the tool refuses. A project without any
 * runs is not an error: its resources are empty.
 */
export async function readResource(backend: McpBackend, uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
  const [, name, project] = /^svc:\/\/([\w-]+)(?:\/([^/?#]+))?$/.exec(uri) ?? [];
  const resource = RESOURCES.find((one) => one.name === name);
  if (!resource) {
    const known = RESOURCES.map((one) => `svc://${one.name}`).join(", ");
    throw new ResourceNotFoundError(uri, `There is no resource "${uri.slice(0, 200)}"; known: ${known}.`);
  }
  const { envelope } = await backend.invoke(resource.tool, project ? { project: percentDecoded(project) } : {}, signal);
  if (resource.empty && envelope.error?.reason === NOTHING_YET) {
    const { tool, summary, warnings, nextActions } = envelope;
    const nothing = { ok: true, tool, summary, data: resource.empty, warnings, nextActions };
    return { contents: [{ uri, mimeType, text: JSON.stringify(nothing) }] };
  }
  if (!envelope.ok) throw new ProtocolError(ProtocolErrorCode.InternalError, envelope.summary, { ...envelope.error });
  return { contents: [{ uri, mimeType, text: JSON.stringify(envelope) }] };
}
