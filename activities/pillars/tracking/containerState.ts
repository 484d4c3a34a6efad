// Reads what a tag manager's container computed from functions that a page pushed: they are never run here, only the result is read.
import { inTime } from "../../../browsers/page/inTime.ts";
import type { Visit } from "../../../browsers/page/visit.ts";
import type { Push } from "../../../domain/pillars/tracking/observation.ts";
import { redactParameters } from "../../../domain/pillars/tracking/redact.ts";

const READ_MS = 2_000;
const MAX_NAMES = 60;
const MAX_ANSWER = 100_000;

/** `names`: planned attributes. Undefined: no function was pushed. null: no container of a known kind uses the layer. */
export async function containerState(
  { page, guard }: Visit,
  pushes: readonly Push[],
  names: readonly string[],
): Promise<Record<string, unknown> | null | undefined> {
  if (!pushes.some(({ form }) => form === "function")) return undefined;
  const roots = [...new Set(names.map((name) => name.split(/[.[]/)[0] ?? name))].slice(0, MAX_NAMES);
  let answer: string | null = null;
  const asked = page.evaluate(readContainers, roots).then((text) => {
    answer = text;
  });
  await inTime(guard, asked, READ_MS);
  return answer === null ? null : parsed(answer);
}

function parsed(answer: string): Record<string, unknown> | null {
  if (typeof answer !== "string" || answer.length > MAX_ANSWER) return null;
  try {
    const value: unknown = JSON.parse(answer);
    if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
    return redactParameters(value as Record<string, unknown>);
  } catch {
    return null;
  }
}

/** Runs in the page: Google Tag Manager exposes the model of each container as `google_tag_manager[id].dataLayer.get`. */
function readContainers(names: string[]): string | null {
  const { google_tag_manager: containers } = window as unknown as {
    google_tag_manager?: Record<string, { dataLayer?: { get?(name: string): unknown } }>;
  };
  if (typeof containers !== "object" || containers === null) return null;
  const held: Record<string, unknown> = {};
  let asked = false;
  for (const id of Object.keys(containers).slice(0, 20)) {
    const layer = containers[id]?.dataLayer;
    if (typeof layer?.get !== "function") continue;
    asked = true;
    for (const name of names) {
      const value = layer.get(name);
      if (value !== undefined) held[name] = value;
    }
  }
  return asked ? JSON.stringify(held) : null;
}
