import { passed, warning } from "../../../audit/finding.ts";
import type { SeoPage } from "../gathered.ts";
import { onDocument, short } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const charset: SeoCheck<SeoPage> = {
  rule: "charset",
  severity: "minor",
  weight: 1,
  title: "The page declares UTF-8.",
  fault: "Page is not declared as UTF-8",
  help: 'Send Content-Type: text/html; charset=utf-8, or begin the head with <meta charset="utf-8">.',
  run: onDocument(({ charset: read, charsetDeclared }) => {
    if (!charsetDeclared) return warning(`The page declares no character set; it was read as ${short(read, 30)}.`);
    return /^utf-?8$/i.test(read)
      ? passed("The page declares UTF-8.")
      : warning(`The page is written in ${short(read, 30)} and not in UTF-8.`);
  }),
};
