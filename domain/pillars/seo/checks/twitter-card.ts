import { failed, passed, warning } from "../../../audit/finding.ts";
import { metaOf, type SeoPage } from "../gathered.ts";
import { onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

const KINDS = ["summary", "summary_large_image", "app", "player"];

export const twitterCard: SeoCheck<SeoPage> = {
  rule: "twitter-card",
  severity: "minor",
  weight: 1,
  title: "The page sets the card type for X (Twitter).",
  fault: "Twitter card is missing or invalid",
  help: `Add a twitter:card meta element with one of ${KINDS.join(", ")}.`,
  run: onDocument((document) => {
    const card = metaOf(document, "twitter:card");
    if (!card) return warning("The page does not set a Twitter card type.");
    return KINDS.includes(card.toLowerCase())
      ? passed(`The page has a Twitter card (${card}).`)
      : failed(`"${short(card, 40)}" is not a Twitter card type.`, "", { evidence: { card: short(card, 40) } });
  }),
};
