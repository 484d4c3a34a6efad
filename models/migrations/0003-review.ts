// Adds review items of runs that ended before these were stored.
import { fillReview } from "../reviewItems/fill.ts";
import type { Migration } from "./migration.ts";

export const review: Migration = { version: 3, about: "storing review items", fill: fillReview };
