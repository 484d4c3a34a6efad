// Step definitions that every project has. Most features need no others.
import type { StepDef } from "../stepDef.ts";
import { CLICKING } from "./clicking.ts";
import { DIALOGS } from "./dialogs.ts";
import { DOWNLOADS, FILES } from "./files.ts";
import { FORMS } from "./forms.ts";
import { FRAMES } from "./frames.ts";
import { NAVIGATION } from "./navigation.ts";
import { COOKIES, TEXT, TRACKING, URL_STEPS } from "./pages.ts";
import { ROWS } from "./rows.ts";
import { TABLES } from "./tables.ts";
import { VISIBILITY } from "./visibility.ts";

export const BUILTIN_STEP_DEFS: readonly StepDef[] = [
  ...NAVIGATION,
  ...CLICKING,
  ...FORMS,
  ...TABLES,
  ...ROWS,
  ...DIALOGS,
  ...FILES,
  ...FRAMES,
  ...VISIBILITY,
  ...TEXT,
  ...URL_STEPS,
  ...COOKIES,
  ...DOWNLOADS,
  ...TRACKING,
];
