// Names of the data layers from which a project's tracking is read.
import type { Project } from "../../models/projects/schema.ts";

export function layersOf(project: Pick<Project, "settings"> | null): string[] {
  const audits = project?.settings?.audits as Record<string, { dataLayerNames?: unknown }> | undefined;
  const names = audits?.tracking?.dataLayerNames;
  return Array.isArray(names) && names.length > 0 ? names.map(String) : ["dataLayer"];
}
