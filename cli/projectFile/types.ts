// Types of the service's configuration responses, as far as the commands use them.
import type { AnswerAt } from "../../api/endpoints/typedPath.ts";

export type View = Record<string, unknown>;
/** plumbline.yml as data. In the file, `features` and `tracking` name files; when sent, they contain the contents. */
export type Config = View & { project?: { slug?: string }; environments?: unknown };

export type Applied = AnswerAt<"POST", "/api/config">;
export type Change = Applied["changes"][number];
export type Part = Applied["kept"][number];
