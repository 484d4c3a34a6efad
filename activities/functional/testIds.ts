// The attribute from which a project's test ids are read.
import type { Project } from "../../models/projects/schema.ts";

/** undefined: Playwright's default, data-testid. */
export const testIdAttributeOf = (project: Pick<Project, "settings"> | null): string | undefined =>
  project?.settings?.functional?.testIdAttribute;
