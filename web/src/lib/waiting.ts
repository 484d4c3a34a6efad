// Items that wait for the signed-in person.
import { useQuery } from "@tanstack/react-query";
import type { AppWaiting } from "../../../api/endpoints/answers/app/forMe.ts";
import { get } from "./api.ts";
import { againIfAway } from "./away.ts";
import { paths } from "./paths.ts";

export type Waiting = AppWaiting["items"][number];

/** Other projects are not covered by the stream, so their changes are polled at this interval. */
const ELSEWHERE_MS = 60_000;

/** One query for the sidebar, the overview and the page. */
export const useWaiting = () =>
  useQuery({
    queryKey: ["waiting", "thread", "reviewRequest", "problem", "review"],
    queryFn: ({ signal }) => get("/api/app/me/waiting", { signal }),
    refetchInterval: ({ state }) => againIfAway(state.error) || ELSEWHERE_MS,
    staleTime: 5_000,
  });

const SENTENCES: Record<Waiting["kind"], (by: string, title: string) => string> = {
  review: (by, title) => `${by} asks you to review: ${title}`,
  mention: (by, title) => `${by} mentioned you on ${title}`,
  reply: (by, title) => `${by} answered your comment on ${title}`,
  problem: (_, title) => title,
};

/** `by`: name of the person. */
export const waitingSentence = ({ kind, title }: Pick<Waiting, "kind" | "title">, by: string): string =>
  SENTENCES[kind](by, title);

export const WAITING_WORDS: Record<Waiting["kind"], string> = {
  review: "Review",
  mention: "Mention",
  reply: "Reply",
  problem: "Problem",
};

type Place = { to: string; search?: Record<string, string | number | undefined> };

/** Returns the screen where the item is handled. */
export function placeOfWaiting({ kind, id, runId, shot, project: { slug } }: Waiting): Place {
  if (kind === "problem" || runId === null) return { to: paths.problems(slug), search: { problem: id } };
  return { to: paths.review(slug, runId), search: { shot: shot ?? undefined } };
}
