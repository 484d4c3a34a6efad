// The questions in a message, and whether it continues the previous question.
import { expect } from "chai";
import { questionInEnglish, spokenIn } from "../../../domain/coach/inEnglish.ts";
import { completedBy, isFollowUp, questionsIn, refersBack } from "../../../domain/coach/parts.ts";

const english = (message: string): string => {
  const language = spokenIn(message);
  return language === null ? message : questionInEnglish(message, language);
};

describe("the questions of a message", () => {
  for (const [message, questions] of [
    ["What failed last night?", ["What failed last night?"]],
    ["We release today. What failed?", ["We release today. What failed?"]],
    ["What failed and can I merge PR 42?", ["What failed", "can I merge PR 42?"]],
    ["We release today. What failed? Can I merge PR 42?", ["We release today. What failed?", "Can I merge PR 42?"]],
    ["What failed? Can I merge PR 42? We release today.", ["What failed?", "Can I merge PR 42? We release today."]],
    ["What failed? Why? Who approved it? Is it slow?", ["What failed?", "Why?", "Who approved it?", "Is it slow?"]],
  ] as const)
    it(`are all there: ${message}`, () => {
      expect(questionsIn(message)).to.deep.equal(questions);
    });

  for (const [question, refers] of [
    ["who approved it?", true],
    ["why does it look different?", true],
    ["what failed there?", true],
    ["who approved that?", true],
    ["is that slow?", true],
    ["is that page slow?", true],
    ["who changed this?", true],
    ["is there a test for paying by card?", false],
    ["are there accessibility problems?", false],
    ["which test is the one that failed?", false],
    ["is there anything that I should fix?", false],
    ["what changed this week?", false],
    ["is it safe to merge PR 42?", false],
  ] as const)
    it(`${refers ? "speak" : "do not speak"} of what was named before: ${question}`, () => {
      expect(refersBack(question)).to.equal(refers);
    });
});

describe("a short question after another", () => {
  for (const message of [
    "why?",
    "And why exactly?",
    "warum?",
    "and on mobile?",
    "and yesterday?",
    "What about PR 43?",
    "and what about PR 43?",
    "ok, and the product page?",
    "how about accessibility?",
    "And view_item?",
    "only the failed ones",
    "now show me the failed ones",
    "and which page?",
    "and how many?",
    "and who approved it?",
    "und auf Firefox?",
    "und auf dem Handy?",
    "und warum?",
    "und gestern?",
    "¿y en el móvil?",
    "¿y por qué?",
  ])
    it(`goes on with it: ${message}`, () => {
      expect(isFollowUp(english(message))).to.equal(true);
    });

  for (const message of [
    "And what failed last night?",
    "and what changed?",
    "Now show me the latest runs",
    "But is add_to_cart tracked?",
    "Then can I merge PR 42?",
    "Ok, and who deleted the cart?",
    "and are there accessibility problems?",
    "Now run the tests",
    "but I want to invite my colleague",
    "How healthy is the site?",
    "Und was ist letzte Nacht fehlgeschlagen?",
    "Und kann ich PR 42 mergen?",
    "¿Y qué falló anoche?",
  ])
    it(`is a new one: ${message}`, () => {
      expect(isFollowUp(english(message))).to.equal(false);
    });

  const names = {
    scenarios: ["Home", "Cart", "About us"],
    environments: ["Staging", "UAT", "pre-prod", "prod"],
    events: ["", "add_to_cart", "newsletter_signup"],
  };
  for (const [message, before, whole] of [
    ["and on Firefox?", "What failed in Chrome?", "What failed in Firefox?"],
    ["and what about PR 43?", "Can I merge PR 42?", "Can I merge PR 43?"],
    ["warum?", "What failed?", "What failed and why?"],
    ["and branch old-menu?", "Does branch new-menu pass the gate?", "Does branch old-menu pass the gate?"],
    ["and branch old-menu?", "Can I merge PR 12?", "Can I merge branch old-menu?"],
    ["and 13?", "Can I merge PR 12?", "Can I merge PR 13?"],
    ["And on uat?", "What failed on Home on staging?", "What failed on Home on uat?"],
    ["And About us?", "Who approved Home?", "Who approved About us?"],
    ["And on prod?", "What failed on pre-prod?", "What failed on prod?"],
    ["And newsletter_signup?", "Is add_to_cart tracked?", "Is newsletter_signup tracked?"],
    ["and purchase?", "Is add_to_cart tracked?", "Is purchase tracked?"],
    ["and yesterday?", "Is add_to_cart tracked?", "Is add_to_cart tracked yesterday?"],
    ["and the day before yesterday?", "What failed yesterday?", "What failed day before yesterday?"],
  ] as const)
    it(`means with the one before: ${whole}`, () => {
      expect(completedBy(message, before, names, new Date(0))).to.equal(whole);
    });
});
