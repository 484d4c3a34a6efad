// What waits for review by runs that ended before it was kept.
import { fillReview } from "../reviewItems/fill.ts";
import type { Migration } from "./migration.ts";

export const review: Migration = { version: 3, about: "what waits for review is kept", fill: fillReview };
