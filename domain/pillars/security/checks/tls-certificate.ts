import { type Check, type CheckResult, failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { plural } from "../../../text.ts";
import type { SecuritySite, TlsFacts } from "../gathered.ts";
import { certificateProblem } from "../tls.ts";

const WARN_DAYS = 21;

export const tlsCertificate: Check<SecuritySite> = {
  rule: "tls-certificate",
  severity: "critical",
  title: "The certificate is trusted and does not expire soon.",
  fault: "TLS certificate is invalid or expires soon",
  help: "Renew certificates automatically, and send the whole chain: the server's own certificate first, then each intermediate.",
  run({ tls }) {
    if (tls.length === 0) return inapplicable("The site does not use HTTPS.");
    return tls.map(judge);
  },
};

function judge(facts: TlsFacts): CheckResult {
  const { host } = facts;
  if (facts.state === "not_measured")
    return inapplicable(`The certificate of ${host} was not measured: ${facts.reason}.`, host);
  const evidence = { validTo: facts.validTo, days: facts.days, issuer: facts.issuer, error: facts.error };
  if (facts.error !== null)
    return failed(`The certificate of ${host} ${certificateProblem(facts.error)}.`, host, { evidence });
  if (facts.days < WARN_DAYS) {
    const when = facts.days < 1 ? "within a day" : `in ${plural(facts.days, "day")}`;
    return warning(`The certificate of ${host} ends ${when} (${facts.validTo.slice(0, 10)}).`, host, {
      severity: "serious",
      evidence,
    });
  }
  return passed(`The certificate of ${host} is trusted and valid for ${plural(facts.days, "more day")}.`, host);
}
