// What the service says of configurations, as far as the commands look at it.
import type { AnswerAt } from "../../api/endpoints/typedPath.ts";

export type View = Record<string, unknown>;
/** plumbline.yml as data. `features` and `tracking` name files there, and hold their contents on the way. */
export type Config = View & { project?: { slug?: string }; environments?: unknown };

export type Applied = AnswerAt<"POST", "/api/config">;
export type Change = Applied["changes"][number];
export type Part = Applied["kept"][number];
