// All migrations, in order. A new one needs a file, a line here, and a new DATA_VERSION in domain/dataVersion.ts.
import { modes } from "./0001-modes.ts";
import { problems } from "./0002-problems.ts";
import { review } from "./0003-review.ts";
import { indexes } from "./0004-indexes.ts";
import { scenarioIds } from "./0005-scenario-ids.ts";
import type { Migration } from "./migration.ts";

export const MIGRATIONS: readonly Migration[] = [modes, problems, review, indexes, scenarioIds];
