import { auditA11y } from "../../../domain/pillars/a11y/audit.ts";
import type { A11yData } from "../../../domain/pillars/a11y/gathered.ts";
import type { Judge } from "../../audit/pillar.ts";

export const a11yJudge: Judge<A11yData> = { audit: (data, _page, _run, place) => auditA11y(data, place) };
