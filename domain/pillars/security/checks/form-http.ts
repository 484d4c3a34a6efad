import { type Check, failed, inapplicable, passed } from "../../../audit/finding.ts";
import { firstResults } from "../../../audit/firstResults.ts";
import { isExposedHttp, withoutQuery } from "../addresses.ts";
import type { SecurityPage } from "../gathered.ts";

export const formHttp: Check<SecurityPage> = {
  rule: "form-http",
  severity: "serious",
  title: "Forms are sent over HTTPS.",
  fault: "Form is submitted over HTTP",
  help: "Use an https: action, or leave out the scheme on a page served over HTTPS.",
  run(page) {
    if (page.forms.length === 0) return inapplicable("The page has no form.");
    const plain = [...new Set(page.forms.map(({ action }) => action).filter(isExposedHttp))];
    if (plain.length === 0) return passed("No form is sent over plain HTTP.");
    const results = plain.map((action) =>
      failed(`A form is sent over plain HTTP (${action}).`, withoutQuery(action), { evidence: { action } }),
    );
    return firstResults(results);
  },
};
