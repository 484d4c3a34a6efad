// What waits for the signed-in person, where they are looking, and whether they get e-mail.
import { closed, flag, requiredText } from "../../lib/validate.ts";
import { personOf } from "../../operations/coach/person.ts";
import { readPersonalMail, setPersonalMail } from "../../operations/people/personalMail.ts";
import { reportPresence } from "../../operations/people/presence.ts";
import { readWaiting } from "../../operations/people/waiting.ts";
import { appPersonalMail, appPresence, appWaiting } from "../answers/app/forMe.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";

const own = { tag: "Dashboard", access: "session", allowed: "everyone signed in", noStore: true } as const;

const waiting = defineEndpoint({
  ...own,
  method: "get",
  path: "/api/app/me/waiting",
  id: "appWaiting",
  summary: "What waits for the person",
  description:
    "Requests for a review, unresolved conversations in which they are mentioned or answered, and problems assigned to them, of all projects.",
  answers: { 200: { description: "At most 200.", json: appWaiting } },
  handle: async ({ ctx, caller }) => ({ json: await readWaiting(ctx, personOf(caller)) }),
});

const looking = defineEndpoint({
  ...own,
  method: "post",
  path: "/api/app/me/looking",
  id: "appPresence",
  summary: "Join the people who have a review open, and list the others",
  description:
    "Every 20 seconds while the page is visible; without it the person is gone after 50. `left`: immediately. `inbox`: lists those of all runs of its project.",
  body: closed({ runId: requiredText(100), left: flag(), inbox: flag() }),
  bounds: "small",
  answers: { 200: { description: "The others.", json: appPresence } },
  refusals: { 404: "The run is unknown.", 409: "The run is not a visual test." },
  handle: async ({ ctx, caller, body: { runId, left, inbox } }) => ({
    json: await reportPresence(ctx, personOf(caller), { runId, left: left === true, inbox: inbox === true }),
  }),
});

const mail = defineEndpoint({
  ...own,
  method: "get",
  path: "/api/app/me/mail",
  id: "appPersonalMail",
  summary: "Whether mentions and requests are mailed to the person",
  answers: { 200: { description: "And why not.", json: appPersonalMail } },
  handle: async ({ ctx, caller }) => ({ json: await readPersonalMail(ctx, personOf(caller)) }),
});

const setMail = defineEndpoint({
  ...own,
  method: "post",
  path: "/api/app/me/mail",
  id: "setAppPersonalMail",
  summary: "Turn mails for the person on or off",
  body: closed({ wanted: flag().required() }),
  bounds: "small",
  answers: { 200: { description: "As it is now.", json: appPersonalMail } },
  handle: async ({ ctx, caller, body: { wanted } }) => ({
    json: await setPersonalMail(ctx, personOf(caller), wanted),
  }),
});

export const appWaitingEndpoints: EndpointArea = { name: "appWaiting", endpoints: [waiting, looking, mail, setMail] };
