import { type Check, type CheckResult, failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import type { SecuritySite, TlsFacts } from "../gathered.ts";
import { isOldProtocol } from "../tls.ts";

export const tlsProtocol: Check<SecuritySite> = {
  rule: "tls-protocol",
  severity: "serious",
  title: "The server speaks TLS 1.2 or newer, and nothing older.",
  fault: "Server accepts outdated TLS versions",
  help: "Allow TLS 1.2 and 1.3 only; RFC 8996 forbids the older ones.",
  run({ tls }) {
    if (tls.length === 0) return inapplicable("The site does not use HTTPS.");
    return tls.map(judge);
  },
};

function judge(facts: TlsFacts): CheckResult {
  const { host } = facts;
  if (facts.state === "not_measured")
    return inapplicable(`The protocol of ${host} was not measured: ${facts.reason}.`, host);
  const evidence = { protocol: facts.protocol, oldProtocol: facts.oldProtocol };
  if (isOldProtocol(facts.protocol))
    return failed(`The best protocol of ${host} is ${facts.protocol}; browsers require at least TLSv1.2.`, host, {
      evidence,
    });
  if (facts.oldProtocol !== null)
    return warning(`${host} speaks ${facts.protocol} but still accepts ${facts.oldProtocol}.`, host, {
      severity: "moderate",
      evidence,
    });
  return passed(`${host} speaks ${facts.protocol}.`, host);
}
