// Words for problems and their people. Pure functions.
import type { ProblemAnswer } from "../../../api/endpoints/answers/problems.ts";
import type { AnswerAt } from "../../../api/endpoints/typedPath.ts";
import { formatCount } from "./format.ts";

export type Problem = ProblemAnswer;
export type Member = Pick<AnswerAt<"GET", "/api/app/members">["members"][number], "email" | "name" | "you">;

const SITE = "The whole site";

export const nameOfPlace = ({ label, page }: Problem["places"][number]): string => label || page || SITE;

type Placed = Pick<Problem, "places" | "placeCount"> & { evidence?: Pick<Problem["evidence"], "target"> };

/** "Home", "Home and Cart", "Home and 3 more". For a problem of the whole site, the part that distinguishes it: "The whole site: /.env". */
export function placesText({ places, placeCount, evidence }: Placed): string {
  const [first = "", ...others] = new Set(places.map(nameOfPlace));
  const more = others.length + placeCount - places.length;
  if (more === 0) return first === SITE && evidence?.target ? `${SITE}: ${evidence.target}` : first;
  return more === 1 && others[0] ? `${first} and ${others[0]}` : `${first} and ${formatCount(more)} more`;
}
