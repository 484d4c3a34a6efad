// The setup checklist, creating the first project, and the command palette's search.
import { array } from "yup";
import type { SetupCheck } from "../../../domain/setup/judgeSetup.ts";
import { VIEWPORT_NAMES } from "../../../domain/visual/shot.ts";
import { MAX_CHOSEN_PAGES } from "../../../domain/words/pages.ts";
import { resolveProject } from "../../lib/access.ts";
import { goneSignal } from "../../lib/onceClosed.ts";
import { choice, closed, flag, listOf, MAX_VALUES, requiredText, text, wholeNumber } from "../../lib/validate.ts";
import { placeOf } from "../../operations/projects/place.ts";
import { searchProject } from "../../operations/search.ts";
import { checkSetup } from "../../operations/setup/checkSetup.ts";
import {
  chooseScenarios,
  readFirstProposals,
  startFirstProject,
  thumbnailOf,
} from "../../operations/setup/firstProject.ts";
import { readFoundPages } from "../../operations/setup/foundPages.ts";
import { MENDED_BY } from "../../tools/areas/setup.ts";
import { appSearch } from "../answers/app/search.ts";
import { appChosen, appFirstProject, appFoundPages, appProposals, appSetup } from "../answers/app/setup.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { UNKNOWN_PLACE } from "../words.ts";
import { edits, inProject, reads, UNKNOWN_PROJECT } from "./shared.ts";

const UNKNOWN_CRAWL = "The project is unknown, or has no such crawl.";

const setup = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/setup",
  id: "readAppSetup",
  summary: "Whether the project can be tested now, and how to clear what blocks",
  description: "A worker opens the site, which may take some seconds.",
  params: inProject,
  query: closed({ environment: text() }),
  answers: { 200: { description: "The checklist.", json: appSetup } },
  refusals: { 404: UNKNOWN_PLACE },
  async handle({ ctx, caller, params, query }) {
    const { project, environment } = await placeOf(ctx, caller, params.slug, query);
    const { blockers, warnings, passed, toCapture, ...facts } = await checkSetup(ctx, caller, { project, environment });
    const told = <S extends string>(state: S, remarks: { code: SetupCheck; message: string }[]) =>
      remarks.map(({ code, message }) => ({
        code,
        state,
        message,
        clear: state === "passed" ? [] : (MENDED_BY[code] ?? []),
      }));
    const checks = [...told("blocker", blockers), ...told("warning", warnings), ...told("passed", passed)];
    return { json: { ...facts, toCapture: toCapture.slice(0, MAX_VALUES), checks } };
  },
});

const first = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects",
  id: "startFirstProject",
  summary: "Create a project from an address, and crawl its site",
  body: closed({ address: requiredText(2_000), name: text(100), maxPages: wholeNumber(1, 1_000) }),
  bounds: "small",
  answers: { 201: { description: "The project and the running crawl.", json: appFirstProject } },
  refusals: { 409: "A project with this name already exists." },
  handle: async ({ ctx, caller, body }) => ({ json: await startFirstProject(ctx, caller, body) }),
});

const proposals = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/setup/proposals",
  id: "readFirstProposals",
  summary: "What a crawl found, as scenarios to choose from",
  description: "Of the newest crawl unless one is named. Asked again until the crawl has ended.",
  params: inProject,
  query: closed({ jobId: text(100) }),
  answers: { 200: { description: "State and proposals of the crawl.", json: appProposals } },
  refusals: { 404: UNKNOWN_CRAWL },
  async handle({ ctx, caller, params, query }) {
    const project = await resolveProject(ctx, caller, params.slug);
    return { json: await readFirstProposals(ctx, caller, { project, ...query }) };
  },
});

const pages = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/setup/pages",
  id: "readFoundPages",
  summary: "Every page that a crawl found, as scenarios to choose from",
  description: "Of the newest crawl unless one is named, nearest to the start page first.",
  params: inProject,
  query: closed({ jobId: text(100), text: text(200) }),
  answers: { 200: { description: "The pages with their scenarios.", json: appFoundPages } },
  refusals: { 404: UNKNOWN_CRAWL },
  async handle({ ctx, caller, params, query }) {
    const project = await resolveProject(ctx, caller, params.slug);
    return { json: await readFoundPages(ctx, caller, { project, ...query }) };
  },
});

const thumbnail = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/setup/thumbnail",
  id: "readFirstThumbnail",
  summary: "Screenshot of a crawled page",
  description: "A worker takes it at the first request, which takes some seconds.",
  params: inProject,
  query: closed({ jobId: requiredText(100), url: requiredText(2_000) }),
  answers: { 200: { description: "The screenshot.", types: ["image/jpeg"] } },
  refusals: { 404: "The crawl has no such page, or the page cannot be drawn.", 503: "No worker is available." },
  async handle({ ctx, caller, params, query, res }) {
    const project = await resolveProject(ctx, caller, params.slug);
    const picture = await thumbnailOf(ctx, caller, { project, ...query, signal: goneSignal(res) });
    res.set("Cache-Control", "private, max-age=3600").type("image/jpeg").send(picture);
    return undefined;
  },
});

const choose = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/setup/scenarios",
  id: "chooseFirstScenarios",
  summary: "Create the chosen scenarios, and capture their baselines",
  params: inProject,
  body: closed({
    scenarios: array()
      .of(
        closed({
          label: requiredText(200),
          url: requiredText(2_000),
          viewports: listOf(choice(VIEWPORT_NAMES).required(), VIEWPORT_NAMES.length),
        }),
      )
      .min(1)
      .max(MAX_CHOSEN_PAGES)
      .required(),
    baseline: flag(),
  }),
  bounds: "run",
  answers: { 201: { description: "What was made, and the run that captures it.", json: appChosen } },
  refusals: { 404: UNKNOWN_PROJECT, 409: "None of them could be created; see `skipped`." },
  async handle({ ctx, caller, params, body: { scenarios, baseline = true } }) {
    const project = await resolveProject(ctx, caller, params.slug);
    return { json: await chooseScenarios(ctx, caller, { project, scenarios, baseline }) };
  },
});

const search = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/search",
  id: "searchApp",
  summary: "What the command palette finds",
  description: "Runs and settings only of the project that is named.",
  query: closed({ q: text(100).defined(), project: text() }),
  answers: { 200: { description: "Projects first.", json: appSearch } },
  refusals: { 404: UNKNOWN_PROJECT },
  handle: async ({ ctx, caller, query }) => ({ json: await searchProject(ctx, caller, query) }),
});

export const appSetupEndpoints: EndpointArea = {
  name: "appSetup",
  endpoints: [setup, first, proposals, pages, thumbnail, choose, search],
};
