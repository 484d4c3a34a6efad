// Accessibility: axe-core at two widths, the keyboard, and reflow.
import type { A11yData } from "../../../domain/pillars/a11y/gathered.ts";
import type { PillarAudit } from "../../audit/pillar.ts";
import { gather } from "./gather.ts";
import { judge } from "./judge.ts";

export const createAudit = (): PillarAudit<A11yData> => ({ ...judge, gather });
