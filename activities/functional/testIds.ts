// The attribute that a project's test ids are read from.
import type { Project } from "../../models/projects/schema.ts";

/** undefined: Playwright's own, data-testid. */
export const testIdAttributeOf = (project: Pick<Project, "settings"> | null): string | undefined =>
  project?.settings?.functional?.testIdAttribute;
