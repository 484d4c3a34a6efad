// What the configuration of another tool becomes.
import type { ProjectFile } from "../projectFile/types.ts";
import type { LeftOut } from "./types.ts";

export type Converted = {
  sections: Pick<ProjectFile, "scenarios" | "viewports" | "settings" | "features">;
  /** Not taken over, each with the reason. */
  leftOut: LeftOut[];
};
