// Recognizes events that only reflect the audit's own actions on the page: answering the banner, clicking, scrolling.
import { canonical } from "./names.ts";
import type { Pass } from "./observation.ts";

/** Words in event names of generic click, scroll or form listeners. */
const ACTIONS =
  /(?:^|_)(?:auto_?)?(?:click|clicked|clicks|tap|tapped|scroll|scrolled|scroll_depth|interaction|form_(?:start|submit|interact(?:ion)?))(?:$|_)/;
/** Words in event names of answers to a consent banner. */
const CONSENT =
  /consent|cookie|gdpr|privacy_?(?:choice|settings|preferences)|(?:^|_)(?:cmp|tcf|opt_?in|optin|onetrust|cookiebot|didomi|usercentrics|axeptio|cky|banner)(?:$|_)/;

/** Returns a predicate for names of events caused by the audit's own actions in this pass. They need no row in the plan. */
export function ownActions({
  kind,
  consent,
  pushes,
}: Pick<Pass, "kind" | "consent" | "pushes">): (name: string) => boolean {
  const answered = consent.state === "clicked";
  // Before its trigger, the audit clicks only the banner.
  const byAnswer = new Set(
    pushes
      .filter(({ step, during }) => answered && step === 0 && during !== undefined)
      .map(({ name }) => canonical(name)),
  );
  return (name) => {
    const words = wordsOf(name);
    if (answered && (CONSENT.test(words) || byAnswer.has(canonical(name)))) return true;
    return (answered || kind === "trigger") && ACTIONS.test(words);
  };
}

/** Returns the same text for `ctaClick`, `cta-click` and `cta_click`. */
function wordsOf(name: string): string {
  return name
    .slice(0, 200)
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .toLowerCase();
}
