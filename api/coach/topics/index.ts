// All topics of the built-in planner. If two match equally, the earlier one wins.
import type { Topic } from "../topic.ts";
import { actionTopics } from "./actions.ts";
import { elsewhereTopics, refusal } from "./elsewhere.ts";
import { functionalTopics } from "./functional.ts";
import { pageTopics } from "./pages.ts";
import { runTopics } from "./runs.ts";
import { serviceTopics } from "./service.ts";
import { standingTopics } from "./standing.ts";
import { terms } from "./terms.ts";
import { trackingTopics } from "./tracking.ts";
import { who } from "./who.ts";

export const TOPICS: readonly Topic[] = [
  refusal,
  who,
  ...elsewhereTopics,
  terms,
  ...actionTopics,
  ...trackingTopics,
  ...functionalTopics,
  ...pageTopics,
  ...runTopics,
  ...standingTopics,
  ...serviceTopics,
];
