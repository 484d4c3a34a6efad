// The rules about one page, in the order of a report. A new one is a file in checks/ and a line here and in weights.ts.
import type { Check } from "../../audit/finding.ts";
import { canonicalInvalid } from "./checks/canonical-invalid.ts";
import { canonicalMissing } from "./checks/canonical-missing.ts";
import { canonicalMultiple } from "./checks/canonical-multiple.ts";
import { charset } from "./checks/charset.ts";
import { descriptionLength } from "./checks/description-length.ts";
import { descriptionMissing } from "./checks/description-missing.ts";
import { favicon } from "./checks/favicon.ts";
import { h1 } from "./checks/h1.ts";
import { headingOrder } from "./checks/heading-order.ts";
import { hreflangInvalid } from "./checks/hreflang-invalid.ts";
import { hreflangSelf } from "./checks/hreflang-self.ts";
import { imageAlt } from "./checks/image-alt.ts";
import { jsonLdInvalid } from "./checks/json-ld-invalid.ts";
import { jsonLdProperties } from "./checks/json-ld-properties.ts";
import { lang } from "./checks/lang.ts";
import { linkCrawlable } from "./checks/link-crawlable.ts";
import { linkText } from "./checks/link-text.ts";
import { metaRefresh } from "./checks/meta-refresh.ts";
import { noindex } from "./checks/noindex.ts";
import { openGraphImage } from "./checks/open-graph-image.ts";
import { openGraphMissing } from "./checks/open-graph-missing.ts";
import { pageRedirects } from "./checks/page-redirects.ts";
import { robotsBlocked } from "./checks/robots-blocked.ts";
import { servedHead } from "./checks/served-head.ts";
import { status } from "./checks/status.ts";
import { titleLength } from "./checks/title-length.ts";
import { titleMissing } from "./checks/title-missing.ts";
import { titleMultiple } from "./checks/title-multiple.ts";
import { twitterCard } from "./checks/twitter-card.ts";
import { viewport } from "./checks/viewport.ts";
import type { SeoPage } from "./gathered.ts";

export const PAGE_CHECKS: readonly Check<SeoPage>[] = [
  status,
  pageRedirects,
  noindex,
  robotsBlocked,
  titleMissing,
  titleMultiple,
  titleLength,
  descriptionMissing,
  descriptionLength,
  canonicalMissing,
  canonicalMultiple,
  canonicalInvalid,
  h1,
  headingOrder,
  lang,
  viewport,
  hreflangInvalid,
  hreflangSelf,
  jsonLdInvalid,
  jsonLdProperties,
  openGraphMissing,
  openGraphImage,
  twitterCard,
  imageAlt,
  linkText,
  linkCrawlable,
  charset,
  favicon,
  metaRefresh,
  servedHead,
];
