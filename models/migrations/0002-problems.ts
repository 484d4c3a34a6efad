// Problems of runs that ended before problems were kept.
import { fillProblems } from "../problems/fill.ts";
import type { Migration } from "./migration.ts";

export const problems: Migration = { version: 2, about: "problems are kept", fill: fillProblems };
