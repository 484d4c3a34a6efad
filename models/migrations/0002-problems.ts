// Adds problems of runs that ended before problems were stored.
import { fillProblems } from "../problems/fill.ts";
import type { Migration } from "./migration.ts";

export const problems: Migration = { version: 2, about: "storing problems", fill: fillProblems };
