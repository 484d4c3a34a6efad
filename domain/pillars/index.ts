// Every pillar, in display order. All tables of pillars are derived from this list.
import { a11y } from "./a11y/pillar.ts";
import { functional } from "./functional/pillar.ts";
import { perf } from "./perf/pillar.ts";
import { privacy } from "./privacy/pillar.ts";
import { security } from "./security/pillar.ts";
import { seo } from "./seo/pillar.ts";
import { tracking } from "./tracking/pillar.ts";
import { visual } from "./visual/pillar.ts";

export const DECLARED_PILLARS = [visual, functional, a11y, perf, seo, security, tracking, privacy] as const;
