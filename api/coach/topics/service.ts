// The service itself: projects, environments, jobs, what the caller may do, and what the coach can do.
import { plural } from "../../../domain/text.ts";
import { bullet, quoted } from "../sentences.ts";
import { type Topic, told } from "../topic.ts";

const projects: Topic = {
  id: "projects",
  feature: "projects",
  action: "list",
  anyProject: true,
  asks: ["Which projects are there?", "List my projects", "What projects can I see?"],
  sure: [/\b(which|list|show|what|my|all)\b.{0,15}\bprojects\b/],
  async answer(talk) {
    const answer = await talk.call("list_projects");
    const { projects = [] } = (answer.data ?? {}) as {
      projects?: { name: string; slug: string; baseUrl: string; scenarioCount: number }[];
    };
    return [
      answer.summary,
      ...projects
        .slice(0, 30)
        .map(({ name, slug, baseUrl, scenarioCount }) =>
          bullet(`${quoted(name)} (${slug}), ${quoted(baseUrl)}, ${plural(scenarioCount, "scenario")}`),
        ),
    ];
  },
};

const project: Topic = {
  id: "project",
  feature: "projects",
  action: "get",
  asks: [
    "What is this project?",
    "Describe this project",
    "Which modules does the project have?",
    "What plan are we on?",
  ],
  sure: [
    /\b(about|describe) (this|the|my) project\b/,
    /\b(what|which) plan\b.{0,15}\b(on|have)\b/,
    /\bwhich (modules|pillars)\b/,
  ],
  answer: (talk) =>
    told<{ plan: string }>(talk, "get_project", {}, ({ plan }) => [`The organisation is on the plan ${plan}.`]),
};

const environments: Topic = {
  id: "environments",
  feature: "projects",
  action: "environments",
  asks: ["Which environments are there?", "List the environments", "What is the address of staging?"],
  sure: [/\benvironments\b/, /\baddress of (staging|production)\b/],
  answer: (talk) =>
    told<{ environments: { name: string; baseUrl: string }[] }>(talk, "list_environments", {}, ({ environments }) =>
      environments.map(({ name, baseUrl }) => bullet(`${quoted(name)}: ${quoted(baseUrl)}`)),
    ),
};

const rights: Topic = {
  id: "rights",
  feature: "setup",
  action: "rights",
  anyProject: true,
  asks: ["Which tools may I call?", "What am I allowed to do?", "What can my key do?"],
  sure: [/\b(which|what) tools\b/, /\b(am i|may i|my key)\b.{0,20}\b(allowed|do|call|permi\w+)\b/],
  answer: (talk) =>
    told<{ refused: { message: string }[] }>(talk, "list_my_tools", {}, ({ refused }) =>
      refused.map(({ message }) => bullet(quoted(message))),
    ),
};

const job: Topic = {
  id: "job",
  feature: "jobs",
  action: "status",
  asks: ["What is the status of job_1?", "Is the crawl done?", "How far is the job?"],
  sure: [/\bjob_\w+/, /\b(crawl|job) (done|finished|ready|status)\b/],
  async answer(talk) {
    const jobId = talk.entities.jobIds[0] ?? talk.context.jobId;
    if (typeof jobId !== "string") return ["Which job is meant? Name its id."];
    return told(talk, "get_job_status", { jobId });
  },
};

/** What the coach can do: the answer to questions about it and to questions that it cannot answer. */
export const ABILITIES = [
  "the health of the site, and what to fix first",
  "what failed, when and why, and what changed",
  "whether a pull request or a release may go ahead",
  "why a page is slow or differs, and which pages have no baseline",
  "whether an event is tracked as planned",
  "functional tests, set-up, projects and runs",
  "who approved, changed or deleted something, from the audit log",
];

const help: Topic = {
  id: "help",
  feature: "coach",
  action: "help",
  anyProject: true,
  asks: ["What can you do?", "Help", "Who are you?", "How can you help me?"],
  sure: [/^\s*help\W*$/, /\bwhat can (you|i ask)\b/, /\bhow can you help\b/, /\bwho are you\b/],
  answer: async () => [
    "I answer questions about your tests from their results:",
    ...ABILITIES.map(bullet),
    "I read only: what changes something I describe, and you confirm it.",
  ],
};

export const serviceTopics: readonly Topic[] = [help, projects, project, environments, rights, job];
