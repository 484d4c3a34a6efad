// Words for problems and their people. Pure functions.
import type { ProblemAnswer } from "../../../api/endpoints/answers/problems.ts";
import type { AnswerAt } from "../../../api/endpoints/typedPath.ts";

export type Problem = ProblemAnswer;
export type Member = Pick<AnswerAt<"GET", "/api/app/members">["members"][number], "email" | "name" | "you">;
