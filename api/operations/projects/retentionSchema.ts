// Schema of a project's retention settings, derived from the table of kinds.
import { number, object } from "yup";
import {
  byRetentionKind,
  MAX_RETENTION_DAYS,
  MAX_RETENTION_RUNS,
  RETENTION,
  type RetentionKind,
  type RetentionRule,
  retentionRules,
  ruleProblem,
} from "../../../domain/words/retention.ts";

const rule = (kind: RetentionKind) => {
  const { title, days, runs } = RETENTION[kind];
  return object({
    days: number().integer().min(0).max(MAX_RETENTION_DAYS),
    runs: number().integer().min(0).max(MAX_RETENTION_RUNS),
  })
    .noUnknown()
    .default(undefined)
    .meta({ description: `${title}: kept for so many days (${days}), and so many of the newest at least (${runs})` })
    .test("makes-sense", (given, { createError, path }) => {
      const wanted = retentionRules({ [kind]: given as Partial<RetentionRule> | undefined });
      const problem = ruleProblem(kind, wanted[kind]);
      return problem === null ? true : createError({ path: `${path}.days`, message: problem });
    });
};

/** How long runs and jobs are kept, by kind. Omitted kinds use the default; a rule that would keep nothing is rejected. */
export const retentionSchema = () => object(byRetentionKind(rule)).noUnknown().default(undefined);
